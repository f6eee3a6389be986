package emulator

import (
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

func (w *World) do(i int, e *protocol.Effect) {
	n := &w.nodes[i]
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
