package agent

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
	"bellwether/trace"
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

// tenure is whether this node, as the leader, is kept.
type tenure struct {
	kept  bool
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

// reviewTenure decides whether this node is kept, and tells the machine if that changed.
func (l *loop) reviewTenure() {
	l.timers.stop(timerTenure)
	kept, until := l.keeps()
	if until != never {
		l.timers.set(timerTenure, until)
	}
	if kept == l.tenure.kept {
		return
	}
	l.tenure.kept = kept
	l.note(trace.Record{Kind: trace.State, Node: l.self.ID, Name: "kept", Value: int64(one(kept))})
	l.changedCapability()
}

// keeps reports whether this node is kept as the leader, and when to look again.
func (l *loop) keeps() (kept bool, until protocol.Time) {
	t, now := &l.tenure, l.now()
	if l.machine == nil || t.last != l.self.ID || l.resigned || l.o.Tenure == (Tenure{}) {
		return false, never
	}
	if settled := t.since.Add(l.o.Detection.Timeout()); now < settled {
		return false, settled
	}
	if l.o.Tenure.Life {
		return true, never
	}
	if l.o.Tenure.Notice > 0 {
		switch better := l.outdone(); {
		case !better:
			t.rival = never
			return true, never // until the members change
		case t.rival == never:
			t.rival = now
		}
		until = t.rival.Add(l.o.Tenure.Notice)
	}
	until = max(until, t.since.Add(l.o.Tenure.Least))
	if until <= now {
		return false, never
	}
	return true, until
}

// outdone reports whether the gossip shows a member that could replace this leader.
func (l *loop) outdone() bool {
	own := l.offers()
	for id, m := range l.roster.byID {
		if m.State == membership.Alive && m.Meta.Stack == l.stack &&
			(protocol.Capability{Value: m.Meta.Capability, ID: id}).Deposes(own, l.o.Margin) {
			return true
		}
	}
	return false
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
