package emulator

import "bellwether/protocol"

// forward sends the routed transmission k, which is at its from, one hop on.
func (w *World) forward(k int32) {
	t := &w.air.pool[k]
	if t.final == t.from {
		w.selfAddressed(k)
		return
	}
	next, ok := w.links.nextHop(w, t.from, t.final)
	t.to, t.hopeless = next, !ok
	w.hand(k)
}

// relay passes a routed message on from where it has just arrived.
func (w *World) relay(t *transmission) {
	if i := w.Slot(t.to); w.Suspended(i) {
		kept := *t
		w.Hold(i, func() { w.relay(&kept) })
		return
	}
	k := w.air.take()
	n := &w.air.pool[k]
	*n = *t
	n.from = t.to
	n.incarnation = w.Incarnation(w.Slot(n.from))
	n.start = w.Kernel.Now()
	w.forward(k)
}

// search is the state of a breadth-first search, kept to be used again.
type search struct {
	mark  []uint32 // round in which the node was found
	round uint32
	line  []protocol.ID
}

// nextHop is the neighbour of from on a shortest path to final over the true
// links of this instant. The search starts at the destination, so the node by
// which from is found is its next hop; neighbours are looked at in the order of
// their IDs.
func (l *links) nextHop(w *World, from, final protocol.ID) (protocol.ID, bool) {
	s := &l.search
	if s.mark == nil {
		s.mark = make([]uint32, len(l.of))
	}
	s.round++
	s.line = append(s.line[:0], final)
	s.mark[final-1] = s.round
	for at := 0; at < len(s.line); at++ {
		u := s.line[at]
		for _, v := range l.of[w.Slot(u)] {
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
