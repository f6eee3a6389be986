package conformance

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A relay passes each handler of a machine to a function. With it a law runs the handler on
// several machines and compares them.
type relay struct {
	protocol.Machine
	take func(env *protocol.Env, h handler)
}

// A handler is one call of a machine. do calls any machine; it moves the instants of a
// message by moved.
type handler struct {
	what func() string
	do   func(is protocol.Machine, env *protocol.Env, moved time.Duration)
}

func (r relay) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	r.take(env, handler{func() string { return fmt.Sprintf("it received a %T from %v", m, from) },
		func(is protocol.Machine, env *protocol.Env, moved time.Duration) {
			is.Receive(env, from, protocol.Shift(m, moved))
		}})
}

func (r relay) Fire(env *protocol.Env, t protocol.Timer) {
	r.take(env, handler{func() string { return fmt.Sprintf("timer %d fired", t) },
		func(is protocol.Machine, env *protocol.Env, _ time.Duration) { is.Fire(env, t) }})
}

func (r relay) Elect(env *protocol.Env) {
	r.take(env, plain("it was told to elect", func(is protocol.Machine, env *protocol.Env) { optional.Elect(is, env) }))
}

func (r relay) Resign(env *protocol.Env) {
	r.take(env, plain("it was told to resign", optional.Resign))
}

func (r relay) Settle(env *protocol.Env, leader protocol.Capability) {
	r.take(env, plain("it was settled", func(is protocol.Machine, env *protocol.Env) { optional.Settle(is, env, leader) }))
}

func (r relay) CapabilityChanged(env *protocol.Env) {
	r.take(env, plain("its capability changed", optional.CapabilityChanged))
}

func (r relay) NeighbourUp(env *protocol.Env, id protocol.ID) {
	r.take(env, plain(fmt.Sprintf("neighbour %v came", id),
		func(is protocol.Machine, env *protocol.Env) { optional.NeighbourUp(is, env, id) }))
}

func (r relay) NeighbourDown(env *protocol.Env, id protocol.ID) {
	r.take(env, plain(fmt.Sprintf("neighbour %v went", id),
		func(is protocol.Machine, env *protocol.Env) { optional.NeighbourDown(is, env, id) }))
}

func (r relay) HelloDue(env *protocol.Env) {
	r.take(env, plain("a hello was due", optional.HelloDue))
}

func (r relay) Inspect(show func(name string, value int64)) { optional.Inspect(r.Machine, show) }

// plain is a handler without a message, and so without an instant.
func plain(what string, do func(is protocol.Machine, env *protocol.Env)) handler {
	return handler{func() string { return what },
		func(is protocol.Machine, env *protocol.Env, _ time.Duration) { do(is, env) }}
}

// unlikeEffects returns the first effects in which two lists differ, in words; "" for one
// that is missing.
func unlikeEffects(here, there []protocol.Effect) (a, b string) {
	for i := range max(len(here), len(there)) {
		a, b = "", ""
		if i < len(here) {
			a = describe(here[i])
		}
		if i < len(there) {
			b = describe(there[i])
		}
		if a != b {
			return a, b
		}
	}
	return "", ""
}

// describe puts an effect in words.
func describe(e protocol.Effect) string {
	out := [...]string{
		protocol.OpSend: "send", protocol.OpBroadcast: "broadcast", protocol.OpRoute: "route",
		protocol.OpSetTimer: "set timer", protocol.OpStopTimer: "stop timer", protocol.OpSave: "save",
		protocol.OpElecting: "electing", protocol.OpElected: "elected", protocol.OpSuspect: "suspect",
		protocol.OpTrust: "trust", protocol.OpMeet: "meet", protocol.OpPart: "part",
		protocol.OpRide: "ride", protocol.OpSlot: "broadcast from slot", protocol.OpCancel: "cancel slot",
	}[e.Op]
	switch e.Op {
	case protocol.OpSetTimer, protocol.OpStopTimer:
		return fmt.Sprintf("%s %d after %v", out, e.Timer, e.Within)
	case protocol.OpSlot:
		return fmt.Sprintf("%s %d % x within %v", out, e.Slot, protocol.Marshal(nil, e.Message), e.Within)
	case protocol.OpCancel:
		return fmt.Sprintf("%s %d", out, e.Slot)
	case protocol.OpSave:
		return fmt.Sprintf("%s % x", out, e.State)
	case protocol.OpElecting, protocol.OpElected:
		return fmt.Sprintf("%s %v, %v", out, e.To, e.Computation)
	}
	if e.Message == nil {
		return fmt.Sprintf("%s %v", out, e.To)
	}
	return fmt.Sprintf("%s % x to %v within %v", out, protocol.Marshal(nil, e.Message), e.To, e.Within)
}

// redo repeats on env an effect of another Env.
func redo(env *protocol.Env, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend:
		env.SendWithin(e.Within, e.To, e.Message)
	case protocol.OpBroadcast:
		env.BroadcastWithin(e.Within, e.Message)
	case protocol.OpRide:
		env.Ride(e.Message)
	case protocol.OpSlot:
		env.BroadcastSlot(e.Slot, e.Within, e.Message)
	case protocol.OpCancel:
		env.CancelBroadcast(e.Slot)
	case protocol.OpRoute:
		env.Route(e.To, e.Message)
	case protocol.OpSetTimer:
		env.SetTimer(e.Timer, e.Within)
	case protocol.OpStopTimer:
		env.StopTimer(e.Timer)
	case protocol.OpSave:
		env.Save(e.State)
	case protocol.OpElecting:
		env.Electing(e.Computation)
	case protocol.OpElected:
		env.Elected(e.To, e.Computation)
	case protocol.OpSuspect:
		env.Suspect(e.To)
	case protocol.OpTrust:
		env.Trust(e.To)
	case protocol.OpMeet:
		env.Driver().Meet(e.To)
	case protocol.OpPart:
		env.Driver().Part(e.To)
	}
}
