package agent

import (
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// unheard is what becomes of a leader that no member follows, though members are alive: its
// datagrams are lost on their way, and the others have elected without it. Its algorithm may
// go on for ever, because it hears nothing that deposes it.
//
// The leader learns from the gossip, which has other ways, whom the members follow. If none
// has followed it for a bound it steps down: it is reported as no leader, and offers nothing
// until a multiple of the bound is over, so that its algorithm may follow another. It is
// reported again as soon as a member follows it, or it is alone.
type unheard struct {
	since     protocol.Time // since when nobody follows this leader; never: some do, or it does not lead
	silent    bool          // it is not reported as the leader
	withdrawn bool          // it offers nothing
	until     protocol.Time // the end of that
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

// reviewUnheard looks whether members follow this node, if it leads.
func (l *loop) reviewUnheard() {
	l.timers.stop(timerUnheard)
	if l.word != nil || l.o.Mask != nil {
		return // a majority decides; or who hears whom is the radio's affair
	}
	u, now, bound := &l.unheard, l.now(), l.o.unheardFor()
	switch followed, deserted := l.following(); {
	case followed:
		back := u.withdrawn
		*u = unheard{since: never}
		if back {
			l.changedCapability()
		}
		l.announce()
		return
	case l.lead.named != l.self.ID || l.machine == nil || l.resigned || !deserted:
		u.since = never
	case u.since == never:
		u.since = now
	}
	if u.withdrawn && now >= u.until {
		u.withdrawn, u.since = false, never
		l.changedCapability()
	}
	if !u.withdrawn && u.since != never && now >= u.since.Add(bound) {
		l.stepDown()
	}
	switch {
	case u.withdrawn:
		l.timers.set(timerUnheard, u.until)
	case u.since != never:
		l.timers.set(timerUnheard, u.since.Add(bound))
	}
}

// stepDown ends the office of a leader that nobody hears.
func (l *loop) stepDown() {
	u := &l.unheard
	first := !u.silent
	u.silent, u.withdrawn, u.until = true, true, l.now().Add(withdrawals*l.o.unheardFor())
	if first {
		l.tell(Event{Kind: LeaderUnheard, Why: "no member that is alive has followed this leader for " + l.o.unheardFor().String()})
	}
	l.announce()
	l.offered()
	l.enter()
	optional.Resign(l.machine, &l.env)
	l.carryOut()
}

// following reports whether a member follows this node, or none could: none else takes part. If
// not, deserted reports whether this node should give way: unless each leads for itself and this
// one is the best of them.
func (l *loop) following() (followed, deserted bool) {
	others, lone := 0, true
	best := l.offers()
	for id, m := range l.roster.byID {
		if m.State != membership.Alive || m.Meta.Idle || m.Meta.Stack != l.stack || m.Meta.Terms == (membership.Terms{}) {
			continue
		}
		others++
		switch m.Meta.Leader {
		case l.self.ID:
			return true, false
		case id:
			best = best.Better(protocol.Capability{Value: m.Meta.Capability, ID: id})
		default:
			lone = false
		}
	}
	return others == 0, !lone || best.ID != l.self.ID
}
