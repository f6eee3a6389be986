package agent

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/lease"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
	"bellwether/trace"
)

// leaseTerms are the terms on which a majority grants leadership.
//
// Grants of a lease count for nine tenths of the time for which they bind. The rest is for
// clocks that go at different rates, and for hooks that stop something. Without a lease they
// bind nobody, and count as long as a dead leader may go unnoticed.
//
// A claim is repeated four to five times while a grant counts, since single messages are lost.
func (o Options) leaseTerms() lease.Terms {
	t := lease.Terms{Members: o.Quorum, Counts: o.Detection.Timeout()}
	if o.Lease > 0 {
		t.Counts, t.Binds = o.Lease/10*9, o.Lease
	}
	t.Again = t.Counts / 5
	return t
}

// grantStack marks packets with the messages of package lease. Agents of another algorithm or
// of other terms do not understand them, and grant each other nothing.
func grantStack(stack uint32, t lease.Terms, of electorate) uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "lease %d %+v", stack, t)
	if of == admitted {
		fmt.Fprint(h, " admitted")
	}
	return h.Sum32()
}

// majority asks for the word of a majority that a leader needs, and gives this node's word to others.
// It asks the clock and the roster; it sends messages of package lease, and answers whether this
// node may be reported as the leader.
type majority struct {
	node     *lease.Node // nil: no majority is needed
	least    int         // members that count at least
	lease    time.Duration
	stack    uint32 // marks its messages
	runs     uint32 // the algorithm's: see stackOf
	stores   bool   // fences: see package lease
	granting int    // members that granted this node's newest claims, as recorded last

	self    *Identity
	clock   *clock
	roster  *roster
	rec     *recorder
	counted *Counters
	network Network
	bytes   []byte // reused
}

// start begins to ask, if a majority is needed. Numbers of claims grow over restarts, since the
// incarnation does.
func (m *majority) start(o Options, stack uint32) {
	if o.Quorum < 2 {
		return
	}
	terms := o.leaseTerms()
	m.least, m.lease, m.runs, m.stores = o.Quorum, o.Lease, stack, o.fences()
	m.stack = grantStack(stack, terms, o.electorate())
	m.node = lease.New(m.self.ID, terms, uint64(m.self.Incarnation)<<32+1, m.clock.steady())
	if m.stores {
		m.node.Fence(m.fencing(o))
	}
}

// needed reports whether a majority is needed.
func (m *majority) needed() bool { return m.node != nil }

// claim claims what is due for a node whose algorithm names a leader. It returns when to claim
// again, in steady time.
func (m *majority) claim(named protocol.ID, now protocol.Time) (due protocol.Time) {
	m.count()
	if m.stores {
		m.node.Unable(len(m.unable()))
	}
	if r := m.node.Follow(named, now); r != nil {
		m.say(protocol.Nobody, words(kindRelease, r.Number, 0))
	}
	claim, due := m.node.Claim(now)
	if claim != nil {
		m.spread(*claim)
	}
	return min(due, m.ask(now))
}

// count tells the node of how many members a majority is.
func (m *majority) count() {
	part := lease.Voter
	if !m.roster.counts(m.self.ID) {
		part = lease.Guest
	}
	m.node.Members(len(m.roster.counted()), part)
}

// leader is whom a majority grants.
func (m *majority) leader() protocol.ID {
	leader, _ := m.node.Leader(m.clock.steady())
	return leader
}

// next is when to look again, in steady time: when a claim is due, or a leader's time is over.
func (m *majority) next(due, now protocol.Time) protocol.Time {
	if _, until := m.node.Leader(now); until < due {
		due = until
	}
	return due
}

// record records how many members grant this node's claims, if that changed.
func (m *majority) record(now protocol.Time) {
	if n := m.node.Granting(now); n != m.granting {
		m.granting = n
		m.rec.note(trace.Record{Kind: trace.State, Node: m.self.ID, Name: "granting", Value: int64(n)})
	}
}

// say sends a message of package lease to a member, or to all.
func (m *majority) say(to protocol.ID, message []byte) {
	for id, member := range m.roster.byID {
		if to != protocol.Nobody && id != to {
			continue
		}
		p := packet{stack: m.stack, from: m.self.ID, to: id, incarnation: m.self.Incarnation,
			sent: m.clock.now(), wall: time.Now().UnixNano(), message: message}
		m.bytes = p.append(m.bytes[:0])
		if m.network.Send(member.Name, m.bytes) != nil {
			m.counted.Unsent++
		}
	}
}

// ungranted says why this node is not reported, though its algorithm elected it; "" if no
// majority is needed, or another is elected.
func (m *majority) ungranted(named protocol.ID) string {
	if m.node == nil || named != m.self.ID {
		return ""
	}
	why := fmt.Sprintf("%d of %d members grant it: %d are needed", m.node.Granting(m.clock.steady()), max(m.least, len(m.roster.counted())), m.node.Quorum())
	if more := surplus(m.roster, m.least); more != "" {
		why += ", for " + more
	}
	if m.stores && m.node.Doubted() {
		why += "; " + m.unfenced()
	}
	return why
}

// surplus says which members that are away make the majority larger than the expected members do, and
// what to do; "" if none does. They count, since on the other side of a partition they may grant another.
func surplus(r *roster, expected int) string {
	known := len(r.counted())
	if known <= expected {
		return ""
	}
	var away []string
	for id, m := range r.byID {
		if m.State != membership.Alive && r.counts(id) {
			away = append(away, m.Name)
		}
	}
	if len(away) == 0 {
		return ""
	}
	slices.Sort(away)
	more := ""
	if len(away) > surplusNamed {
		more, away = ", …", away[:surplusNamed]
	}
	return fmt.Sprintf("%d members are known and %d are expected: give up those that never come back: bellwether live force-leave NAME (away: %s%s)",
		known, expected, strings.Join(away, ", "), more)
}

// surplusNamed bounds the names in that text.
const surplusNamed = 16

// WordStatus is what a majority grants the leader that a node's algorithm elected.
type WordStatus struct {
	Named    *Node         `json:"named"`    // the one that the algorithm elected
	Needed   int           `json:"needed"`   // members that must grant it
	Granting int           `json:"granting"` // members that do, if it is this node; it is one of them
	Lease    time.Duration `json:"lease_ns"` // 0: grants bind nobody
	HoldsFor time.Duration `json:"holds_for_ns"`
	// Fence is the fencing token of the leader that the node reports; 0: it has none. Unfenced says why
	// a leadership that begins now has none, or waits for it; "": it has one.
	Fence    uint64 `json:"fence"`
	Unfenced string `json:"unfenced,omitempty"`
	// Guests are the members that do not count, since no operator has admitted them.
	Guests []string `json:"guests,omitempty"`
	// Surplus says which members that are away make the majority larger than the expected members do,
	// and what to do; "": none does.
	Surplus string `json:"surplus,omitempty"`
}

// status is nil if no majority is needed.
func (m *majority) status(lead *leadership) *WordStatus {
	if m.node == nil {
		return nil
	}
	now := m.clock.steady()
	s := &WordStatus{Named: m.rec.node(lead.named), Needed: m.node.Quorum(), Granting: m.node.Granting(now), Lease: m.lease}
	s.Surplus, s.Unfenced = surplus(m.roster, m.least), m.unfenced()
	for _, id := range m.roster.guests() {
		s.Guests = append(s.Guests, m.rec.named(id))
	}
	slices.Sort(s.Guests)
	if lead.leader != protocol.Nobody {
		s.Fence = m.node.Token(now)
	}
	if lead.leader == m.self.ID {
		s.HoldsFor = max(m.node.Until().Sub(now), 0)
	}
	return s
}
