package story

import (
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// flight is one message on its way to one node.
type flight struct {
	from, to protocol.ID
	frame    uint64 // its number; one for all copies of a broadcast
	routed   bool   // over live nodes, and not over one link
	message  protocol.Message
}

// say puts what a node sends on its way, as far as there is one.
func (w *world) say(id protocol.ID, e protocol.Effect) {
	w.frames++
	f := flight{from: id, to: e.To, frame: w.frames, routed: e.Op == protocol.OpRoute, message: e.Message}
	w.noteMessage(trace.Send, id, f)
	if e.Op == protocol.OpBroadcast {
		w.speak(id, "⇒", protocol.Nobody, e.Message, "")
		for _, to := range w.appendNeighbours(nil, id) {
			f.to = to
			w.air = append(w.air, f)
		}
		return
	}
	w.speak(id, "→", e.To, e.Message, "")
	if why := w.grounded(f); why != "" {
		w.drop(f, why)
		return
	}
	w.air = append(w.air, f)
}

// grounded says why a message cannot arrive; "" if it can.
func (w *world) grounded(f flight) string {
	switch {
	case f.to == protocol.Nobody || int(f.to) > len(w.nodes):
		return "there is no such node"
	case !w.up(f.to):
		return w.name(f.to) + " is down"
	case f.routed && w.distance(f.from, f.to) < 0:
		return "no route"
	case !f.routed && !w.linked(f.from, f.to):
		return "no link"
	}
	return ""
}

// drop tells of a message that does not arrive.
func (w *world) drop(f flight, why string) {
	w.noteMessage(trace.Lost, f.to, f)
	w.speak(f.from, "✗", f.to, f.message, ": "+why)
}

// clear drops what can arrive no more, after a cut or a crash.
func (w *world) clear() {
	w.air = slices.DeleteFunc(w.air, func(f flight) bool {
		why := w.grounded(f)
		if why != "" {
			w.drop(f, why)
		}
		return why != ""
	})
}

// arrive delivers the message at a place of the queue.
func (w *world) arrive(at int) {
	f := w.air[at]
	w.air = slices.Delete(w.air, at, at+1)
	w.noteMessage(trace.Receive, f.to, f)
	w.speak(f.to, "←", f.from, f.message, "")
	w.handle(f.to, func(m protocol.Machine, env *protocol.Env) { m.Receive(env, f.from, f.message) })
}

// next finds the oldest message from one node to another, of a kind if one is
// named; -1 if there is none.
func (w *world) next(from, to protocol.ID, kind string) int {
	return slices.IndexFunc(w.air, func(f flight) bool {
		return f.from == from && f.to == to && (kind == "" || w.kinds[f.message.Kind()] == kind)
	})
}

// arriveAll delivers messages, oldest first, until none is on its way.
func (w *world) arriveAll() {
	for len(w.air) > 0 && w.steps <= maxSteps {
		w.arrive(0)
	}
}
