package links

import "bellwether/protocol"

// search is the state of a breadth-first search, kept to be used again.
type search struct {
	mark  []uint32 // by ID, from 0: round in which the node was found
	round uint32
	line  []protocol.ID
}

// NextHop is the neighbour of from on a shortest path to final over the true
// links of this instant. The search starts at the destination, so the node by
// which from is found is its next hop; neighbours are looked at in the order of
// their IDs.
func (l *Links) NextHop(from, final protocol.ID) (protocol.ID, bool) {
	s := &l.search
	if s.mark == nil {
		s.mark = make([]uint32, len(l.of))
	}
	s.round++
	s.line = append(s.line[:0], final)
	s.mark[final-1] = s.round
	for at := 0; at < len(s.line); at++ {
		u := s.line[at]
		for _, v := range l.of[l.k.Slot(u)] {
			if v == from {
				return u, true
			}
			if s.mark[v-1] != s.round {
				s.mark[v-1] = s.round
				s.line = append(s.line, v)
			}
		}
	}
	return protocol.Nobody, false
}
