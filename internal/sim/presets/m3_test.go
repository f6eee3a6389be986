package presets_test

import (
	"testing"
	"time"

	"bellwether/internal/sim/presets"
)

// The M3's radio has the standard's numbers (IEEE Std 802.15.4-2006, tables of PHY and MAC
// constants at 2.4 GHz), by hand.
func TestM3HasTheStandardsNumbers(t *testing.T) {
	p, ok := presets.ByName("iotlab-m3")
	if !ok {
		t.Fatal("there is no iotlab-m3")
	}
	const us = time.Microsecond
	for what, times := range map[string][2]time.Duration{
		"back-off period, 20 symbols":                {p.Access.Slot, 320 * us},
		"turnaround, 12 symbols":                     {p.Access.SIFS, 192 * us},
		"assessment of 8 symbols, and turnaround":    {p.Access.DIFS, 320 * us},
		"PHY header of 6 bytes":                      {p.Link.Preamble, 192 * us},
		"acknowledgement of 5 bytes, its PHY header": {p.Link.Airtime(p.Link.AckBytes), 352 * us},
		"frame of 127 bytes, the longest":            {p.Link.Airtime(127), 4256 * us},
		"four back-offs at their longest":            {p.Access.Lifetime, 37440 * us},
	} {
		if times[0] != times[1] {
			t.Errorf("%s: %v, want %v", what, times[0], times[1])
		}
	}
	if p.Access.WindowMin != 7 || p.Access.WindowMax != 31 || p.Link.Retries != 3 || p.Link.HeaderBytes != 23 {
		t.Errorf("windows %d to %d, %d retries, header of %d bytes", p.Access.WindowMin, p.Access.WindowMax, p.Link.Retries, p.Link.HeaderBytes)
	}
}
