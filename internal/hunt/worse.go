package hunt

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// neverWorse are the algorithms in which a node never takes a leader that offers less than
// itself, whatever is lost or crashes: it compares each claim with itself. Of others it is
// asked where nothing ever happens to the world: VKT04 takes over what was announced to a
// part of a broken tree, and mends that later.
var neverWorse = map[string]bool{
	"bully": true, "chang-roberts": true, "chang-roberts-replacing": true, "ring-list": true, "le-lann": true, "franklin": true,
	"s-elect-leader-c": true, "simple-sync": true, "flood-max": true, "global-view": true,
}

// worse is a sink that notes the first time that a node takes a leader that offers less than
// itself. It assumes that offers are fixed.
type worse struct {
	offers []protocol.Capability
	why    string
}

func newWorse(values []int64) *worse {
	w := &worse{offers: make([]protocol.Capability, len(values)+1)}
	for i, v := range values {
		w.offers[i+1] = protocol.Capability{ID: protocol.ID(i + 1), Value: v}
	}
	return w
}

// Wants is who follows whom.
func (*worse) Wants() trace.Set { return trace.Of(trace.Elected) }

// Record compares a node with whom it takes for its leader.
func (w *worse) Record(r *trace.Record) {
	if w.why == "" && r.Peer != protocol.Nobody && w.offers[r.Node].Exceeds(w.offers[r.Peer]) {
		w.why = fmt.Sprintf("%v, which offers %d, takes %v for its leader at %v, which offers %d",
			r.Node, w.offers[r.Node].Value, r.Peer, r.At, w.offers[r.Peer].Value)
	}
}
