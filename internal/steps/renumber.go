package steps

import (
	"bellwether/internal/ability"
	"bellwether/protocol"
)

// Renumber makes the newest number of each node and term zero, of the numbers that nodes
// give what they say without end, and moves all others by as much, in machines and in frames
// on their way. Two states that differ only in how much was said are then one. It reports
// whether it could: all machines must number so ([ability.Counter]), without a service
// around them. Otherwise it changes nothing.
//
// It may be used where no node boots with an empty storage from then on: such a node begins
// again at a number that is not moved, in a term that it had. One that boots with its
// storage begins a new term.
func (s *System) Renumber() bool {
	for i := range s.nodes {
		if m := s.nodes[i].machine; m != nil {
			if _, ok := m.(ability.Counter); !ok {
				return false
			}
		}
	}
	type series struct {
		of   protocol.ID
		term uint32
	}
	newest := map[series]uint32{}
	s.renumber(func(of protocol.ID, term, number uint32) uint32 {
		to := series{of, term}
		if known, met := newest[to]; !met || int32(number-known) > 0 {
			newest[to] = number
		}
		return number
	})
	s.renumber(func(of protocol.ID, term, number uint32) uint32 { return number - newest[series{of, term}] })
	return true
}

func (s *System) renumber(to func(of protocol.ID, term, number uint32) uint32) {
	for i := range s.nodes {
		if m := s.nodes[i].machine; m != nil {
			m.(ability.Counter).Renumber(to)
		}
	}
	for i := range s.air {
		if m, ok := s.air[i].Message.(ability.Counted); ok {
			s.air[i].Message = m.Renumbered(to)
		}
	}
}
