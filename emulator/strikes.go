package emulator

import (
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// strikes tells the trace what the script began: how long it is meant to last, where
// and whom it concerns, and when it was over in truth, be it by its own end, by another
// fault or by a boot. The trace's hash does not count these records, as they follow
// from the scenario, and nobody pays for them who does not ask.
//
// All that one fault strikes at one instant is one strike, and has one number. What
// has no length (restart, elect, recharge, radio-on, heal) is over as it strikes.
type strikes struct {
	made  uint64
	world []struck                 // in force
	of    map[kernel.Slot][]struck // by node, in force; nobody ranges over it
}

// struck is a strike in force.
type struck struct {
	number uint64
	kind   FaultKind
}

// number begins a strike, of the k-th fault, and tells where it strikes.
func (s *strikes) number(w *World, k int) uint64 {
	s.made++
	if !w.Wants(trace.Region) {
		return s.made
	}
	f := &w.cfg.Faults[k]
	if f.Kind == FaultJam || f.Target == TargetRegion {
		w.Note(f.Region.told(s.made))
	}
	return s.made
}

// told is the record of a region.
func (r *Region) told(strike uint64) trace.Record {
	if r.RadiusM > 0 {
		return trace.Record{Kind: trace.Region, Frame: strike, Name: "circle", X: r.X, Y: r.Y, VX: 2 * r.RadiusM, VY: 2 * r.RadiusM}
	}
	return trace.Record{Kind: trace.Region, Frame: strike, Name: "rectangle", X: r.X, Y: r.Y, VX: r.WidthM, VY: r.HeightM}
}

// began tells that a strike of the k-th fault took effect on node i, or on the world if
// i is -1, and is meant to last; 0 is for good.
func (s *strikes) began(w *World, number uint64, k int, i kernel.Slot, lasts time.Duration) {
	if !w.Wants(trace.Strike) && !w.Wants(trace.Over) {
		return
	}
	f := &w.cfg.Faults[k]
	until := int64(-1)
	if lasts > 0 {
		until = w.After(lasts)
	}
	w.Note(trace.Record{Kind: trace.Strike, Node: w.ID(i), Name: string(f.Kind), Frame: number, Bytes: int32(k) + 1, Value: until,
		X: f.Probability, Y: f.Delay.Seconds(), VX: float64(f.PPM)})
	one := struck{number, f.Kind}
	if i < 0 {
		s.world = append(s.world, one)
		s.members(w, f, number)
		return
	}
	if s.of == nil {
		s.of = map[kernel.Slot][]struck{}
	}
	s.of[i] = append(s.of[i], one)
}

// members tells the groups of a partition, and the links whose frames are struck.
func (s *strikes) members(w *World, f *Fault, number uint64) {
	for g, group := range f.Groups {
		for _, member := range group {
			w.Note(trace.Record{Kind: trace.Group, Frame: number, Node: member, Value: int64(g) + 1})
		}
	}
	for _, pair := range f.Links {
		w.Note(trace.Record{Kind: trace.Affected, Frame: number, Node: pair[0], Peer: pair[1]})
	}
}

// ended tells that all strikes of a kind on node i (the world: -1) are over.
func (s *strikes) ended(w *World, i kernel.Slot, kind FaultKind) {
	s.end(w, i, func(one struck) bool { return one.kind == kind })
}

// endedOne tells that one strike on node i (the world: -1) is over, if it is in force.
func (s *strikes) endedOne(w *World, i kernel.Slot, number uint64) {
	s.end(w, i, func(one struck) bool { return one.number == number })
}

func (s *strikes) end(w *World, i kernel.Slot, is func(struck) bool) {
	list := s.world
	if i >= 0 {
		list = s.of[i]
	}
	if !slices.ContainsFunc(list, is) {
		return
	}
	for _, one := range list {
		if is(one) {
			w.Note(trace.Record{Kind: trace.Over, Node: w.ID(i), Name: string(one.kind), Frame: one.number})
		}
	}
	list = slices.DeleteFunc(list, is)
	switch {
	case i < 0:
		s.world = list
	case len(list) == 0:
		delete(s.of, i)
	default:
		s.of[i] = list
	}
}
