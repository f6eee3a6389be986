package foreign

import (
	"slices"
	"strconv"

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
	o.of.call(env, "neighbour_up", func(b []byte) []byte { return number(b, "neighbour", uint64(id)) })
}

func (o observer) NeighbourDown(env *protocol.Env, id protocol.ID) {
	o.of.call(env, "neighbour_down", func(b []byte) []byte { return number(b, "neighbour", uint64(id)) })
}

// settler begins in a settled system.
type settler struct{ of *machine }

func (s settler) Settle(env *protocol.Env, leader protocol.Capability) {
	s.of.call(env, "settle", func(b []byte) []byte {
		return appendValue(append(b, `,"leader":`...), "capability", &value{capability: leader})
	})
}

func (m *machine) Start(env *protocol.Env, saved []byte) {
	m.call(env, "start", func(b []byte) []byte {
		b = append(b, `,"saved":`...)
		if saved == nil {
			return append(b, "null"...)
		}
		return append(b, saved...)
	})
}

func (m *machine) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	if m.host.gathered(env, from) {
		return
	}
	m.call(env, "receive", func(b []byte) []byte {
		return appendMessage(append(number(b, "from", uint64(from)), `,"message":`...), msg.(message))
	})
}

func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	m.call(env, "fire", func(b []byte) []byte {
		return append(append(append(b, `,"timer":"`...), m.host.of.Timers[t]...), '"')
	})
}

func (m *machine) Elect(env *protocol.Env) { m.call(env, "elect", nothing) }

// Resign tells the program, or, if it does not hear of that, that its capability changed.
func (m *machine) Resign(env *protocol.Env) {
	if !slices.Contains(m.host.of.Hears, "resign") {
		m.CapabilityChanged(env)
		return
	}
	m.call(env, "resign", nothing)
}

func (m *machine) CapabilityChanged(env *protocol.Env) {
	if slices.Contains(m.host.of.Hears, "capability") {
		m.call(env, "capability_changed", nothing)
	}
}

// Snapshot returns nothing: a program has no snapshots.
func (m *machine) Snapshot(b []byte) []byte { return b }

// Close ends the program: see [protocol.Closer].
func (m *machine) Close() error { return m.host.close() }

func nothing(b []byte) []byte { return b }

// number appends a field to a call.
func number(b []byte, name string, n uint64) []byte {
	return strconv.AppendUint(append(append(append(b, `,"`...), name...), `":`...), n, 10)
}

// call calls a handler of the program, and gives its effects to env. A program that cannot answer, or
// whose answer is wrong, breaks the contract of its node, which ends the run.
func (m *machine) call(env *protocol.Env, name string, rest func([]byte) []byte) {
	h := m.host
	if env.Driver().Broken() != nil {
		return
	}
	b := append(append(append(h.line[:0], `{"call":"`...), name...), '"')
	b = number(b, "node", uint64(env.Self()))
	b = strconv.AppendInt(append(b, `,"now_ns":`...), int64(env.Now()), 10)
	b = strconv.AppendInt(append(b, `,"capability":`...), env.Capability().Value, 10)
	b = append(rest(b), "}\n"...)
	h.line = b
	h.blame(env, h.handle(env, b))
}

// blame lets a fault of the program, if there is one, break the contract of the node.
func (h *host) blame(env *protocol.Env, err error) {
	if err != nil {
		env.Driver().Break(&protocol.Breach{Algorithm: h.name, Did: err.Error(), Instead: "see docs/languages.md for what a program says"})
	}
}
