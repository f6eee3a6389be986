package emulator

import (
	"testing"
	"time"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// A node that resigned, left and came back offers its capability again: the resignation
// ended when the node left or before, also if it was to end later.
func TestANodeThatComesBackHasNotResigned(t *testing.T) {
	for _, lasts := range []time.Duration{0, 3 * time.Second, 30 * time.Second} {
		stay := func(from, to time.Duration, absent bool) mobility.Leg {
			return mobility.Leg{Start: from, End: to, Absent: absent}
		}
		cfg := plane(make([][2]float64, 2))
		cfg.Mobility = wander{speed: 1, legs: [][]mobility.Leg{{stay(0, mobility.Forever, false)},
			{stay(0, 4*time.Second, false), stay(4*time.Second, 8*time.Second, true), stay(8*time.Second, mobility.Forever, false)}}}
		cfg.Until, cfg.Capability.Values = 20*time.Second, []int64{10, 20}
		cfg.Faults = []Fault{{At: 2 * time.Second, Kind: FaultResign, Target: TargetNodes, Nodes: []protocol.ID{2}, For: lasts}}
		w, j := run(t, cfg)
		if got := w.parts.kernel.Value(1); got != 20 {
			t.Errorf("resigned for %v: it is back and offers %d, want 20", lasts, got)
		}
		over := j.of(trace.Over)
		if len(over) != 1 || over[0].At != 8e9 && over[0].At != 5e9 {
			t.Errorf("resigned for %v: it ends in %v, want one end", lasts, over)
		}
		offers := j.of(trace.Capability)
		if last := offers[len(offers)-1]; last.At != 8e9 || last.Value != 20 {
			t.Errorf("resigned for %v: the last record is %+v", lasts, last)
		}
	}
}
