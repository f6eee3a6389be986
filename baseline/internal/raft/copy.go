package raft

import (
	"slices"
	"time"

	library "go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/tracker"

	"bellwether/protocol"
)

// Shift does nothing: the library counts ticks, and remembers no instants.
func (m *machine) Shift(protocol.Time, time.Duration) {}

// Copy returns a machine that behaves the same. The library's node cannot be copied, so a
// new one is led to the same state, and the messages that it wants to send on the way are
// dropped: they were sent before.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.voters, c.tally = slices.Clone(m.voters), slices.Clone(m.tally)
	if m.node == nil {
		return &c // it has not started
	}
	self := protocol.ID(m.node.BasicStatus().ID)
	switch m.state {
	case library.StateFollower:
		c.open(self, m.kept)
		if leader := protocol.ID(m.node.BasicStatus().Lead); leader != protocol.Nobody {
			c.unheard(func() { c.step(Message{KindHeartbeat, m.kept.term}, leader, self) })
		}
	case library.StatePreCandidate:
		c.open(self, m.kept)
		c.unheard(func() { _ = c.node.Campaign() })
		c.answered(self, Message{KindPreGrant, m.kept.term + 1}, Message{KindPreRefuse, m.kept.term})
	case library.StateCandidate:
		c.stand(self)
		c.answered(self, Message{KindGrant, m.kept.term}, Message{KindRefuse, m.kept.term})
	case library.StateLeader:
		c.stand(self)
		for _, id := range m.others() {
			if c.node.BasicStatus().RaftState != library.StateLeader {
				c.unheard(func() { c.step(Message{KindGrant, m.kept.term}, id, self) })
			}
		}
		for range m.ticks {
			c.unheard(c.node.Tick)
		}
		m.node.WithProgress(func(id uint64, _ library.ProgressType, p tracker.Progress) {
			if p.RecentActive && protocol.ID(id) != self {
				c.unheard(func() { c.step(Message{KindHeard, m.kept.term}, protocol.ID(id), self) })
			}
		})
	}
	c.kept = m.kept
	return &c
}

// others are the members except this node.
func (m *machine) others() (out []protocol.ID) {
	for _, id := range m.voters {
		if self := m.node.BasicStatus().ID; id != self {
			out = append(out, protocol.ID(id))
		}
	}
	return out
}

// unheard calls the library's node and drops what it wants to send and to store.
func (m *machine) unheard(do func()) {
	do()
	m.drain(new(protocol.Env), discard)
}

// stand makes a fresh node of the library a candidate of the kept term: it campaigns in the
// term before, and gets enough pre-votes.
func (m *machine) stand(self protocol.ID) {
	term := m.kept.term
	m.open(self, durable{term: term - 1})
	m.unheard(func() { _ = m.node.Campaign() })
	for _, id := range m.others() {
		if m.node.BasicStatus().RaftState == library.StatePreCandidate {
			m.unheard(func() { m.step(Message{KindPreGrant, term}, id, self) })
		}
	}
}

// answered gives the library the answers to this candidacy again. A grant of a pre-vote is of
// the term that was asked for, a refusal of the term that there is.
func (m *machine) answered(self protocol.ID, yes, no Message) {
	for _, a := range m.tally {
		said := no
		if a.yes {
			said = yes
		}
		m.unheard(func() { m.step(said, a.from, self) })
	}
}
