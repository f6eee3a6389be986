package links

import "bellwether/protocol"

// search is a breadth-first search from a destination over the true links. It is kept
// while no link changes, and continues where it stopped when a query needs a node farther
// away.
type search struct {
	final   protocol.ID
	changes uint64        // of links, before it began
	hop     []protocol.ID // by ID − 1: the node from which that node was found; Nobody: not found yet
	line    []protocol.ID // found, in order
	at      int           // index of the node in the queue whose neighbours come next
}

// searchEntries bounds the entries of all kept searches: 8 MB. A world of 1000 nodes
// keeps one for each destination.
const searchEntries = 1 << 20

// NextHop is the neighbour of from on a shortest path to final over the true
// links of this instant. The search starts at the destination, so the node from which
// `from` is found is its next hop. Neighbours are visited in the order of their IDs.
func (l *Links) NextHop(from, final protocol.ID) (protocol.ID, bool) {
	s := l.toward(final)
	for s.hop[from-1] == protocol.Nobody && s.at < len(s.line) {
		u := s.line[s.at]
		s.at++
		for _, v := range l.of[l.k.Slot(u)] {
			if s.hop[v-1] != protocol.Nobody {
				continue
			}
			s.hop[v-1] = u
			if v != final {
				s.line = append(s.line, v)
			}
		}
	}
	hop := s.hop[from-1]
	return hop, hop != protocol.Nobody
}

// toward returns the search from a destination. It starts again if the links have changed
// or its memory was given to another search.
func (l *Links) toward(final protocol.ID) *search {
	if l.searches == nil {
		l.searches = make([]search, min(max(searchEntries/len(l.of), 1), len(l.of)))
	}
	s := &l.searches[int(final-1)%len(l.searches)]
	if s.final != final || s.changes != l.changes {
		if s.hop == nil {
			s.hop = make([]protocol.ID, len(l.of))
		}
		clear(s.hop)
		s.final, s.changes, s.line, s.at = final, l.changes, append(s.line[:0], final), 0
	}
	return s
}
