// Package slots keeps broadcasts that wait for a random delay and can be taken back meanwhile: see
// [protocol.Env.BroadcastSlot].
//
// It is a layer directly around the algorithm's machine, so that every driver has slots without
// knowing of them, and the layers outside see a plain broadcast once the delay is over. It assumes
// that its contract has checked the numbers of slots. It never delays another effect. Delays come
// from the node's own random numbers. A crash loses what waits.
//
// Cost: one timer of the node; a comparison for each effect, and memory for one message for each
// slot.
package slots

import (
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Slots is the layer.
type Slots struct {
	layer.Layer
	waiting []waiting // by slot
}

// waiting is a broadcast that waits; without a message the slot is free.
type waiting struct {
	message protocol.Message
	due     protocol.Time
}

// New wraps inner, which has so many slots; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, count int) *Slots {
	s := &Slots{Layer: layer.Layer{Inner: inner, Timer: t}, waiting: make([]waiting, count)}
	s.Guard = s
	return s
}

// Fire broadcasts what is due.
func (s *Slots) Fire(env *protocol.Env, t protocol.Timer) {
	if t != s.Timer {
		s.Layer.Fire(env, t)
		return
	}
	for i := range s.waiting {
		if w := &s.waiting[i]; w.message != nil && w.due <= env.Now() {
			env.Broadcast(w.message)
			*w = waiting{}
		}
	}
	s.arm(env)
}

// Enter returns the number of effects.
func (s *Slots) Enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// Leave takes the effects on slots. Each becomes one that does nothing, since arm sets the timer
// after all of them.
func (s *Slots) Leave(env *protocol.Env, mark int) {
	changed := false
	for i := range env.Driver().Effects()[mark:] {
		e := &env.Driver().Effects()[mark+i]
		if e.Op != protocol.OpSlot && e.Op != protocol.OpCancel || int(e.Slot) >= len(s.waiting) {
			continue // a slot that is not declared broke the contract
		}
		w := &s.waiting[e.Slot]
		if *w = (waiting{}); e.Op == protocol.OpSlot {
			*w = waiting{e.Message, env.Now().Add(layer.Spread(env, e.Within+1))}
		}
		*e, changed = protocol.Effect{Op: protocol.OpStopTimer, Timer: s.Timer}, true
	}
	if changed {
		s.arm(env)
	}
}

// arm sets the timer for what is due first.
func (s *Slots) arm(env *protocol.Env) {
	due, any := protocol.Time(0), false
	for _, w := range s.waiting {
		if w.message != nil && (!any || w.due < due) {
			due, any = w.due, true
		}
	}
	if any {
		env.SetTimer(s.Timer, due.Sub(env.Now()))
	}
}

// Waits reports whether a broadcast waits in a slot.
func (s *Slots) Waits() bool {
	return slices.ContainsFunc(s.waiting, func(w waiting) bool { return w.message != nil })
}

// Copy returns slots around a copy of the machine within, nil if that is no [protocol.Copier].
func (s *Slots) Copy() protocol.Machine {
	c := *s
	if !c.Copied() {
		return nil
	}
	c.waiting = slices.Clone(s.waiting)
	c.Guard = &c
	return &c
}

// Shift moves what waits, and the machine within.
func (s *Slots) Shift(now protocol.Time, d time.Duration) {
	for i := range s.waiting {
		if w := &s.waiting[i]; w.message != nil {
			w.message, w.due = protocol.Shift(w.message, d), w.due.Add(d)
		}
	}
	s.Layer.Shift(now, d)
}

// Renumber replaces numbers in what waits, and in the machine within.
func (s *Slots) Renumber(to optional.Renumbering) {
	for i := range s.waiting {
		if w := &s.waiting[i]; w.message != nil {
			w.message = optional.Renumbered(w.message, to)
		}
	}
	s.Layer.Renumber(to)
}

// Snapshot appends what waits, and the state within.
func (s *Slots) Snapshot(b []byte) []byte {
	for _, w := range s.waiting {
		b = append(b, protocol.Bit(w.message != nil))
		if w.message != nil {
			b = protocol.Marshal(protocol.AppendTime(b, w.due), w.message)
		}
	}
	return s.Inner.Snapshot(b)
}
