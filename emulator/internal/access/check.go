package access

import (
	"errors"
	"fmt"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/phy"
)

// Check returns the contradictions in the layer's state between two events, nil if it is
// consistent. It is for tests.
func (l *Layer) Check() error {
	kept := map[int32]bool{}
	for i := range l.queues {
		for k := l.queues[i].head; k != 0; k = l.pool.at(k - 1).next {
			kept[k-1] = true
		}
	}
	var faults []error
	if c, ok := l.scheme.(*csma); ok {
		faults = c.check(kept)
	} else {
		return nil // only events know the frames of the ideal medium
	}
	free := map[int32]bool{}
	for _, k := range l.pool.Free() {
		free[k] = true
	}
	for k := range int32(l.pool.Len()) {
		f := l.pool.at(k)
		if f.From != f.To && kept[k] == free[k] { // messages of a node to itself wait in the queue of events
			faults = append(faults, fmt.Errorf("frame %d of the pool is kept: %v, and free: %v", k, kept[k], free[k]))
		}
	}
	return errors.Join(faults...)
}

// Pending reports whether node i has frames that wait, or one that contends.
func (l *Layer) Pending(i kernel.Slot) bool {
	c, contends := l.scheme.(*csma)
	return l.queues[i].waiting > 0 || contends && c.stations[i].phase != silent
}

// check adds the frames that are kept, and returns the faults: what a node that watches hears
// must be the sum of what is on the air, no node may follow a frame that has ended, and each
// that sends or has a back-off must watch.
func (c *csma) check(kept map[int32]bool) (faults []error) {
	ended := map[int32]bool{}
	for _, f := range c.flights.Free() {
		ended[f] = true
	}
	heard := make([]phy.Strength, len(c.stations))
	for f := range int32(c.flights.Len()) {
		if ended[f] {
			continue
		}
		if fl := c.flights.At(f); fl.listed && !fl.ended() {
			for i := range c.stations {
				heard[i] += c.sensedOf(fl, kernel.Slot(i))
				if here := c.strengthOf(fl, kernel.Slot(i)) > 0; c.few != nil && here != (c.sensedOf(fl, kernel.Slot(i)) > 0) {
					faults = append(faults, fmt.Errorf("node %d is in reach of a frame: %v, and is not in the set", c.ID(kernel.Slot(i)), here))
				}
			}
		}
		if k := c.flights.At(f).frame; k != none {
			kept[k] = true
		}
	}
	for i := range c.stations {
		s := &c.stations[i]
		if c.few != nil {
			s.heard = 0
			if c.few.air&c.bit(kernel.Slot(i)) != 0 {
				s.heard = min(heard[i], 1)
			}
			heard[i] = min(heard[i], 1)
		}
		if s.watches && s.heard != heard[i] {
			faults = append(faults, fmt.Errorf("node %d hears %d, on the air are %d", c.ID(kernel.Slot(i)), s.heard, heard[i]))
		}
		if !s.watches && (s.sends || s.drawn) {
			faults = append(faults, fmt.Errorf("node %d does not watch the medium", c.ID(kernel.Slot(i))))
		}
		if s.follow != 0 && (ended[s.follow-1] || c.flights.At(s.follow-1).ended()) {
			faults = append(faults, fmt.Errorf("node %d follows a frame that has ended", c.ID(kernel.Slot(i))))
		}
		if s.phase != silent {
			kept[c.turns[i].frame] = true
		}
	}
	return faults
}
