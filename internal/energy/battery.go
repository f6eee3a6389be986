package energy

import (
	"math"
	"time"
)

// A Battery is a kind of battery: what it loses by what a radio draws, and how much of
// what is in it can be had at once. A further kind is a file with these methods, and,
// for scenario files, a line in the list of models of package scenarios with what they
// may say of it.
type Battery interface {
	// Validate names every parameter that makes no sense.
	Validate() error
	// Drain is what a battery of that capacity, in joules, loses in each state of p.
	Drain(p Profile, capacityJ float64) Profile
	// Terms are those of the charge that is in a battery and cannot be had yet. Without
	// any all of it can.
	Terms() Terms
}

// Linear is a battery that gives all that is in it, however fast.
type Linear struct{}

// Validate finds nothing: there are no parameters.
func (Linear) Validate() error { return nil }

// Drain is p: a battery loses what is drawn.
func (Linear) Drain(p Profile, _ float64) Profile { return p }

// Terms are none.
func (Linear) Terms() Terms { return nil }

// Lifetime is how long a full battery of a capacity, in joules, lasts while a radio of p
// is idle; of one with terms to the millisecond.
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

// A Harvester charges batteries: a panel, a mill. Its power is the same for every node
// and constant within each of its steps, so that batteries stay piecewise linear.
type Harvester interface {
	// Validate names every parameter that makes no sense.
	Validate() error
	// Step is how long the power stays as it is.
	Step() time.Duration
	// PowerW is the power in the n-th step from midnight, not below 0 W.
	PowerW(n int64) float64
}
