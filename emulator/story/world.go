package story

import (
	"slices"
	"strings"

	"bellwether/internal/steps"
	"bellwether/protocol"
	"bellwether/trace"
)

// maxNodes bounds a story: a page holds no more nodes, and a name is looked up among all.
const maxNodes = 64

// maxSteps bounds the handlers that one directive runs. Ten nodes that beacon every two
// seconds run half as many in an hour; a flood without end runs more.
const maxSteps = 200_000

// board is a system, and the text about it.
type board struct {
	*Setup
	*steps.System

	told   strings.Builder
	quiet  bool
	failed bool
}

// open makes the system of a setup. Nothing runs before the setup begins.
func open(s *Setup, sinks []trace.Sink) *board {
	w := &board{Setup: s, System: s.fresh(sinks)}
	w.Hooks = steps.Hooks{Effect: w.effect, Fired: w.fired, Said: w.said, Heard: w.heard, Lost: w.lost}
	return w
}

func (w *board) value(id protocol.ID) int64 { return w.Capability(id).Value }

// effect writes what a node believes after an effect.
func (w *board) effect(id protocol.ID, e protocol.Effect) bool {
	switch e.Op {
	case protocol.OpElecting:
		w.believe(id, "enters an election%s", w.under(e.Computation))
	case protocol.OpElected:
		if e.To == protocol.Nobody {
			w.believe(id, "knows no leader")
			break
		}
		w.believe(id, "follows %s%s", w.name(e.To), w.under(e.Computation))
	case protocol.OpSuspect:
		w.believe(id, "suspects %s", w.name(e.To))
	case protocol.OpTrust:
		w.believe(id, "trusts %s again", w.name(e.To))
	case protocol.OpMeet:
		w.believe(id, "meets %s", w.name(e.To))
	case protocol.OpPart:
		w.believe(id, "parts from %s", w.name(e.To))
	}
	return true
}

func (w *board) fired(id protocol.ID, t protocol.Timer) { w.remark("%s: timer %d", w.name(id), t) }

func (w *board) heard(f steps.Frame) { w.speak(f.To, "←", f.From, f.Message, "") }

func (w *board) said(f steps.Frame) {
	sign := "→"
	if f.To == protocol.Nobody {
		sign = "⇒"
	}
	w.speak(f.From, sign, f.To, f.Message, "")
}

// lost writes that a message does not arrive.
func (w *board) lost(f steps.Frame, why steps.Loss) {
	words := "lost"
	switch why {
	case steps.NoRoute:
		words = "no route"
	case steps.NoLink:
		words = "no link"
	case steps.Down:
		words = w.name(f.To) + " is down"
	}
	w.speak(f.From, "✗", f.To, f.Message, ": "+words)
}

// next finds the oldest message from one node to another, of a kind if one is
// named; -1 if there is none.
func (w *board) next(e steps.Pair, kind string) int {
	return slices.IndexFunc(w.Air(), func(f steps.Frame) bool {
		return f.From == e.A && f.To == e.B && (kind == "" || w.kinds[f.Message.Kind()] == kind)
	})
}
