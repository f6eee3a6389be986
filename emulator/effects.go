package emulator

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// carryOut does in order what the handler of node i has decided. Effects only
// schedule and record: none calls a machine, so the Env stays whole. Where
// Config.Interrupt says so the node crashes before an effect, and the rest of
// them never happened.
func (w *World) carryOut(i int) {
	effects := w.env.Effects()
	if len(effects) == 0 {
		return
	}
	if w.terms.Held(&w.env); w.breached() {
		return
	}
	for k := range effects {
		e := &effects[k]
		if w.cfg.Interrupt != nil && w.cfg.Interrupt(id(i), *e) {
			w.interrupt(i)
			return
		}
		w.do(i, e)
	}
	if w.wants.Has(trace.State) {
		w.inspect(i)
	}
}

// breached says whether the machine broke its contract: the run ends with that.
func (w *World) breached() bool {
	if b := w.env.Broken(); b != nil && w.err == nil {
		w.err = fmt.Errorf("emulator: %w", b)
	}
	return w.err != nil
}

// known says whether a node that a machine names is one of the world, or nobody.
func (w *World) known(e *protocol.Effect) bool {
	if int(e.To) <= len(w.nodes) {
		return true
	}
	w.env.Break(&protocol.Breach{Algorithm: w.cfg.Algorithm.Name, Did: fmt.Sprintf("names node %d, and there are nodes 1 to %d", e.To, len(w.nodes)),
		Instead: "name a node that it was told of: a neighbour, a member, or one from a message"})
	return !w.breached()
}

func (w *World) do(i int, e *protocol.Effect) {
	n := &w.nodes[i]
	if !w.known(e) {
		return
	}
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		w.say(i, e)
	case protocol.OpSetTimer:
		w.setTimer(i, e.Timer, w.after(w.clocks.span(i, e.Within)))
	case protocol.OpStopTimer:
		w.slots[i*w.timers+int(e.Timer)].deadline = never
	case protocol.OpSave:
		w.saved[i] = e.State
	case protocol.OpElecting:
		n.leader = protocol.Nobody
		if w.wants.Has(trace.Electing) {
			w.note(trace.Record{Kind: trace.Electing, Node: id(i), Computation: e.Computation})
		}
	case protocol.OpElected:
		n.leader = e.To
		if w.wants.Has(trace.Elected) {
			w.note(trace.Record{Kind: trace.Elected, Node: id(i), Peer: e.To, Computation: e.Computation})
		}
	case protocol.OpSuspect:
		w.note(trace.Record{Kind: trace.Suspect, Node: id(i), Peer: e.To})
	case protocol.OpTrust:
		w.note(trace.Record{Kind: trace.Trust, Node: id(i), Peer: e.To})
	case protocol.OpMeet:
		w.note(trace.Record{Kind: trace.NeighbourUp, Node: id(i), Peer: e.To})
	case protocol.OpPart:
		w.note(trace.Record{Kind: trace.NeighbourDown, Node: id(i), Peer: e.To})
	}
}
