package faults

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// partition divides the nodes into groups that hear only themselves, and replaces any
// other partition. Nodes that are in no group stay together.
type partition struct{ *Faults }

func newPartition(f *Faults) strikes { return partition{f} }

func (p partition) strike(s *strike) bool {
	p.books.ended(world, Partition) // by this one
	p.books.began(s)
	p.parted = s.number
	of := make([]int32, p.k.Nodes)
	for g, group := range s.Groups {
		for _, member := range group {
			of[p.k.Slot(member)] = int32(g) + 1
		}
	}
	p.Reach.Divide(func(i kernel.Slot) int32 { return of[i] })
	p.Links.RefreshAll()
	return true
}

func (p partition) end(s *strike) {
	if p.parted == s.number {
		p.k.Note(trace.Record{Kind: trace.Fault, Name: string(Heal), Why: trace.WhyCommon})
		p.heal()
	}
}

// heal ends every partition.
type heal struct {
	noEnd
	*Faults
}

func newHeal(f *Faults) strikes { return heal{Faults: f} }

func (h heal) strike(*strike) bool {
	h.heal()
	return false
}

func (f *Faults) heal() {
	f.books.ended(world, Partition)
	f.parted = 0
	f.Reach.Divide(func(kernel.Slot) int32 { return 0 })
	f.Links.RefreshAll()
}
