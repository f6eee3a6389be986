package story

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// doCrash stops nodes at once. What they have sent is on its way still; what was
// sent to them, or has no route now, is lost. Their neighbours are told.
//
//	crash A
func (w *world) doCrash(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		n := w.at(id)
		if n.machine == nil {
			continue // named twice
		}
		n.machine, n.leader, n.electing = nil, protocol.Nobody, false
		clear(n.timers)
		w.note(trace.Record{Kind: trace.Crash, Node: id, Why: trace.WhyFault})
		w.line("%s crashes", w.name(id))
		w.clear()
		for _, other := range w.appendNeighbours(nil, id) {
			w.tell(other, id)
		}
	}
	return nil
}
