package radio

import (
	"time"
)

// DutyCycle caps the share of time that a node may be on the air, in every window of one
// length. ETSI EN 300 220-2 V3.2.1 (2018), table B.1, does so in bands from 863 to
// 870 MHz: 0.1 % at 863 to 865 MHz (band K) and 868.7 to 869.2 (N), 1 % at 865 to 868
// (L) and 868.0 to 868.6 (M), 10 % at 869.4 to 869.65 (P), observed over an hour (EN
// 300 220-1 V3.1.1, 5.4). Acknowledgements count, but are never delayed.
type DutyCycle struct {
	Limit  float64       // of the window, above 0 and at most 1
	Window time.Duration // default 1 h
	Drop   bool          // a frame beyond the cap is dropped; default: it waits, and those behind it wait too
}

// maxDutyWindow bounds the window: a year.
const maxDutyWindow = 365 * 24 * time.Hour

// Validate reports every number that is out of bounds.
func (d DutyCycle) Validate() error {
	var f faults
	f.check(d.Limit > 0 && d.Limit <= 1, "duty cycle must be above 0 and at most 1, got %g", d.Limit)
	f.check(d.Window >= time.Millisecond && d.Window <= maxDutyWindow, "window of the duty cycle must be from 1ms to %v, got %v", maxDutyWindow, d.Window)
	return f.err()
}
