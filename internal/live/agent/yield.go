package agent

import (
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A live agent yields, that is it stops to lead or to take part, for one of four reasons.
// Three are in this file: nobody follows it (unheard, stepDown), an operator tells it to resign (resign,
// resume), an operator tells it to leave (leave, replaced, gone). The fourth is a majority that does
// not grant it the lead: majority.go, and whom in announce.go.

// unheard is what becomes of a leader that no member follows, though members are alive: its
// datagrams are lost on their way, and the others have elected without it. Its algorithm may
// go on for ever, because it hears nothing that deposes it.
//
// The leader learns from the gossip, which has other ways, whom the members follow. If none
// has followed it for a bound it steps down: it is reported as no leader, and offers nothing
// until a multiple of the bound is over, so that its algorithm may follow another. It is
// reported again as soon as a member follows it, or it is alone.
//
// It asks the roster who follows, and tells the offer.
type unheard struct {
	offer  *offer        // withdrawn is there: it offers nothing
	since  protocol.Time // since when nobody follows this leader; never: some do, or it does not lead
	silent bool          // it is not reported as the leader
	until  protocol.Time // the end of the time in which it offers nothing
}

// unheardFor is the time after which a leader that nobody follows steps down: twice that in
// which members that were cut off find each other and settle. Both the election and the news
// of it then had their time.
func (o Options) unheardFor() time.Duration {
	return 2 * (o.Detection.Timeout() + o.Timing.Hello.Timeout)
}

// withdrawals is how many times unheardFor a leader that stepped down offers nothing. Nobody is
// told when its way is mended, so it tries again: rarely, since its algorithm may disturb those
// who do hear it.
const withdrawals = 10

// A verdict is what becomes of a leader after a look at who follows it.
type verdict int

const (
	goesOn   verdict = iota
	isHeard          // a member follows it, or it is alone
	isBack           // the same, after it had offered nothing
	triesNow         // it offers something again
	mustYield
)

// A following says whether a member follows this node, and whether this node should give way: see
// roster.following. leads says that its machine runs and names itself, and it has not resigned.
type following struct{ followed, deserted, leads bool }

// review looks at who follows, with a bound after which a leader that nobody follows yields.
func (u *unheard) review(f following, now protocol.Time, bound time.Duration) verdict {
	switch {
	case f.followed:
		back := u.offer.withdrawn
		u.offer.withdrawn = false
		*u = unheard{offer: u.offer, since: never}
		if back {
			return isBack
		}
		return isHeard
	case !f.leads || !f.deserted:
		u.since = never
	case u.since == never:
		u.since = now
	}
	switch {
	case u.offer.withdrawn && now >= u.until:
		u.offer.withdrawn, u.since = false, never
		return triesNow
	case !u.offer.withdrawn && u.since != never && now >= u.since.Add(bound):
		return mustYield
	}
	return goesOn
}

// yields notes that the leader steps down. It reports whether it did not before.
func (u *unheard) yields(until protocol.Time) (first bool) {
	first = !u.silent
	u.silent, u.offer.withdrawn, u.until = true, true, until
	return first
}

// next is when to look again.
func (u *unheard) next(bound time.Duration) protocol.Time {
	switch {
	case u.offer.withdrawn:
		return u.until
	case u.since != never:
		return u.since.Add(bound)
	}
	return never
}

// reviewUnheard looks whether members follow this node, if it leads.
func (l *loop) reviewUnheard() {
	l.timers.stop(timerUnheard)
	if l.majority.needed() || l.o.Mask != nil {
		return // a majority decides; with a radio, who hears whom is part of the experiment
	}
	bound := l.o.unheardFor()
	f := following{leads: l.lead.named == l.self.ID && l.machine != nil && !l.offer.resigned && l.offer.barred == ""}
	f.followed, f.deserted = l.roster.following(l.offer.own(), l.stack)
	switch l.unheard.review(f, l.clock.now(), bound) {
	case isBack:
		l.changedCapability()
		l.announce()
		return
	case isHeard:
		l.announce()
		return
	case triesNow:
		l.changedCapability()
	case mustYield:
		l.stepDown()
	}
	if at := l.unheard.next(bound); at != never {
		l.timers.set(timerUnheard, at)
	}
}

// stepDown ends the leadership of a leader that nobody hears.
func (l *loop) stepDown() {
	if l.unheard.yields(l.clock.now().Add(withdrawals * l.o.unheardFor())) {
		l.tell(Event{Kind: LeaderUnheard, Why: "no member that is alive has followed this leader for " + l.o.unheardFor().String()})
	}
	l.announce()
	l.offered()
	l.enter()
	optional.Resign(l.machine, &l.env)
	l.carryOut()
}

// resign makes the node offer nothing, and step down if it leads.
func (l *loop) resign() {
	if l.offer.resigned {
		return
	}
	l.offer.resigned, l.offer.kept = true, false
	l.offered()
	if l.machine == nil {
		return
	}
	l.enter()
	optional.Resign(l.machine, &l.env)
	l.carryOut()
}

// resume makes the node offer its capability again.
func (l *loop) resume() {
	if l.offer.resigned && l.phase != phaseLeaving {
		l.offer.resigned = false
		l.changedCapability()
	}
}

// leave steps down. A node that leads, or that knows no leader, is still needed for the next
// election: it ends when another leads, or when the time of handover is over.
func (l *loop) leave() {
	if l.phase == phaseLeaving {
		return
	}
	needed := !l.lead.followsAnother(l.self.ID)
	l.phase = phaseLeaving // first, so that it does not lead again while it resigns
	if needed {
		l.timers.set(timerGone, l.clock.now().Add(l.o.handover()))
	}
	l.resign()
	switch {
	case !needed:
		l.timers.stop(timerGone)
	case l.lead.followsAnother(l.self.ID): // it had a successor, and follows it already
		l.replaced()
	}
}

// passed reports whether this node leaves and has lost the lead: it must not take it again, though its algorithm names
// it, as where nobody else may lead.
func (l *loop) passed() bool {
	return l.phase == phaseLeaving && l.lead.named == l.self.ID && l.lead.leader != l.self.ID
}

// replaced lets a leaving agent end one detection interval after it follows another leader. In
// this time it sends messages that wait, and repeats lost ones: among them may be the new
// leader's announcement, for others.
func (l *loop) replaced() {
	if l.phase == phaseLeaving {
		l.timers.set(timerGone, min(l.timers[timerGone], l.clock.now().Add(l.o.Detection.Interval)))
	}
}

// gone reports whether a leaving agent may end: no other member that runs its algorithm is alive,
// its machine does not run, or timerGone has fired or was never set.
func (l *loop) gone() bool {
	return l.roster.alone(l.stack) || l.machine == nil || l.timers[timerGone] == never
}
