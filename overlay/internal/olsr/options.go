package olsr

import (
	"cmp"
	"fmt"
	"time"
)

// Options are the options of an OLSR, with the names of RFC 3626 §18. Zero fields get
// the RFC's defaults.
type Options struct {
	HelloInterval time.Duration // between two hellos; default 2s
	TCInterval    time.Duration // between two topology messages; default 5s; at least LeastTCInterval

	// What a hello or a topology message says holds for these. Default three intervals.
	NeighbHoldTime, TopHoldTime time.Duration

	DupHoldTime time.Duration // how long a message is known again; default 30s

	// MaxJitter is by how much an interval may be shorter, and how long a relay waits at
	// most, at random. Default a quarter of HelloInterval, or of TCInterval if that is shorter;
	// negative for none.
	MaxJitter time.Duration

	// MPRCoverage is by how many relays a node two hops away is covered, as far as there are
	// so many; default 1.
	MPRCoverage int

	// TCRedundancy says which links a node advertises. 0: to the nodes that chose it as a
	// relay; 1: and to its own relays; 2: to all neighbours.
	TCRedundancy int
}

// LeastTCInterval bounds TCInterval: 2^14 of them are then an hour, see "After a boot" of OLSR.
const LeastTCInterval = 200 * time.Millisecond

// Validate returns what is wrong with the options.
func (o Options) Validate() error {
	for _, d := range []time.Duration{o.HelloInterval, o.TCInterval, o.NeighbHoldTime, o.TopHoldTime, o.DupHoldTime} {
		if d < 0 {
			return fmt.Errorf("negative time of OLSR %v: take 0 for the default", d)
		}
	}
	w := *o.WithDefaults()
	switch {
	case w.TCInterval < LeastTCInterval:
		return fmt.Errorf("interval of OLSR's topology messages %v: at least %v", w.TCInterval, LeastTCInterval)
	case w.MaxJitter > w.HelloInterval/2 || w.MaxJitter > w.TCInterval/2:
		return fmt.Errorf("jitter of OLSR %v: at most half of each interval, %v and %v", w.MaxJitter, w.HelloInterval, w.TCInterval)
	case w.NeighbHoldTime < w.HelloInterval || w.TopHoldTime < w.TCInterval:
		return fmt.Errorf("hold times of OLSR %v and %v: at least their intervals, %v and %v", w.NeighbHoldTime, w.TopHoldTime, w.HelloInterval, w.TCInterval)
	case w.NeighbHoldTime > longestHold || w.TopHoldTime > longestHold:
		return fmt.Errorf("hold times of OLSR %v and %v: a message can state %v at most", w.NeighbHoldTime, w.TopHoldTime, longestHold)
	case o.MPRCoverage < 0 || o.TCRedundancy < 0 || o.TCRedundancy > 2:
		return fmt.Errorf("coverage %d and redundancy %d of OLSR: from 0, and 0 to 2", o.MPRCoverage, o.TCRedundancy)
	}
	return nil
}

func (o Options) WithDefaults() *Options {
	o.HelloInterval = cmp.Or(o.HelloInterval, 2*time.Second)
	o.TCInterval = cmp.Or(o.TCInterval, 5*time.Second)
	o.NeighbHoldTime = cmp.Or(o.NeighbHoldTime, 3*o.HelloInterval)
	o.TopHoldTime = cmp.Or(o.TopHoldTime, 3*o.TCInterval)
	o.DupHoldTime = cmp.Or(o.DupHoldTime, 30*time.Second)
	o.MaxJitter = max(cmp.Or(o.MaxJitter, min(o.HelloInterval, o.TCInterval)/4), 0)
	o.MPRCoverage = cmp.Or(o.MPRCoverage, 1)
	return &o
}

// Whole returns the options with their defaults filled in.
func (o Options) Whole() Options { return *o.WithDefaults() }

// A hold is a time in one byte (RFC 3626 §18.3): (1 + a/16)·2^b sixteenths of a second, a in the
// upper four bits and b in the lower.
type hold uint8

// longestHold is the longest time that a hold can state.
const longestHold = (16 + 15) << 15 * time.Second / 256

// holdOf returns the shortest hold that is no shorter than a time.
func holdOf(d time.Duration) hold {
	for b := range 16 {
		for a := range 16 {
			if h := hold(a<<4 | b); h.time() >= d {
				return h
			}
		}
	}
	return 0xff
}

func (h hold) time() time.Duration {
	return time.Duration(16+h>>4) << (h & 15) * time.Second / 256
}
