// Package layer has the part that all services share: Layer, a machine around a machine, which
// passes the optional abilities of the machine within on. It also numbers the overlay's kinds of
// messages, and draws delays.
//
// A service embeds a Layer and sets its Guard, which is called before and after each call of the
// machine within. It assumes that a driver calls one handler of a node at a time. It never
// changes an effect itself. Cost: two calls for each handler, and no memory beside the service's.
package layer

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A Layer is the part that all wrappers share: the machine within, whose optional
// abilities pass through. A wrapper embeds it and replaces what it changes.
type Layer struct {
	Inner protocol.Machine
	Timer protocol.Timer // the wrapper's own; lower ones are the inner machine's
	Guard
}

// A Guard is called before and after every call of the machine within.
type Guard interface {
	// Enter is called before, to show another view. It returns the number of effects.
	Enter(env *protocol.Env) (mark int)
	// Leave is called after, to restore the view and to rewrite the effects from mark on.
	Leave(env *protocol.Env, mark int)
}

// Unwrap is the machine within.
func (l *Layer) Unwrap() protocol.Machine { return l.Inner }

// Start boots the machine within.
func (l *Layer) Start(env *protocol.Env, saved []byte) {
	mark := l.Enter(env)
	l.Inner.Start(env, saved)
	l.Leave(env, mark)
}

// Receive passes a message to the machine within.
func (l *Layer) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	mark := l.Enter(env)
	l.Inner.Receive(env, from, m)
	l.Leave(env, mark)
}

// Fire passes a time-out to the machine within.
func (l *Layer) Fire(env *protocol.Env, t protocol.Timer) {
	mark := l.Enter(env)
	l.Inner.Fire(env, t)
	l.Leave(env, mark)
}

// ReceiveOwn gives the machine within the oldest of the messages of the node to itself, if there
// is one.
func (l *Layer) ReceiveOwn(env *protocol.Env, own *[]protocol.Message) {
	if len(*own) == 0 {
		return
	}
	m := (*own)[0]
	*own = slices.Delete(*own, 0, 1)
	l.Receive(env, env.Self(), m)
}

// Elect starts an election within.
func (l *Layer) Elect(env *protocol.Env) {
	mark := l.Enter(env)
	optional.Elect(l.Inner, env)
	l.Leave(env, mark)
}

// Resign makes the machine within step down.
func (l *Layer) Resign(env *protocol.Env) {
	mark := l.Enter(env)
	optional.Resign(l.Inner, env)
	l.Leave(env, mark)
}

// Settle begins in a settled system.
func (l *Layer) Settle(env *protocol.Env, leader protocol.Capability) {
	mark := l.Enter(env)
	optional.Settle(l.Inner, env, leader)
	l.Leave(env, mark)
}

// CapabilityChanged tells the machine within.
func (l *Layer) CapabilityChanged(env *protocol.Env) {
	mark := l.Enter(env)
	optional.CapabilityChanged(l.Inner, env)
	l.Leave(env, mark)
}

// NeighbourUp tells the machine within.
func (l *Layer) NeighbourUp(env *protocol.Env, id protocol.ID) {
	mark := l.Enter(env)
	optional.NeighbourUp(l.Inner, env, id)
	l.Leave(env, mark)
}

// NeighbourDown tells the machine within.
func (l *Layer) NeighbourDown(env *protocol.Env, id protocol.ID) {
	mark := l.Enter(env)
	optional.NeighbourDown(l.Inner, env, id)
	l.Leave(env, mark)
}

// HelloDue tells the machine within.
func (l *Layer) HelloDue(env *protocol.Env) {
	mark := l.Enter(env)
	optional.HelloDue(l.Inner, env)
	l.Leave(env, mark)
}

// Copied replaces the machine within by its copy; it returns false if that cannot be
// copied.
func (l *Layer) Copied() bool {
	l.Inner = optional.Copy(l.Inner)
	return l.Inner != nil
}

// Shift moves the machine within in time.
func (l *Layer) Shift(now protocol.Time, d time.Duration) { optional.Shift(l.Inner, now, d) }

// Renumber replaces numbers in the machine within.
func (l *Layer) Renumber(to optional.Renumbering) { optional.Renumber(l.Inner, to) }

// Regular makes the intervals of the services within equal: see hello.Hello.Regular.
func (l *Layer) Regular() { optional.Regulate(l.Inner) }

// Writers returns functions that append to a snapshot.
func Writers(b *[]byte) (words func(...uint32), times func(...protocol.Time)) {
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
func (l *Layer) Snapshot(b []byte) []byte { return l.Inner.Snapshot(b) }

// Inspect shows the state of the machine within.
func (l *Layer) Inspect(show func(name string, value int64)) { optional.Inspect(l.Inner, show) }

// Millis is an instant in milliseconds, modulo 2³²: differences of less than seven weeks
// are exact.
func Millis(t protocol.Time) uint32 { return uint32(int64(t) / int64(time.Millisecond)) }
