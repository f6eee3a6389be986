package foreign

import (
	"slices"

	"bellwether/protocol"
)

// A machine is one node of a program. All machines of a run share the host, which is the process.
type machine struct {
	host  *host
	id    protocol.ID // from its boot on
	state []byte      // as JSON; nil: the program has it
	pace  pace
}

// make makes the machines of a run.
func (h *host) make() protocol.Machine { return (&machine{host: h}).able() }

// able is the machine with the abilities that its program declares.
func (m *machine) able() protocol.Machine {
	o, s, c := observer{m}, settler{m}, copier{m}
	type plain = *machine
	switch abilities := m.host.of.abilities; abilities {
	case observes:
		return &struct {
			plain
			observer
		}{m, o}
	case settles:
		return &struct {
			plain
			settler
		}{m, s}
	case observes | settles:
		return &struct {
			plain
			observer
			settler
		}{m, o, s}
	case copies:
		return &struct {
			plain
			copier
		}{m, c}
	case observes | copies:
		return &struct {
			plain
			observer
			copier
		}{m, o, c}
	case settles | copies:
		return &struct {
			plain
			settler
			copier
		}{m, s, c}
	case observes | settles | copies:
		return &struct {
			plain
			observer
			settler
			copier
		}{m, o, s, c}
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
	if !m.gathered(env, from) {
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

// Close ends the program: see [protocol.Closer].
func (m *machine) Close() error { return m.host.close() }

// call calls a handler of the program, and gives its effects to env. A program that cannot answer, or
// whose answer is wrong, breaks the contract of its node, which ends the run.
func (m *machine) call(env *protocol.Env, name string, g *given) {
	h := m.host
	h.mu.Lock()
	defer h.mu.Unlock()
	if env.Driver().Broken() != nil {
		return
	}
	err := h.begin()
	if err == nil {
		err = m.pace.called(env.Now())
	}
	if err == nil && g.timer != "" {
		err = m.pace.fired()
	}
	if err == nil {
		err = m.hold(env.Self())
	}
	if err == nil {
		m.state = nil
		h.line = appendCall(h.line[:0], name, env, g)
		err = h.handle(env, h.line)
	}
	if err == nil {
		err = m.pace.acted(env.Driver().Effects())
	}
	h.blame(env, err)
}

// blame lets a fault of the program, if there is one, break the contract of the node.
func (h *host) blame(env *protocol.Env, err error) {
	if err != nil {
		env.Driver().Break(&protocol.Breach{Algorithm: h.name, Did: short(err.Error()), Instead: "docs/languages.md tells what a program answers, bellwether scenarios schema --lines each key"})
	}
}
