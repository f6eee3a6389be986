package hunt

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// single is a sink that checks that one election has one leader: no two nodes lead by one
// computation. Terms of Raft promise it; the verdict counts where the goal asks for a quorum. A
// node that lost its storage may reuse the numbers of earlier computations, so nothing is checked
// after such a loss.
type single struct {
	leads map[protocol.Computation]protocol.ID
	blind bool // some storage was lost
	why   string
}

func newSingle() *single { return &single{leads: map[protocol.Computation]protocol.ID{}} }

// Wants returns who follows whom by which computation, and the loss of storage.
func (*single) Wants() trace.Set { return trace.Of(trace.Elected, trace.Fault) }

// Record checks a node that takes itself for the leader.
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
