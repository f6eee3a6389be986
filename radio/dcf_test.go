package radio_test

import (
	"strings"
	"testing"
	"time"

	"bellwether/radio"
)

func TestEIFSIsNotShorterThanDIFS(t *testing.T) {
	c := radio.DefaultCSMA()
	for eifs, sound := range map[time.Duration]bool{0: true, 5e3: false, c.DIFS - 1: false, c.DIFS: true, 364e3: true} {
		c.DCF.EIFS = eifs
		err := c.Validate()
		if sound != (err == nil) || !sound && !strings.Contains(err.Error(), "EIFS must be 0 or not less than the DIFS of 50µs, got ") {
			t.Errorf("EIFS %v: %v", eifs, err)
		}
	}
}

func TestRatesRise(t *testing.T) {
	c := radio.DefaultCSMA()
	c.Overlap = radio.OverlapSINR
	for want, bitrates := range map[string][]float64{
		"": {2e6, 5.5e6, 11e6},
		"rates must rise, and 2e+06 bit/s comes after 1.1e+07 bit/s":   {11e6, 2e6},
		"rates must rise, and 5.5e+06 bit/s comes after 5.5e+06 bit/s": {5.5e6, 5.5e6},
	} {
		c.Rates = radio.DefaultRates()
		for _, b := range bitrates {
			c.Rates.Faster = append(c.Rates.Faster, radio.Rate{Modulation: "any", BitrateBps: b})
		}
		err := c.Validate()
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", bitrates, err, want)
		}
	}
}
