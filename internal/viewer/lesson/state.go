package lesson

import (
	"fmt"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A state is what claims are about, at an instant of a run. It is a sink.
type state struct {
	kinds    map[protocol.Kind]string // names of messages
	nodes    map[protocol.ID]*node    // that run; never ranged over without sorting
	sent     map[string]int
	received map[string]map[protocol.ID]int // copies, by message and receiver
	upcoming []moment                       // in the order of their instants
	wrong    []error
}

// A node that runs.
type node struct {
	leader   protocol.ID
	electing bool
	parent   protocol.ID
	offer    int64
}

// A moment is an instant whose claims are judged.
type moment struct {
	at     protocol.Time
	claims []Claim
}

func newState(kinds []protocol.MessageKind, upcoming []moment) *state {
	s := &state{kinds: map[protocol.Kind]string{}, nodes: map[protocol.ID]*node{}, sent: map[string]int{}, received: map[string]map[protocol.ID]int{}, upcoming: upcoming}
	for _, k := range kinds {
		s.kinds[k.Kind()] = k.Name
	}
	return s
}

// Wants returns the kinds of records that claims are about, and the end.
func (*state) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Elected, trace.Electing, trace.State, trace.Send, trace.Receive, trace.Capability, trace.End)
}

// Record takes what happened. The claims of an instant are judged once all that happened
// then is known.
func (s *state) Record(r *trace.Record) {
	for len(s.upcoming) > 0 && r.At > s.upcoming[0].at {
		s.judge()
	}
	n := s.nodes[r.Node]
	switch r.Kind {
	case trace.Boot:
		s.nodes[r.Node] = &node{}
	case trace.Crash, trace.Absent:
		delete(s.nodes, r.Node)
	case trace.Electing:
		n.leader, n.electing = protocol.Nobody, true
	case trace.Elected:
		n.leader, n.electing = r.Peer, false
	case trace.State:
		if r.Name == "parent" {
			n.parent = protocol.ID(r.Value)
		}
	case trace.Send:
		s.sent[s.kinds[r.Message]]++
	case trace.Receive:
		name := s.kinds[r.Message]
		if s.received[name] == nil {
			s.received[name] = map[protocol.ID]int{}
		}
		s.received[name][r.Node]++
	case trace.Capability:
		if n != nil {
			n.offer = r.Value
		}
	case trace.End:
		for len(s.upcoming) > 0 {
			s.judge()
		}
	}
}

// judge compares the claims of the next moment with the state.
func (s *state) judge() {
	m := s.upcoming[0]
	s.upcoming = s.upcoming[1:]
	for i := range m.claims {
		if err := s.holds(&m.claims[i]); err != nil {
			s.wrong = append(s.wrong, fmt.Errorf("at %v: %q does not hold: %w", m.at, m.claims[i].text, err))
		}
	}
}

// holds returns nil if the claim holds, else an error that says what holds instead.
func (s *state) holds(c *Claim) error {
	switch c.kind {
	case follow:
		return s.each(c, "follows", func(n *node) protocol.ID { return n.leader })
	case parent:
		return s.each(c, "has parent", func(n *node) protocol.ID { return n.parent })
	case lead:
		return s.exactly(c, func(id protocol.ID, n *node) bool { return n.leader == id })
	case elect:
		return s.exactly(c, func(_ protocol.ID, n *node) bool { return n.electing })
	case sent:
		if s.sent[c.name] != c.count {
			return fmt.Errorf("%d were sent", s.sent[c.name])
		}
	case received:
		if got := s.copies(c); got != c.count {
			return fmt.Errorf("%d were received", got)
		}
	case offer:
		return s.offers(c)
	}
	return nil
}

// copies counts what the nodes of a claim received, or all nodes if it names none.
func (s *state) copies(c *Claim) (sum int) {
	for id, n := range s.received[c.name] {
		if len(c.nodes) == 0 || slices.Contains(c.nodes, id) {
			sum += n
		}
	}
	return sum
}

// offers checks what each node of a claim offers.
func (s *state) offers(c *Claim) error {
	for _, id := range c.nodes {
		n := s.nodes[id]
		if n == nil {
			return fmt.Errorf("%v does not run", id)
		}
		if n.offer != int64(c.count) {
			return fmt.Errorf("%v offers %d", id, n.offer)
		}
	}
	return nil
}

// each checks the same condition for every node of a claim.
func (s *state) each(c *Claim, verb string, of func(*node) protocol.ID) error {
	for _, id := range c.nodes {
		n := s.nodes[id]
		if n == nil {
			return fmt.Errorf("%v does not run", id)
		}
		if got := of(n); got != c.of {
			return fmt.Errorf("%v %s %v", id, verb, got)
		}
	}
	return nil
}

// exactly checks that the nodes of a claim, and no others, satisfy a condition.
func (s *state) exactly(c *Claim, is func(protocol.ID, *node) bool) error {
	var got []protocol.ID
	for id, n := range s.nodes {
		if is(id, n) {
			got = append(got, id)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, c.nodes) {
		return fmt.Errorf("these do: %v", got)
	}
	return nil
}
