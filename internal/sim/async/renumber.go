package async

import (
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Renumber moves the numbers that nodes give their messages without end, such as beacons, in
// machines and in frames on their way: for each node and term the newest number becomes zero,
// and all others move by as much. Two states that differ only in the number of messages sent
// before then have the same [System.Snapshot]. It returns false and changes nothing if a
// machine is no [optional.Counter]. The numbers of services around the machines do not move.
//
// From then on no node may boot with an empty storage: such a node begins again at a number
// that was not moved, in a term that it had. A node that boots with its storage begins a new
// term.
func (s *System) Renumber() bool {
	if !s.Machines.all(counts) {
		return false
	}
	type series struct {
		of   protocol.ID
		term uint32
	}
	newest := map[series]uint32{}
	find := func(of protocol.ID, term, number uint32) uint32 {
		to := series{of, term}
		if known, met := newest[to]; !met || int32(number-known) > 0 {
			newest[to] = number
		}
		return number
	}
	s.Machines.renumber(find)
	s.Air.renumber(find)
	move := func(of protocol.ID, term, number uint32) uint32 { return number - newest[series{of, term}] }
	s.Machines.renumber(move)
	s.Air.renumber(move)
	return true
}

// counts reports whether the numbers of a machine, without the services around it, can be moved.
func counts(m protocol.Machine) bool {
	_, ok := overlay.Innermost(m).(optional.Counter)
	return ok
}

// Terms returns the terms of a node of which the node itself, another node or a frame on its
// way holds a number. Each is listed once.
func (s *System) Terms(of protocol.ID) []uint32 {
	var out []uint32
	list := terms(of, &out)
	s.Machines.renumber(list)
	s.Air.renumber(list)
	return out
}

// terms returns a renumbering that lists the terms of a node and changes no number.
func terms(of protocol.ID, to *[]uint32) optional.Renumbering {
	return func(whose protocol.ID, term, number uint32) uint32 {
		if whose == of && !slices.Contains(*to, term) {
			*to = append(*to, term)
		}
		return number
	}
}
