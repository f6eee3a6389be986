package aodv

import (
	"time"

	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// onRequest learns the way back, and answers the request or passes it on (§6.5, §6.6).
func (a *AODV) onRequest(env *protocol.Env, from protocol.ID, m RouteRequest) {
	if !a.present(env, from) || a.blacklisted(env.Now(), from) {
		return
	}
	a.meet(env, from, a.ActiveRouteTimeout)
	if a.Draft != Draft3 {
		a.release(env, from)
	}
	if m.Origin == env.Self() || a.requests.Seen(env.Now(), routing.Passage{Origin: m.Origin, Seq: m.Number}, a.remembered()) {
		return
	}
	m.Hops++
	back := 2*a.netTraversal() - 2*time.Duration(m.Hops)*a.NodeTraversalTime
	if a.Draft == Draft3 {
		back = draftReverseLifetime
	}
	a.take(env, offeredRoute{to: m.Origin, next: from, seq: m.OriginSeq, hops: m.Hops, lasts: back, reverse: true})
	if a.Draft != Draft3 {
		a.release(env, m.Origin)
	}
	if env.Now() < a.mute {
		return
	}
	switch {
	case m.Destination == env.Self():
		a.answerForSelf(env, m)
	case a.answers(env.Now(), m):
		a.answerForOther(env, m)
	case m.TTL > 1:
		a.relay(env, m)
	}
}

// answers reports whether this node's route is fresh enough to answer a request for
// another (§6.6).
func (a *AODV) answers(now protocol.Time, m RouteRequest) bool {
	r := a.usable(now, m.Destination)
	return r != nil && r.vouched && m.Flags&flagDestination == 0 &&
		(m.Flags&flagUnknown != 0 || !newerSeq(m.DestinationSeq, r.seq))
}

// relay passes a request on, with the greatest number known of the destination (§6.5).
func (a *AODV) relay(env *protocol.Env, m RouteRequest) {
	m.TTL--
	if r := a.known(env.Now(), m.Destination); r != nil && r.known && (m.Flags&flagUnknown != 0 || newerSeq(r.seq, m.DestinationSeq)) {
		m.DestinationSeq = r.seq
		m.Flags &^= flagUnknown
	}
	a.said = env.Now()
	env.BroadcastWithin(a.Jitter, m)
}

// answerForSelf answers as the destination, with a number that is not below the one asked
// for (§6.6.1).
func (a *AODV) answerForSelf(env *protocol.Env, m RouteRequest) {
	if m.Flags&flagUnknown == 0 && newerSeq(m.DestinationSeq, a.seq) {
		a.seq = m.DestinationSeq
	}
	if o := a.active(env.Now(), m.Origin); o != nil {
		a.reply(env, o, RouteReply{Destination: env.Self(), DestinationSeq: a.seq, Origin: m.Origin, Lifetime: milliseconds(a.MyRouteTimeout)})
	}
}

// answerForOther answers by a route that this node has (§6.6.2), and tells the destination
// of the origin where that is asked for (§6.6.3).
func (a *AODV) answerForOther(env *protocol.Env, m RouteRequest) {
	o, d := a.active(env.Now(), m.Origin), a.active(env.Now(), m.Destination)
	if o == nil {
		return
	}
	d.precede(o.next)
	o.precede(d.next)
	a.reply(env, o, RouteReply{Hops: d.hops, Destination: m.Destination, DestinationSeq: d.seq, Origin: m.Origin,
		Lifetime: milliseconds(d.until.Sub(env.Now()))})
	if m.Flags&flagGratuitous != 0 && o.vouched {
		a.reply(env, d, RouteReply{Hops: o.hops, Destination: m.Origin, DestinationSeq: o.seq, Origin: m.Destination,
			Lifetime: milliseconds(o.until.Sub(env.Now()))})
	}
}

// reply sends a reply along the route to whom it is for (§6.7).
func (a *AODV) reply(env *protocol.Env, along *aodvRoute, m RouteReply) {
	m.Flags = 0
	if a.ReplyAck {
		m.Flags = flagAcknowledge
		a.expect(env, unanswered{next: along.next, due: env.Now().Add(a.NextHopWait), reply: true})
	}
	along.reverse = false
	along.until = max(along.until, env.Now().Add(a.ActiveRouteTimeout))
	env.Send(along.next, m)
}

// onReply learns the way to the destination, and passes the reply on (§6.7).
func (a *AODV) onReply(env *protocol.Env, from protocol.ID, m RouteReply) {
	if !a.present(env, from) {
		return
	}
	if m.Flags&flagAcknowledge != 0 {
		env.Send(from, HopAck{})
	}
	a.meet(env, from, a.ActiveRouteTimeout)
	if m.Destination == env.Self() {
		return
	}
	m.Hops++
	took := a.take(env, offeredRoute{to: m.Destination, next: from, seq: m.DestinationSeq, hops: m.Hops,
		lasts: time.Duration(m.Lifetime) * time.Millisecond})
	if a.Draft != Draft3 {
		a.release(env, from)
	}
	if a.Draft != Draft3 || took {
		a.release(env, m.Destination)
	}
	d, o := a.usable(env.Now(), m.Destination), a.active(env.Now(), m.Origin)
	if m.Origin == env.Self() || env.Now() < a.mute || d == nil || o == nil {
		return
	}
	if !took {
		if a.Draft == Draft3 || !d.vouched {
			return
		}
		m.Hops, m.DestinationSeq, m.Lifetime = d.hops, d.seq, milliseconds(d.until.Sub(env.Now()))
	}
	d.precede(o.next)
	o.precede(d.next)
	if n := a.active(env.Now(), d.next); n != nil {
		n.precede(o.next)
	}
	a.reply(env, o, m)
}

// milliseconds is a span as messages state it.
func milliseconds(d time.Duration) uint32 { return uint32(max(d, 0).Milliseconds()) }
