package radio

import (
	"math"
	"time"

	"bellwether/protocol"
)

// DutyCycle caps the share of time that a node may be on the air, in any window
// whatever: as ETSI EN 300 220-2 V3.2.1 (2018), table B.1, does in bands from 863 to
// 870 MHz: 0.1 % at 863 to 865 MHz (band K) and 868.7 to 869.2 (N), 1 % at 865 to 868
// (L) and 868.0 to 868.6 (M), 10 % at 869.4 to 869.65 (P), observed over an hour (EN
// 300 220-1 V3.1.1, 5.4). Acknowledgements count; they are never held back.
type DutyCycle struct {
	Limit  float64       // of the window, above 0 and at most 1
	Window time.Duration // default 1 h
	Excess Excess        // default ExcessHold
}

// Excess is what becomes of a frame beyond a cap.
type Excess string

// A frame beyond the cap waits until it is within it, and those behind it wait too;
// or it is lost.
const (
	ExcessHold Excess = "hold"
	ExcessDrop Excess = "drop"
)

// maxDutyWindow bounds the window: a year.
const maxDutyWindow = 365 * 24 * time.Hour

// Validate says which numbers make no sense, all at once.
func (d DutyCycle) Validate() error {
	var f faults
	f.check(d.Limit > 0 && d.Limit <= 1, "duty cycle must be above 0 and at most 1, got %g", d.Limit)
	f.check(d.Window >= time.Millisecond && d.Window <= maxDutyWindow, "window of the duty cycle must be from 1ms to %v, got %v", maxDutyWindow, d.Window)
	f.check(d.Excess == ExcessHold || d.Excess == ExcessDrop, "excess must be hold or drop, got %q", d.Excess)
	return f.err()
}

// Allowance is the time on the air in each window.
func (d DutyCycle) Allowance() time.Duration {
	return time.Duration(math.Floor(d.Limit * float64(d.Window)))
}

// grains is in how many parts a window is kept: frames that end within one part
// leave the window together, with the last of them, so that a node takes 16 kB at
// most and is held back by a thousandth of the window too long.
const grains = 1024

// An Airlog is what one node has had on the air within the window of a cap. The zero
// Airlog is empty.
type Airlog struct {
	spells []spell // the oldest first
	used   time.Duration
}

// spell is airtime whose last frame ended at an instant.
type spell struct {
	first, last protocol.Time // ends of frames
	air         time.Duration
}

// Earliest is the first instant, from at on, at which a frame of an airtime may
// begin: when it ends, all that has ended within a window before, and itself, are
// within the allowance. False: it is longer than that.
func (a *Airlog) Earliest(d DutyCycle, at protocol.Time, air time.Duration) (protocol.Time, bool) {
	allowance := d.Allowance()
	if air > allowance {
		return 0, false
	}
	gone, used := 0, a.used
	for gone < len(a.spells) {
		s := &a.spells[gone]
		leaves := s.last + protocol.Time(d.Window-air)
		if leaves > at && used+air <= allowance {
			break
		}
		at = max(at, leaves)
		used -= s.air
		gone++
	}
	return at, true
}

// Add notes a frame on the air from an instant.
func (a *Airlog) Add(d DutyCycle, at protocol.Time, air time.Duration) {
	ends := at + protocol.Time(air)
	gone := 0
	for gone < len(a.spells) && a.spells[gone].last <= ends-protocol.Time(d.Window) {
		a.used -= a.spells[gone].air
		gone++
	}
	if gone > 0 {
		a.spells = append(a.spells[:0], a.spells[gone:]...)
	}
	a.used += air
	if n := len(a.spells); n > 0 && ends-a.spells[n-1].first < protocol.Time(d.Window/grains) {
		a.spells[n-1].last = max(a.spells[n-1].last, ends)
		a.spells[n-1].air += air
		return
	}
	a.spells = append(a.spells, spell{ends, ends, air})
}
