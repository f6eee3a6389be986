package agent

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Tenure keeps a leader that lives, though another member offers more. The zero Tenure does
// not: the better member takes over as soon as the algorithm notices it.
//
// A leader that is kept tells its algorithm, and so the others, that it offers more than
// anybody can. The algorithm then elects as it always does, and what it promises holds. A
// leader has the advantage until it follows another, resigns, leaves or stops. It begins a
// detection time-out after the leader's election, since the first node that an algorithm names
// need not be the one that all settle on. If two leaders that are kept meet, as after a
// partition, the better of the two stays.
//
// Members decide by their own Tenure when they lead, so all must have the same.
type Tenure struct {
	Life   bool          // until the leader is gone; the other two then change nothing
	Least  time.Duration // from its election on, at least; default 0
	Notice time.Duration // until a better member has been seen for so long without a break; default 0
}

// Check refuses a Tenure that an algorithm cannot honour: its machines replace a leader that
// lives, whatever the leader offers.
func (t Tenure) Check(a protocol.Algorithm) error {
	if t == (Tenure{}) {
		return nil
	}
	switch a.Goal {
	case protocol.GoalBest, "":
		return nil
	case protocol.GoalAny, protocol.GoalQuorum:
		if optional.IsSteady(a) {
			return nil
		}
		return fmt.Errorf("%s may name another leader while the present one lives, whatever they offer: it keeps none", a.Name)
	}
	return fmt.Errorf("%s elects by the rule %q, whatever members offer: a member that it prefers takes over, so that it keeps no leader",
		a.Name, a.Goal)
}

// favour is the advantage of a leader that is kept: more than any node offers.
const favour = protocol.MaxValue + 1

// favoured is what a leader that is kept claims to offer.
func favoured(c protocol.Capability) protocol.Capability {
	c.Value += favour
	return c
}

// tenure decides whether this node, as the leader, is kept. It asks the roster for better members,
// and tells the offer.
type tenure struct {
	offer *offer        // kept is there
	last  protocol.ID   // the leader that the machine elected last
	since protocol.Time // when it was elected
	rival protocol.Time // since when a better member is seen; never: none is
}

// elected notes a leader that the machine elected. It is called between the effects of a
// handler, so that the machine is told of a change of its capability later.
func (t *tenure) elected(leader protocol.ID, now protocol.Time) {
	if leader != t.last {
		t.last, t.since, t.rival = leader, now, never
	}
}

// clear forgets the leader, as a machine that stops does.
func (t *tenure) clear() {
	t.offer.kept = false
	*t = tenure{offer: t.offer}
}

// A term is what tenure needs to know of a leader.
type term struct {
	rules   Tenure
	self    protocol.ID
	settled time.Duration // after an election the leader is the one that all settle on
	better  func() bool   // a member could replace it
}

// keeps reports whether this node is kept as the leader, and when to look again.
func (t *tenure) keeps(m term, now protocol.Time) (kept bool, until protocol.Time) {
	if t.last != m.self || t.offer.resigned || m.rules == (Tenure{}) {
		return false, never
	}
	if settled := t.since.Add(m.settled); now < settled {
		return false, settled
	}
	if m.rules.Life {
		return true, never
	}
	if m.rules.Notice > 0 {
		switch better := m.better(); {
		case !better:
			t.rival = never
			return true, never // until the members change
		case t.rival == never:
			t.rival = now
		}
		until = t.rival.Add(m.rules.Notice)
	}
	until = max(until, t.since.Add(m.rules.Least))
	if until <= now {
		return false, never
	}
	return true, until
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
