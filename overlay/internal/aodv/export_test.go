package aodv

import "bellwether/protocol"

// Lag is by how much what a node knows of another's number exceeds that number; 0 if it
// knows none.
func Lag(m, of protocol.Machine, id protocol.ID) int32 {
	at, known := m.(*AODV).find(id)
	if !known || !m.(*AODV).routes[at].known {
		return 0
	}
	return int32(m.(*AODV).routes[at].seq - of.(*AODV).seq)
}

// Stranded returns the destination of a packet that waits without a search; Nobody if there is none.
func Stranded(m protocol.Machine) protocol.ID {
	a := m.(*AODV)
	for _, p := range a.waiting {
		if a.search(p.packet.Destination) < 0 {
			return p.packet.Destination
		}
	}
	return protocol.Nobody
}
