package smallworld

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Probe is a machine with every ability that logs all calls.
type Probe struct {
	Log []string
	// On, if set, is called within every handler, with its name.
	On func(env *protocol.Env, call string)
}

func (p *Probe) call(env *protocol.Env, call string, args ...any) {
	p.Log = append(p.Log, call+fmt.Sprint(args...))
	if p.On != nil {
		p.On(env, call)
	}
}

// Start is written down.
func (p *Probe) Start(env *protocol.Env, saved []byte) { p.call(env, "start") }

// Receive is written down.
func (p *Probe) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	p.call(env, "receive", " ", from, " ", m)
}

// Fire is written down.
func (p *Probe) Fire(env *protocol.Env, t protocol.Timer) { p.call(env, "fire", " ", t) }

// Elect is written down.
func (p *Probe) Elect(env *protocol.Env) { p.call(env, "elect") }

// Resign is written down.
func (p *Probe) Resign(env *protocol.Env) { p.call(env, "resign") }

// Settle is written down.
func (p *Probe) Settle(env *protocol.Env, leader protocol.Capability) {
	p.call(env, "settle", " ", leader.ID)
}

// NeighbourUp is written down.
func (p *Probe) NeighbourUp(env *protocol.Env, id protocol.ID) { p.call(env, "up", " ", id) }

// NeighbourDown is written down.
func (p *Probe) NeighbourDown(env *protocol.Env, id protocol.ID) { p.call(env, "down", " ", id) }

// CapabilityChanged is written down.
func (p *Probe) CapabilityChanged(env *protocol.Env) { p.call(env, "capability") }

// HelloDue is passed on, and not written down: a probe over hellos would log little else.
func (p *Probe) HelloDue(env *protocol.Env) {
	if p.On != nil {
		p.On(env, "hello")
	}
}

// Inspect shows the length of the log.
func (p *Probe) Inspect(show func(name string, value int64)) { show("log", int64(len(p.Log))) }

// Snapshot is empty.
func (p *Probe) Snapshot(b []byte) []byte { return b }

// Probe is the probe within a node's machine.
func (w *Lab) Probe(id protocol.ID) *Probe {
	return overlay.Innermost(w.Machines.Of(id)).(*Probe)
}

// Do calls f within a handler of the node's whole machine, so that the effects of f go
// through all layers. The handler is CapabilityChanged.
func (w *Lab) Do(id protocol.ID, f func(env *protocol.Env)) {
	p := w.Probe(id)
	former := p.On
	p.On = func(env *protocol.Env, call string) {
		if call == "capability" {
			f(env)
		}
	}
	w.Handle(id, "CapabilityChanged", func(m protocol.Machine, env *protocol.Env) { optional.CapabilityChanged(m, env) })
	p.On = former
}

// Note is a message of the tests.
type Note struct{ N uint32 }

// Kind is 1.
func (Note) Kind() protocol.Kind { return 1 }

// Fields are N.
func (m Note) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.N)
	return protocol.Done(w, m)
}

// NoteKind describes Note.
func NoteKind() protocol.MessageKind {
	return protocol.MessageKind{
		Message: Note{}, Name: "note", Class: protocol.ClassElection, About: "a number", Rides: true,
	}
}

// Probes makes a Lab of probes with these needs, over the services.
func Probes(needs protocol.Needs, s overlay.Services, o Options) *Lab {
	a := protocol.Algorithm{Needs: needs, Kinds: []protocol.MessageKind{NoteKind()}, Timers: 1}
	s.Detection = Budget
	o.Make, o.Kinds, _ = overlay.Compose(a, func() protocol.Machine { return &Probe{} }, s)
	return New(o)
}

// SendNotes makes the machine within a node send notes to a neighbour.
func (w *Lab) SendNotes(from, to protocol.ID, notes ...uint32) {
	w.Do(from, func(env *protocol.Env) {
		for _, n := range notes {
			env.Send(to, Note{N: n})
		}
	})
}

// RouteNotes makes the machine within a node route notes to a member.
func (w *Lab) RouteNotes(from, to protocol.ID, notes ...uint32) {
	w.Do(from, func(env *protocol.Env) {
		for _, n := range notes {
			env.Route(to, Note{N: n})
		}
	})
}

// Received returns the messages that the machine within a node received, as "from {N}".
func (w *Lab) Received(id protocol.ID) (out []string) {
	for _, call := range w.Probe(id).Log {
		if got, ok := strings.CutPrefix(call, "receive "); ok {
			out = append(out, got)
		}
	}
	return out
}

// NeighboursOf returns the neighbours that the machine within a node sees.
func (w *Lab) NeighboursOf(id protocol.ID) (out []protocol.ID) {
	w.Do(id, func(env *protocol.Env) { out = slices.Clone(env.Neighbours()) })
	return out
}

// Changes returns the changes of neighbours that the machine within a node was told.
func (w *Lab) Changes(id protocol.ID) (out []string) {
	for _, call := range w.Probe(id).Log {
		if strings.HasPrefix(call, "up") || strings.HasPrefix(call, "down") {
			out = append(out, call)
		}
	}
	return out
}
