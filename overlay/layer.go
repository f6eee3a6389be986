package overlay

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A layer is the part that all wrappers share: the machine within, whose optional
// abilities pass through. A wrapper embeds it and replaces what it changes.
type layer struct {
	inner protocol.Machine
	timer protocol.Timer // the wrapper's own; lower ones are the inner machine's
	guard
}

// A guard is called before and after every call of the machine within.
type guard interface {
	// enter is called before, to show another view. It returns the number of effects.
	enter(env *protocol.Env) (mark int)
	// leave is called after, to restore the view and to rewrite the effects from mark on.
	leave(env *protocol.Env, mark int)
}

// A wrapper is a machine around a machine, of this package or of a driver that puts its own
// layer between an algorithm and its services.
type wrapper interface{ Unwrap() protocol.Machine }

// Unwrap is the machine within.
func (l *layer) Unwrap() protocol.Machine { return l.inner }

// Innermost returns the algorithm's machine within a stack. Its optional abilities are
// those of the stack: every layer has all of them, and passes them on.
func Innermost(m protocol.Machine) protocol.Machine {
	for {
		w, ok := m.(wrapper)
		if !ok {
			return m
		}
		m = w.Unwrap()
	}
}

// Observer reports whether a stack wants its driver to report neighbours: not if a layer
// finds them itself, or hides them.
func Observer(m protocol.Machine) bool {
	for {
		switch w := m.(type) {
		case *hello, *ring:
			return false
		case *aodv:
			if w.Detection == detectNeighbours {
				return true
			}
			m = w.inner
		case wrapper:
			m = w.Unwrap()
		default:
			_, ok := m.(protocol.NeighbourObserver)
			return ok
		}
	}
}

// Degree returns the number of neighbours by a stack's hello service; false if the stack
// has none.
func Degree(m protocol.Machine) (int, bool) {
	h, is := optional.Within[*hello](m)
	if !is {
		return 0, false
	}
	return h.Degree(), true
}

// Quality returns the share of recent hellos that a stack's hello service received, of all
// neighbours or of those named, see [hello.Quality]; false if the stack has none with a
// Window.
func Quality(m protocol.Machine, now protocol.Time, of ...protocol.ID) (float64, bool) {
	h, is := optional.Within[*hello](m)
	if !is || h.record == nil {
		return 0, false
	}
	return h.Quality(now, of...), true
}

// Start boots the machine within.
func (l *layer) Start(env *protocol.Env, saved []byte) {
	mark := l.enter(env)
	l.inner.Start(env, saved)
	l.leave(env, mark)
}

// Receive passes a message to the machine within.
func (l *layer) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	mark := l.enter(env)
	l.inner.Receive(env, from, m)
	l.leave(env, mark)
}

// Fire passes a time-out to the machine within.
func (l *layer) Fire(env *protocol.Env, t protocol.Timer) {
	mark := l.enter(env)
	l.inner.Fire(env, t)
	l.leave(env, mark)
}

// receiveOwn gives the machine within the oldest of the messages of the node to itself, if there
// is one.
func (l *layer) receiveOwn(env *protocol.Env, own *[]protocol.Message) {
	if len(*own) == 0 {
		return
	}
	m := (*own)[0]
	*own = slices.Delete(*own, 0, 1)
	l.Receive(env, env.Self(), m)
}

// Elect starts an election within.
func (l *layer) Elect(env *protocol.Env) {
	mark := l.enter(env)
	optional.Elect(l.inner, env)
	l.leave(env, mark)
}

// Resign makes the machine within step down.
func (l *layer) Resign(env *protocol.Env) {
	mark := l.enter(env)
	optional.Resign(l.inner, env)
	l.leave(env, mark)
}

// Settle begins in a settled system.
func (l *layer) Settle(env *protocol.Env, leader protocol.Capability) {
	mark := l.enter(env)
	optional.Settle(l.inner, env, leader)
	l.leave(env, mark)
}

// CapabilityChanged tells the machine within.
func (l *layer) CapabilityChanged(env *protocol.Env) {
	mark := l.enter(env)
	optional.CapabilityChanged(l.inner, env)
	l.leave(env, mark)
}

// NeighbourUp tells the machine within.
func (l *layer) NeighbourUp(env *protocol.Env, id protocol.ID) {
	mark := l.enter(env)
	optional.NeighbourUp(l.inner, env, id)
	l.leave(env, mark)
}

// NeighbourDown tells the machine within.
func (l *layer) NeighbourDown(env *protocol.Env, id protocol.ID) {
	mark := l.enter(env)
	optional.NeighbourDown(l.inner, env, id)
	l.leave(env, mark)
}

// copied replaces the machine within by its copy; it returns false if that cannot be
// copied.
func (l *layer) copied() bool {
	l.inner = optional.Copy(l.inner)
	return l.inner != nil
}

// Shift moves the machine within in time.
func (l *layer) Shift(now protocol.Time, d time.Duration) { optional.Shift(l.inner, now, d) }

// Renumber replaces numbers in the machine within.
func (l *layer) Renumber(to optional.Renumbering) { optional.Renumber(l.inner, to) }

// Regular makes the intervals of the services within equal: see [hello.Regular].
func (l *layer) Regular() { optional.Regulate(l.inner) }

// writers returns functions that append to a snapshot.
func writers(b *[]byte) (words func(...uint32), times func(...protocol.Time)) {
	words = func(list ...uint32) {
		for _, n := range list {
			*b = binary.BigEndian.AppendUint32(*b, n)
		}
	}
	times = func(list ...protocol.Time) {
		for _, t := range list {
			*b = protocol.AppendTime(*b, t)
		}
	}
	return words, times
}

// Snapshot appends the state of the machine within.
func (l *layer) Snapshot(b []byte) []byte { return l.inner.Snapshot(b) }

// Inspect shows the state of the machine within.
func (l *layer) Inspect(show func(name string, value int64)) { optional.Inspect(l.inner, show) }
