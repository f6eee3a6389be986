// Package optional makes machines, and calls their optional abilities where they have them. Drivers and
// the wrappers of package overlay share it. It keeps nothing.
package optional

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// Elect starts an election if m is a Starter, and says whether it is.
func Elect(m protocol.Machine, env *protocol.Env) bool {
	s, ok := m.(protocol.Starter)
	if ok {
		s.Elect(env)
	}
	return ok
}

// Resign makes m step down. It calls m's own Resign if m has one; else it tells m that its
// capability changed, which the driver has lowered.
func Resign(m protocol.Machine, env *protocol.Env) {
	if r, ok := m.(protocol.Resigner); ok {
		r.Resign(env)
		return
	}
	CapabilityChanged(m, env)
}

// Settle begins in a settled system if m is a Settler, and says whether it is.
func Settle(m protocol.Machine, env *protocol.Env, leader protocol.Capability) bool {
	s, ok := m.(protocol.Settler)
	if ok {
		s.Settle(env, leader)
	}
	return ok
}

// CapabilityChanged tells m if it observes its capability.
func CapabilityChanged(m protocol.Machine, env *protocol.Env) {
	if o, ok := m.(protocol.CapabilityObserver); ok {
		o.CapabilityChanged(env)
	}
}

// NeighbourUp tells m of a neighbour if it observes them.
func NeighbourUp(m protocol.Machine, env *protocol.Env, id protocol.ID) {
	if o, ok := m.(protocol.NeighbourObserver); ok {
		o.NeighbourUp(env, id)
	}
}

// NeighbourDown tells m of a neighbour's loss if it observes them.
func NeighbourDown(m protocol.Machine, env *protocol.Env, id protocol.ID) {
	if o, ok := m.(protocol.NeighbourObserver); ok {
		o.NeighbourDown(env, id)
	}
}

// HelloDue tells m that a hello is about to be sent, if it observes hellos.
func HelloDue(m protocol.Machine, env *protocol.Env) {
	if o, ok := m.(protocol.HelloObserver); ok {
		o.HelloDue(env)
	}
}

// Inspect shows m's state if it is an Inspector.
func Inspect(m protocol.Machine, show func(name string, value int64)) {
	if i, ok := m.(protocol.Inspector); ok {
		i.Inspect(show)
	}
}

// Copy copies m; nil if m, or a machine that it wraps, is not a Copier.
func Copy(m protocol.Machine) protocol.Machine {
	if c, ok := m.(protocol.Copier); ok {
		return c.Copy()
	}
	return nil
}

// Shift moves m in time if it is a Shifter, and says whether it is. It does not look at
// machines that m wraps.
func Shift(m protocol.Machine, now protocol.Time, d time.Duration) bool {
	s, ok := m.(protocol.Shifter)
	if ok {
		s.Shift(now, d)
	}
	return ok
}

// ShiftAll moves the instants of messages that a machine keeps. The list must be its own.
func ShiftAll(messages []protocol.Message, d time.Duration) {
	for i, m := range messages {
		messages[i] = protocol.Shift(m, d)
	}
}

// A Counter numbers its messages without end. Of two numbers of one node in one term, the
// difference modulo 2³² alone shows which is newer.
type Counter interface {
	// Renumber replaces each number that the machine knows by the result of to.
	Renumber(to Renumbering)
}

// A Counted is a message with such numbers, or one that carries one. It is not changed.
type Counted interface {
	Renumbered(to Renumbering) protocol.Message
}

// A Renumbering returns the new number for a number of a node in a term.
type Renumbering = func(of protocol.ID, term, number uint32) uint32

// Renumber replaces the numbers of m if it is a Counter.
func Renumber(m protocol.Machine, to Renumbering) {
	if c, ok := m.(Counter); ok {
		c.Renumber(to)
	}
}

// Renumbered is a message with other numbers, or itself if it has none.
func Renumbered(m protocol.Message, to Renumbering) protocol.Message {
	if c, ok := m.(Counted); ok {
		return c.Renumbered(to)
	}
	return m
}

// RenumberAll replaces the numbers of messages that a machine keeps. It changes the list,
// which must be the machine's own.
func RenumberAll(messages []protocol.Message, to Renumbering) {
	for i, m := range messages {
		messages[i] = Renumbered(m, to)
	}
}

// A Regular draws delays that do not come from its driver's numbers. A driver whose states
// shall repeat makes it regular before it starts.
type Regular interface{ Regular() }

// Regulate makes m regular if it can be.
func Regulate(m protocol.Machine) {
	if r, ok := m.(Regular); ok {
		r.Regular()
	}
}

// mostTimers bounds the timers of one node, since the emulator reserves room for each timer
// of each node before a run begins: 4096 take some 100 kB a node. The algorithms that come
// with bellwether have fewer than ten.
const mostTimers = 4096

// mostSlots bounds the slots of one node: a protocol.Slot has a byte.
const mostSlots = 256

// Maker returns the function that makes an algorithm's machines. It refuses an algorithm that
// makes none, or whose declarations are invalid. Every driver calls it. Its error does not
// name the algorithm.
func Maker(a protocol.Algorithm, c protocol.Config) (func() protocol.Machine, error) {
	switch {
	case a.Goal != "" && !slices.Contains(goals.All(), a.Goal):
		return nil, fmt.Errorf("its Goal is %q: want one of %q", a.Goal, goals.All())
	case a.Timers < 0 || a.Timers > mostTimers:
		return nil, fmt.Errorf("it declares Timers: %d: want 0 to %d, as room for each is reserved at each node", a.Timers, mostTimers)
	case a.Slots < 0 || a.Slots > mostSlots:
		return nil, fmt.Errorf("it declares Slots: %d: want 0 to %d", a.Slots, mostSlots)
	}
	maker, err := a.New(c)
	switch {
	case err != nil:
		return nil, err
	case maker == nil:
		return nil, errors.New("its New gave no function that makes machines, and no error: return func() protocol.Machine { … }")
	case maker() == nil:
		return nil, errors.New("the function that its New returned gave nil: return a protocol.Machine for each call")
	}
	return maker, nil
}

// ConvertAll lets the contract that m shares with the machines of its maker convert every
// message to its wire form and back, instead of a sample that it counts: an explorer's
// workers share the contract, and what they find must not depend on who counts first. It is
// called before they begin.
func ConvertAll(m protocol.Machine) {
	if c, is := Within[interface{ ConvertAll() }](m); is {
		c.ConvertAll()
	}
}

// Within finds the outermost machine of a stack that is a T: m, or one that it wraps.
func Within[T any](m protocol.Machine) (T, bool) {
	for {
		if t, is := m.(T); is {
			return t, true
		}
		w, is := m.(interface{ Unwrap() protocol.Machine })
		if !is {
			var none T
			return none, false
		}
		m = w.Unwrap()
	}
}

// Close closes what m shares with the machines of its maker, if that is anything: a driver calls it once its
// run has ended.
func Close(m protocol.Machine) {
	if c, is := Within[protocol.Closer](m); is {
		_ = c.Close() // the run is over, and its results are known
	}
}

// TypeOf is the Go type of a message, or the name of its kind if a program in another language declares it.
func TypeOf(m protocol.Message) string {
	if named, is := m.(interface{ Type() string }); is {
		return named.Type()
	}
	return fmt.Sprintf("%T", m)
}
