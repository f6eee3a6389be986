package hunt

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// single is a sink that checks that one election has one leader: nobody leads by a
// computation by which another node leads, and nobody takes two for the leader of one. It is
// what a term of Raft promises, and a computation of VKT04. A life that forgot its storage may
// number its computations as one before it did: after that nothing is judged.
type single struct {
	leads map[protocol.Computation]protocol.ID
	blind bool
	why   string
}

func newSingle() *single { return &single{leads: map[protocol.Computation]protocol.ID{}} }

// Wants is who follows whom by which computation, and lost storage.
func (*single) Wants() trace.Set { return trace.Of(trace.Elected, trace.Fault) }

// Record takes what happened.
func (s *single) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Fault:
		s.blind = s.blind || r.Name == trace.StorageLost
	case s.blind || s.why != "" || r.Computation == (protocol.Computation{}) || r.Peer != r.Node:
	default:
		if other, led := s.leads[r.Computation]; led && other != r.Node {
			s.why = fmt.Sprintf("%v and %v both lead by computation %v, the second from %v on", other, r.Node, r.Computation, r.At)
		}
		s.leads[r.Computation] = r.Node
	}
}
