package foreign

import (
	"slices"

	"bellwether/protocol"
)

// A machine is one node of a program. All machines of a run share the host, which is the process.
type machine struct{ host *host }

// make makes the machines of a run, with the abilities that the program declares.
func (h *host) make() protocol.Machine {
	m := &machine{h}
	switch observes, settles := slices.Contains(h.of.Hears, "neighbours"), slices.Contains(h.of.Hears, "settle"); {
	case observes && settles:
		return &struct {
			*machine
			observer
			settler
		}{m, observer{m}, settler{m}}
	case observes:
		return &struct {
			*machine
			observer
		}{m, observer{m}}
	case settles:
		return &struct {
			*machine
			settler
		}{m, settler{m}}
	}
	return m
}

// observer hears of neighbours.
type observer struct{ of *machine }

func (o observer) NeighbourUp(env *protocol.Env, id protocol.ID) {
	o.of.call(env, "neighbour_up", &given{id: id})
}
func (o observer) NeighbourDown(env *protocol.Env, id protocol.ID) {
	o.of.call(env, "neighbour_down", &given{id: id})
}

// settler begins in a settled system.
type settler struct{ of *machine }

func (s settler) Settle(env *protocol.Env, leader protocol.Capability) {
	s.of.call(env, "settle", &given{capability: leader})
}

func (m *machine) Start(env *protocol.Env, saved []byte) { m.call(env, "start", &given{state: saved}) }

func (m *machine) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	if !m.host.gathered(env, from) {
		m.call(env, "receive", &given{id: from, message: msg.(message)})
	}
}

func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	m.call(env, "fire", &given{timer: m.host.of.Timers[t]})
}

func (m *machine) Elect(env *protocol.Env) { m.call(env, "elect", &given{}) }

// Resign tells the program, or, if it does not hear of that, that its capability changed.
func (m *machine) Resign(env *protocol.Env) {
	if !slices.Contains(m.host.of.Hears, "resign") {
		m.CapabilityChanged(env)
		return
	}
	m.call(env, "resign", &given{})
}

func (m *machine) CapabilityChanged(env *protocol.Env) {
	if slices.Contains(m.host.of.Hears, "capability") {
		m.call(env, "capability_changed", &given{})
	}
}

// Snapshot returns nothing: a program has no snapshots.
func (m *machine) Snapshot(b []byte) []byte { return b }

// Close ends the program: see [protocol.Closer].
func (m *machine) Close() error { return m.host.close() }

// call calls a handler of the program, and gives its effects to env. A program that cannot answer, or
// whose answer is wrong, breaks the contract of its node, which ends the run.
func (m *machine) call(env *protocol.Env, name string, g *given) {
	h := m.host
	if env.Driver().Broken() != nil {
		return
	}
	h.line = appendCall(h.line[:0], name, env, g)
	h.blame(env, h.handle(env, h.line))
}

// blame lets a fault of the program, if there is one, break the contract of the node.
func (h *host) blame(env *protocol.Env, err error) {
	if err != nil {
		env.Driver().Break(&protocol.Breach{Algorithm: h.name, Did: err.Error(), Instead: "see docs/languages.md for what a program says"})
	}
}
