package story

import (
	"slices"
	"strings"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
	"bellwether/trace"
)

// maxNodes bounds a story: more nodes are hard to read, and the search for a name is linear.
const maxNodes = 64

// maxSteps bounds the handlers that one directive runs. Ten nodes with four neighbours each
// that broadcast every two seconds run 90 000 in an hour; a flood without end runs more.
const maxSteps = 200_000

// A board is a system, and the text about what happens in it.
type board struct {
	*Setup
	*async.System

	told   strings.Builder
	quiet  bool
	failed bool
}

// open makes the system of a setup. Nothing runs before the setup begins.
func open(s *Setup, sinks []trace.Sink) *board {
	w := &board{Setup: s, System: s.fresh(sinks)}
	w.Hooks = async.Hooks{Effect: w.effect, Fired: w.fired, Said: w.said, Heard: w.heard, Lost: w.lost}
	return w
}

func (w *board) value(id protocol.ID) int64 { return w.Standings.Capability(id).Value }

// effect writes a node's belief if an effect changes it.
func (w *board) effect(id protocol.ID, e protocol.Effect) bool {
	switch e.Op {
	case protocol.OpElecting:
		w.writeBelief(id, "enters an election%s", w.under(e.Computation))
	case protocol.OpElected:
		if e.To == protocol.Nobody {
			w.writeBelief(id, "knows no leader")
			break
		}
		w.writeBelief(id, "follows %s%s", w.name(e.To), w.under(e.Computation))
	case protocol.OpSuspect:
		w.writeBelief(id, "suspects %s", w.name(e.To))
	case protocol.OpTrust:
		w.writeBelief(id, "trusts %s again", w.name(e.To))
	case protocol.OpMeet:
		w.writeBelief(id, "meets %s", w.name(e.To))
	case protocol.OpPart:
		w.writeBelief(id, "parts from %s", w.name(e.To))
	}
	return true
}

func (w *board) fired(id protocol.ID, t protocol.Timer) { w.writeStep("%s: timer %d", w.name(id), t) }

func (w *board) heard(f async.Frame) { w.writeMessage(f.To, "←", f.From, f.Message, "") }

func (w *board) said(f async.Frame) {
	sign := "→"
	if f.To == protocol.Nobody {
		sign = "⇒"
	}
	w.writeMessage(f.From, sign, f.To, f.Message, "")
}

// lost writes that a message does not arrive.
func (w *board) lost(f async.Frame, why async.Loss) {
	words := "lost"
	switch why {
	case async.NoRoute:
		words = "no route"
	case async.NoLink:
		words = "no link"
	case async.Down:
		words = w.name(f.To) + " is down"
	}
	w.writeMessage(f.From, "✗", f.To, f.Message, ": "+words)
}

// next finds the oldest message from one node to another, of a kind if one is named; -1 if no
// such message is on its way.
func (w *board) next(e async.Pair, kind string) int {
	return slices.IndexFunc(w.Air.Frames(), func(f async.Frame) bool {
		return f.From == e.A && f.To == e.B && (kind == "" || w.kinds[f.Message.Kind()] == kind)
	})
}
