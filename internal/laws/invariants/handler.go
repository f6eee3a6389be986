package invariants

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A handler is whose State records are coming. What a node shows is to be judged
// when all records of one handler have come, at the next record of another node,
// instant or kind: between them old and new stand side by side.
type handler struct {
	node protocol.ID // Nobody: no handler runs
	at   protocol.Time
}

// over returns the node whose records have all come before r, if that is so.
func (h *handler) over(r *trace.Record) (node protocol.ID, at protocol.Time, over bool) {
	if h.node == protocol.Nobody || r.Node == h.node && r.At == h.at && r.Kind == trace.State {
		return protocol.Nobody, 0, false
	}
	node, at = h.node, h.at
	h.node = protocol.Nobody
	return node, at, true
}

// begin takes a State record of a handler.
func (h *handler) begin(r *trace.Record) { h.node, h.at = r.Node, r.At }
