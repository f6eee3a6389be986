package foreign

import (
	"fmt"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A batch is the receptions of one broadcast, which a program is told of in one line. It answers with the
// effects of each node, in order; what these are is carried out as each node's turn comes, so that nothing
// differs from receptions that are told one by one. If a node asks for something the program answers so far,
// and waits: the answer depends on what the nodes before it have done.
type batch struct {
	reception optional.Reception
	to        []protocol.Capability
	next      int      // whose turn it is
	told      bool     // to the program
	each      [][]byte // effects of the nodes from next on, as far as the program has answered
	asks      *said    // what the node after these asks
	fault     error    // of the node after these
}

// Gathers implements [optional.Gatherer].
func (m *machine) Gathers() bool { return m.host.of.Together }

// Gather implements [optional.Gatherer].
func (m *machine) Gather(r optional.Reception, to []protocol.Capability) {
	m.host.batch = batch{reception: r, to: to}
}

// Gathered implements [optional.Gatherer].
func (m *machine) Gathered() error {
	b := m.host.batch
	m.host.batch = batch{}
	if b.told && b.next < len(b.to) && b.fault == nil {
		return fmt.Errorf("%s was told that node %d receives a message, and it did not: a fault of bellwether", m.host.name, b.to[b.next].ID)
	}
	return nil
}

// gathered handles a reception that was announced, and reports whether this one was.
func (m *machine) gathered(env *protocol.Env, from protocol.ID) bool {
	h := m.host
	h.mu.Lock()
	defer h.mu.Unlock()
	b := &h.batch
	if b.to == nil || env.Driver().Broken() != nil {
		return false
	}
	held := h.held[env.Self()]
	if b.next >= len(b.to) || b.to[b.next] != env.Capability() || b.reception.From != from || b.reception.Now != env.Now() || held != nil && held != m {
		h.blame(env, wrong("was told of another reception than that of node %d: a fault of bellwether", env.Self()))
		return true
	}
	err := m.pace.called(env.Now())
	if err == nil {
		err = h.turn(env)
	}
	if err == nil {
		err = m.pace.acted(env.Driver().Effects())
	}
	h.blame(env, err)
	return true
}

// turn carries out the effects of the node whose turn it is.
func (h *host) turn(env *protocol.Env) error {
	b := &h.batch
	if !b.told {
		b.told = true
		if err := h.begin(); err != nil {
			return err
		}
		for _, c := range b.to {
			if held := h.held[c.ID]; held != nil {
				held.state = nil // it changes
			}
		}
		g := given{id: b.reception.From, message: b.reception.Message.(message)}
		h.line = appendCalls(h.line[:0], "receive", b.to, b.reception.Now, &g)
		h.await(env, h.line)
	}
	if len(b.each) == 0 && b.asks != nil {
		asks := b.asks
		b.asks = nil
		line, err := respond(env, asks)
		if err != nil {
			return err
		}
		h.await(env, line)
	}
	if len(b.each) == 0 {
		return b.fault
	}
	do := b.each[0]
	b.each = b.each[1:]
	b.next++
	return h.of.carryOut(env, do)
}

// await sends a line, and takes the effects of the nodes from the next on.
func (h *host) await(env *protocol.Env, line []byte) {
	b := &h.batch
	s, answer, err := h.converse(env, line)
	if s.each != nil {
		if bad := list(s.each, func(do []byte) error { b.each = append(b.each, do); return nil }); bad != nil && err == nil {
			err = wrong("answers %s: each: %v", excerpt(answer), bad)
		}
	}
	left := len(b.to) - b.next - len(b.each)
	switch {
	case err != nil:
		b.fault = err
	case s.ask != "" && left > 0:
		b.asks = &s
	case s.each == nil || s.do != nil || s.ask != "" || left != 0:
		b.each, b.fault = nil, wrong(`answers %s: want "each" with a list for each of %d nodes`, excerpt(answer), len(b.to)-b.next)
	}
}
