package steps

import (
	"slices"

	"bellwether/internal/ability"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Renumber makes the newest number of each node and term zero, of the numbers that nodes
// give what they say without end, and moves all others by as much, in machines and in frames
// on their way. Two states that differ only in how much was said are then one. It reports
// whether it could: all machines must number so ([ability.Counter]). Otherwise it changes
// nothing. The numbers of services around them stay as they are.
//
// It may be used where no node boots with an empty storage from then on: such a node begins
// again at a number that is not moved, in a term that it had. One that boots with its
// storage begins a new term.
func (s *System) Renumber() bool {
	for i := range s.nodes {
		if m := s.nodes[i].machine; m != nil {
			if _, ok := overlay.Innermost(m).(ability.Counter); !ok {
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

// Terms are the terms of a node of which a number is known: to the node itself, to another
// node, or in a frame on its way. Each is listed once.
func (s *System) Terms(of protocol.ID) []uint32 {
	var out []uint32
	s.renumber(terms(of, &out))
	return out
}

// OwnTerms are those of Terms that the node itself knows; none if it is down.
func (s *System) OwnTerms(of protocol.ID) []uint32 {
	var out []uint32
	if m := s.at(of).machine; m != nil {
		ability.Renumber(m, terms(of, &out))
	}
	return out
}

// terms notes the terms of a node, and leaves all numbers as they are.
func terms(of protocol.ID, to *[]uint32) ability.Renumbering {
	return func(whose protocol.ID, term, number uint32) uint32 {
		if whose == of && !slices.Contains(*to, term) {
			*to = append(*to, term)
		}
		return number
	}
}

func (s *System) renumber(to ability.Renumbering) {
	for i := range s.nodes {
		if m := s.nodes[i].machine; m != nil {
			ability.Renumber(m, to)
		}
	}
	for i := range s.air {
		s.air[i].Message = ability.Renumbered(s.air[i].Message, to)
	}
}
