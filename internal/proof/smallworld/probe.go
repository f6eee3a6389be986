package smallworld

import (
	"fmt"

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

// Inspect shows the length of the log.
func (p *Probe) Inspect(show func(name string, value int64)) { show("log", int64(len(p.Log))) }

// Snapshot is empty.
func (p *Probe) Snapshot(b []byte) []byte { return b }

// Probe is the probe within a node's machine.
func (w *Lab) Probe(id protocol.ID) *Probe {
	return overlay.Innermost(w.Machine(id)).(*Probe)
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
		Message: Note{}, Name: "note", Class: protocol.ClassElection, About: "a number",
	}
}

// Probes makes a Lab of probes with these needs, over the services.
func Probes(needs protocol.Needs, s overlay.Services, o Options) *Lab {
	a := protocol.Algorithm{Needs: needs, Kinds: []protocol.MessageKind{NoteKind()}, Timers: 1}
	s.Detection = Budget
	o.Make, o.Kinds, _ = overlay.Compose(a, func() protocol.Machine { return &Probe{} }, s)
	return New(o)
}
