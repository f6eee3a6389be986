package energy

import (
	"math"
	"time"
)

// A Battery is a kind of battery: how much charge it loses for the power that a radio
// draws, and how much of its charge is available at once. To add a kind, write a file
// with these methods and, for scenario files, its parameters beside the other kinds in
// scenarios/internal/section/energy.go.
type Battery interface {
	// Validate reports every invalid parameter.
	Validate() error
	// Drain is the power that a battery of that capacity, in joules, loses in each state
	// of p.
	Drain(p Profile, capacityJ float64) Profile
	// Terms are the terms of the charge that is in a battery and not yet available.
	// Without terms all charge is available.
	Terms() Terms
}

// Linear is a battery that gives all its charge at any rate.
type Linear struct{}

// Validate returns nil: Linear has no parameters.
func (Linear) Validate() error { return nil }

// Drain returns p: the battery loses what is drawn.
func (Linear) Drain(p Profile, _ float64) Profile { return p }

// Terms returns none.
func (Linear) Terms() Terms { return nil }

// Lifetime is how long a full battery of a capacity, in joules, lasts while a radio of p
// is idle. With terms it is exact to a millisecond.
func Lifetime(b Battery, p Profile, capacityJ float64) time.Duration {
	powerW := b.Drain(p, capacityJ).IdleW
	if powerW <= 0 {
		return math.MaxInt64
	}
	linear := time.Duration(min(capacityJ/powerW*1e9, math.MaxInt64/4))
	terms := b.Terms()
	if len(terms) == 0 {
		return linear
	}
	rested := make(Gradient, len(terms))
	short, long := time.Duration(0), linear // it cannot last longer than a linear one
	for long-short > time.Millisecond {
		middle := short + (long-short)/2
		if float64(powerW*middle.Seconds())+terms.MissingAfterJ(rested, powerW, middle) < capacityJ {
			short = middle
		} else {
			long = middle
		}
	}
	return long
}

// A Harvester charges batteries, as a solar panel or a wind generator does. Its power is
// the same for every node and constant within each of its steps, so that batteries stay
// piecewise linear.
type Harvester interface {
	// Validate reports every invalid parameter.
	Validate() error
	// Step is how long the power stays constant.
	Step() time.Duration
	// PowerW is the power in the n-th step from midnight, not below 0 W.
	PowerW(n int64) float64
}
