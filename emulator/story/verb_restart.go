package story

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// doRestart boots a node that is down, with what it saved, or without: forget.
// It and its neighbours are told of each other, and, as a node that joins a
// system already running must, it calls an election.
//
//	restart A
//	restart A forget
func (w *world) doRestart(d Directive) error {
	forget := len(d.Words) == 2 && d.Words[1] == "forget"
	if len(d.Words) != 1 && !forget {
		return fmt.Errorf("restart takes one node, and perhaps forget")
	}
	id, err := w.id(d.Words[0])
	switch {
	case err != nil:
		return err
	case w.up(id):
		return fmt.Errorf("restart: %s is up", w.name(id))
	}
	if forget {
		w.at(id).saved = nil
		w.note(trace.Record{Kind: trace.Fault, Name: trace.StorageLost, Node: id, Why: trace.WhyCommon})
	}
	w.line("%s restarts", w.name(id))
	w.start(id)
	for _, other := range w.appendNeighbours(nil, id) {
		w.tell(id, other)
		w.tell(other, id)
	}
	w.handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.Elect(m, env) })
	return nil
}
