package faults

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// books record what the script did: how long each strike is meant to last, where it is
// and which nodes it strikes, and when it ended: by its own end, by another fault or by a
// boot. The trace hash leaves these records out, since they follow from the scenario, and
// they cost nothing if no sink wants them.
//
// All that one fault strikes at one instant is one strike with one number. A fault
// without a duration (restart, elect, recharge, drain, radio-on, heal) ends when it strikes.
type books struct {
	k     *kernel.Kernel
	made  uint64
	world []struck                 // in force
	of    map[kernel.Slot][]struck // by node: the strikes in force; never ranged over
}

// struck is a strike in force.
type struck struct {
	number uint64
	kind   Kind
}

// number returns the number of a new strike.
func (b *books) number() uint64 {
	b.made++
	return b.made
}

// locate records where the newest strike strikes.
func (b *books) locate(f *Fault) {
	if f.inRegion() && b.k.Wants(trace.Region) {
		b.k.Note(f.Region.told(b.made))
	}
}

// began records that a strike took effect, and for how long it is meant to last.
func (b *books) began(s *strike) {
	if !b.k.Wants(trace.Strike) && !b.k.Wants(trace.Over) {
		return
	}
	until := int64(-1)
	if s.lasts > 0 {
		until = b.k.After(s.lasts)
	}
	b.k.Note(trace.Record{Kind: trace.Strike, Node: b.k.ID(s.node), Name: string(s.Kind), Frame: s.number, Bytes: int32(s.index) + 1, Value: until,
		X: s.Probability, Y: s.Delay.Seconds(), VX: float64(s.PPM)})
	one := struck{s.number, s.Kind}
	if s.node == world {
		b.world = append(b.world, one)
		b.members(s)
		return
	}
	if b.of == nil {
		b.of = map[kernel.Slot][]struck{}
	}
	b.of[s.node] = append(b.of[s.node], one)
}

// members records the groups of a partition, and the links whose frames are struck.
func (b *books) members(s *strike) {
	for g, group := range s.Groups {
		for _, member := range group {
			b.k.Note(trace.Record{Kind: trace.Group, Frame: s.number, Node: member, Value: int64(g) + 1})
		}
	}
	for _, pair := range s.Links {
		b.k.Note(trace.Record{Kind: trace.Affected, Frame: s.number, Node: pair[0], Peer: pair[1]})
	}
}

// ended records that all strikes of a kind on node i, or in the world, are over.
func (b *books) ended(i kernel.Slot, kind Kind) {
	b.end(i, func(one struck) bool { return one.kind == kind })
}

// endedOne records that a strike is over, if it is in force.
func (b *books) endedOne(s *strike) {
	b.end(s.node, func(one struck) bool { return one.number == s.number })
}

func (b *books) end(i kernel.Slot, is func(struck) bool) {
	list := b.world
	if i != world {
		list = b.of[i]
	}
	if !slices.ContainsFunc(list, is) {
		return
	}
	for _, one := range list {
		if is(one) {
			b.k.Note(trace.Record{Kind: trace.Over, Node: b.k.ID(i), Name: string(one.kind), Frame: one.number})
		}
	}
	list = slices.DeleteFunc(list, is)
	switch {
	case i == world:
		b.world = list
	case len(list) == 0:
		delete(b.of, i)
	default:
		b.of[i] = list
	}
}
