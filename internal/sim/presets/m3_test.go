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
		"back-off period, 20 symbols":                {p.Unslotted.Period, 320 * us},
		"turnaround, 12 symbols":                     {p.Unslotted.Turnaround, 192 * us},
		"assessment, 8 symbols":                      {p.Unslotted.Assessment, 128 * us},
		"short space, 12 symbols":                    {p.Unslotted.ShortSpace, 192 * us},
		"long space, 40 symbols":                     {p.Unslotted.LongSpace, 640 * us},
		"macAckWaitDuration, 54 symbols":             {p.Unslotted.Turnaround + p.Link.Airtime(p.Link.AckBytes) + p.Unslotted.Period, 864 * us},
		"PHY header of 6 bytes":                      {p.Link.Preamble, 192 * us},
		"acknowledgement of 5 bytes, its PHY header": {p.Link.Airtime(p.Link.AckBytes), 352 * us},
		"frame of 127 bytes, the longest":            {p.Link.Airtime(127), 4256 * us},
	} {
		if times[0] != times[1] {
			t.Errorf("%s: %v, want %v", what, times[0], times[1])
		}
	}
	if u := p.Unslotted; u.MinBE != 3 || u.MaxBE != 5 || u.MaxBackoffs != 4 || u.ShortBytes != 18 || p.Link.Retries != 3 || p.Link.HeaderBytes != 23 {
		t.Errorf("%+v, %d retries, header of %d bytes", u, p.Link.Retries, p.Link.HeaderBytes)
	}
}
