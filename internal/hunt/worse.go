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
	best   protocol.Capability // of all
	why    string
	astray string // the first time that anybody takes anybody but the best
}

func newWorse(values []int64) *worse {
	w := &worse{offers: make([]protocol.Capability, len(values)+1)}
	for i, v := range values {
		w.offers[i+1] = protocol.Capability{ID: protocol.ID(i + 1), Value: v}
		w.best = w.best.Better(w.offers[i+1])
	}
	return w
}

// Wants is who follows whom.
func (*worse) Wants() trace.Set { return trace.Of(trace.Elected) }

// Record compares a node with whom it takes for its leader.
func (w *worse) Record(r *trace.Record) {
	if w.astray == "" && r.Peer != protocol.Nobody && r.Peer != w.best.ID {
		w.astray = fmt.Sprintf("%v takes %v for its leader at %v, where %v is the best of all and nothing happens", r.Node, r.Peer, r.At, w.best.ID)
	}
	if w.why == "" && r.Peer != protocol.Nobody && w.offers[r.Node].Exceeds(w.offers[r.Peer]) {
		w.why = fmt.Sprintf("%v, which offers %d, takes %v for its leader at %v, which offers %d",
			r.Node, w.offers[r.Node].Value, r.Peer, r.At, w.offers[r.Peer].Value)
	}
}
