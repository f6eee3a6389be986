package phy

import (
	"math"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// Allowance is the time on the air in each window.
func Allowance(d radio.DutyCycle) time.Duration {
	return time.Duration(math.Floor(d.Limit * float64(d.Window)))
}

// grains is how many parts a window is kept in. Frames that end within one part leave the
// window together, with the last of them. So a node needs 16 kB at most, and waits at most
// a thousandth of the window too long.
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

// Earliest is the first instant, from at on, at which a frame of an airtime may begin:
// when it ends, it and all frames that ended within a window before are together within
// the allowance. False: the frame alone is longer than the allowance.
func (a *Airlog) Earliest(d radio.DutyCycle, at protocol.Time, air time.Duration) (protocol.Time, bool) {
	allowance := Allowance(d)
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
func (a *Airlog) Add(d radio.DutyCycle, at protocol.Time, air time.Duration) {
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
