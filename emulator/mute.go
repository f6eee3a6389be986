package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// mutes are the nodes whose radios cannot send: the duty cycle holds the next frame
// back, or would have to if it did not drop it; or the queue is full, so that what the
// machine says is lost. Each spell is told when it is over, once, whatever made it; a
// spell ends with the node that is mute, and with the run.
//
// Nothing is kept before the first spell of a run. It assumes that no spell begins
// before the last one did.
type mutes struct{ of []mute }

// mute is the newest spell of one node.
type mute struct {
	from, until int64 // until: by the duty cycle
	crowded     bool  // the queue is full: the spell has no end yet
	why         trace.Why
}

// at is the newest spell of node i.
func (m *mutes) at(w *World, i kernel.Slot) *mute {
	if m.of == nil {
		m.of = make([]mute, len(w.nodes))
	}
	return &m.of[i]
}

// capped begins or prolongs a spell by the duty cycle.
func (m *mutes) capped(w *World, i kernel.Slot, from, until int64) {
	s := m.at(w, i)
	if !s.crowded && from > s.until {
		s.tell(w, i)
		s.from = from
	}
	s.until, s.why = max(s.until, until), trace.WhyDuty
}

// full begins a spell, or leaves one without an end, as node i's queue takes no more.
func (m *mutes) full(w *World, i kernel.Slot) {
	s := m.at(w, i)
	if s.crowded {
		return
	}
	if w.Kernel.Now() > s.until {
		s.tell(w, i)
		*s = mute{from: w.Kernel.Now(), why: trace.WhyQueue}
	}
	s.crowded = true
}

// room ends a spell by the queue.
func (m *mutes) room(w *World, i kernel.Slot) {
	if m.of == nil || !m.of[i].crowded {
		return
	}
	s := &m.of[i]
	s.crowded, s.until = false, max(s.until, w.Kernel.Now())
}

// stop ends what node i, which stops, was in.
func (m *mutes) stop(w *World, i kernel.Slot) {
	if m.of == nil {
		return
	}
	s := &m.of[i]
	if s.crowded {
		s.until = w.Kernel.Now()
	}
	s.until = min(s.until, w.Kernel.Now())
	s.tell(w, i)
	*s = mute{}
}

// end ends all spells with the run.
func (m *mutes) end(w *World) {
	if m.of == nil {
		return
	}
	for _, i := range w.ByID {
		m.stop(w, i)
	}
}

// tell records a spell that is over.
func (s *mute) tell(w *World, i kernel.Slot) {
	if s.until > s.from && w.Wants(trace.Mute) {
		w.Note(trace.Record{Kind: trace.Mute, Node: w.ID(i), Why: s.why, Frame: uint64(s.from), Value: s.until})
	}
}
