package agent

import (
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/optional"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// A node that must not lead (Options.Bars) claims less than any node that may, so that an algorithm which elects
// the best elects it only where no other is eligible. If it is elected all the same it abstains: it is not
// reported as the leader, asks for no lease, and says so in the gossip, by which others report no leader, too.

// eligible counts the time in which no member that is alive may lead.
type eligible struct {
	nobody bool
	since  time.Time
	total  time.Duration
}

// review notes whether anybody may lead now.
func (e *eligible) review(nobody bool, now time.Time) {
	if e.nobody {
		e.total += now.Sub(e.since)
	}
	e.nobody, e.since = nobody, now
}

// reviewEligible looks whether anybody may lead.
func (l *loop) reviewEligible() { l.eligible.review(l.noneEligible(), time.Now()) }

// noneEligible reports whether no member that is alive may lead, this node included.
func (l *loop) noneEligible() bool {
	if l.offer.barred == "" {
		return false
	}
	for _, m := range l.roster.byID {
		if m.State == membership.Alive && m.Meta.Stack == l.stack && !m.Meta.Barred && l.unfit(m.Meta.ID) == "" {
			return false
		}
	}
	return true
}

// abstention says why the one that the machine names does not lead, though it is elected; "" if it may.
func (l *loop) abstention() string {
	named := l.lead.named
	switch {
	case named == l.self.ID && l.offer.barred != "":
		return "this node is elected and not eligible: " + l.offer.barred
	case named != l.self.ID && l.roster.byID[named].Meta.Barred:
		return l.rec.named(named) + " is elected and not eligible"
	case named != l.self.ID && named != protocol.Nobody && l.unfit(named) != "":
		return l.rec.named(named) + " is elected and not eligible: " + l.unfit(named)
	}
	return ""
}

// unfit says why no majority could ever grant a member leadership, as this node sees it; "" if one could. Other
// members must not elect it: it would never be the leader, and keep everybody else from it. So its messages do
// not reach the algorithm, whatever it says of itself.
func (l *loop) unfit(id protocol.ID) string {
	if !l.majority.needed() {
		return ""
	}
	if !l.roster.counts(id) {
		return unadmitted
	}
	m, other := l.roster.byID[id]
	theirs, own := m.Meta.Terms, l.o.terms()
	switch {
	case !other || theirs == (membership.Terms{}) || m.Meta.Stack != l.stack:
		return ""
	case theirs.Expect != own.Expect, theirs.Lease != own.Lease, theirs.Admits != own.Admits:
		return "its expect, lease or admission is not this node's, so that they grant each other nothing"
	}
	return ""
}

const unadmitted = "no operator has admitted it"

// partakes reports whether the algorithm hears of a member.
func (l *loop) partakes(id protocol.ID) bool { return id == l.self.ID || l.unfit(id) == "" }

// reviewAdmitted bars this node while no operator has admitted it, and no longer.
func (l *loop) reviewAdmitted() {
	if l.o.Algorithm.Goal != protocol.GoalBest {
		return // it may claim nothing else, and nobody listens
	}
	l.rebar(l.rule)
}

// acting is whom the machine names, or nobody if that is this node and it abstains.
func (l *loop) acting() protocol.ID {
	if l.passed() {
		return protocol.Nobody
	}
	if l.lead.named == l.self.ID {
		return eligibility.Acting(l.offer.claimed())
	}
	return l.lead.named
}

// bar takes why this node must not lead, "" if it may. A leader steps down at once.
func (l *loop) bar(why string) {
	l.rule = why
	l.rebar(why)
}

// rebar bars this node by its rules, or since it is not admitted.
func (l *loop) rebar(why string) {
	if why == "" && l.o.Algorithm.Goal == protocol.GoalBest {
		why = l.unfit(l.self.ID)
	}
	was := l.offer.barred
	l.offer.barred = why
	if (was == "") == (why == "") {
		return
	}
	if why == "" {
		l.o.Logger.Info("this node may lead")
	} else {
		l.o.Logger.Warn("this node must not lead", "why", why)
		l.offer.kept = false
	}
	l.rec.state("ineligible", int64(one(why != "")))
	if why == "" || l.lead.named != l.self.ID || l.machine == nil {
		l.changedCapability()
		l.announce()
		return
	}
	l.announce() // first of all it acts no longer
	l.offered()
	l.enter()
	optional.Resign(l.machine, &l.env)
	l.carryOut()
}
