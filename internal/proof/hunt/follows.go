package hunt

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// follows is a sink that checks whom nodes take for their leader (see optional.NeverWorse and
// optional.OnlyBest). It assumes that capabilities are fixed.
type follows struct {
	onlyBest bool // check also that only the best is taken
	offers   []protocol.Capability
	best     protocol.Capability // of all
	worse    string              // the first time that a node takes a leader that offers less than itself
	lesser   string              // the first time that a node takes a node other than the best
}

func newFollows(values []int64) *follows {
	w := &follows{offers: make([]protocol.Capability, len(values)+1)}
	for i, v := range values {
		w.offers[i+1] = protocol.Capability{ID: protocol.ID(i + 1), Value: v}
		w.best = w.best.Better(w.offers[i+1])
	}
	return w
}

// Wants returns the kinds of records that show who follows whom.
func (*follows) Wants() trace.Set { return trace.Of(trace.Elected) }

// Record compares a node with the leader that it takes.
func (w *follows) Record(r *trace.Record) {
	if w.onlyBest && w.lesser == "" && r.Peer != protocol.Nobody && r.Peer != w.best.ID {
		w.lesser = fmt.Sprintf("%v takes %v for its leader at %v, where %v is the best of all and nothing happens", r.Node, r.Peer, r.At, w.best.ID)
	}
	if w.worse == "" && r.Peer != protocol.Nobody && w.offers[r.Node].Exceeds(w.offers[r.Peer]) {
		w.worse = fmt.Sprintf("%v, which offers %d, takes %v for its leader at %v, which offers %d",
			r.Node, w.offers[r.Node].Value, r.Peer, r.At, w.offers[r.Peer].Value)
	}
}
