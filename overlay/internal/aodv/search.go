package aodv

import (
	"slices"

	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// An aodvSearch is a search for a route, by rings of growing TTL (§6.4).
type aodvSearch struct {
	to        protocol.ID
	ttl, full int           // of the last request; requests with TTL NetDiameter so far
	due       protocol.Time // the end of the wait; 0: draft 3's record of a search that ended
	held      bool          // the request has still to be sent
	repair    bool          // of a broken route, for those who use it
	hops      uint8         // that the route had before a repair
}

// queue keeps a packet until there is a route, and seeks one.
func (a *AODV) queue(env *protocol.Env, p parcel) {
	to := p.packet.Destination
	waits := slices.ContainsFunc(a.waiting, func(q parcel) bool { return q.packet.Destination == to })
	a.waiting = slices.DeleteFunc(a.waiting, func(q parcel) bool {
		old := a.MaxQueueTime > 0 && env.Now().Sub(q.since) > a.MaxQueueTime
		if old {
			a.lost++
		}
		return old
	})
	if len(a.waiting) >= a.MaxQueueLen {
		a.waiting = slices.Delete(a.waiting, 0, 1)
		a.lost++
	}
	a.waiting = append(a.waiting, p)
	if waits && a.Draft == Draft3 {
		return // GloMoSim seeks for the first packet alone: see docs/routing.md on its stall
	}
	a.seek(env, to)
}

func (a *AODV) search(to protocol.ID) (at int) {
	return slices.IndexFunc(a.searches, func(s aodvSearch) bool { return s.to == to })
}

// seek begins a search, unless one is under way.
func (a *AODV) seek(env *protocol.Env, to protocol.ID) {
	at := a.search(to)
	if at >= 0 && a.searches[at].due != 0 {
		return
	}
	s := aodvSearch{to: to, ttl: a.TTLStart}
	switch r := a.known(env.Now(), to); {
	case at >= 0: // GloMoSim goes on where the former search ended
		s.ttl, s.full = a.NetDiameter, a.RREQRetries-1
	case r != nil && r.hops > 0 && a.Draft == Draft3:
		s.ttl = int(r.hops)
	case r != nil && r.hops > 0:
		s.ttl = int(r.hops) + a.TTLIncrement
	}
	s.ttl = a.ring(s.ttl)
	if at < 0 {
		at = len(a.searches)
		a.searches = append(a.searches, s)
	} else {
		a.searches[at] = s
	}
	a.ask(env, &a.searches[at])
}

// ask sends the request of a search, or puts it off.
func (a *AODV) ask(env *protocol.Env, s *aodvSearch) {
	now := env.Now()
	switch {
	case now < a.mute:
		s.held, s.due = true, a.mute
	case !a.rreqs.take(now, a.RREQRateLimit):
		s.held, s.due = true, a.rreqs.since.Add(budgetSpan)
	default:
		s.held = false
		if s.ttl >= a.NetDiameter {
			s.full++
		}
		s.due = now.Add(a.wait(s.ttl, s.full))
		a.request(env, s)
	}
	a.wake(env, s.due)
}

// request broadcasts the request of a search (§6.3).
func (a *AODV) request(env *protocol.Env, s *aodvSearch) {
	a.number++
	a.seq++
	m := RouteRequest{TTL: uint8(s.ttl), Number: a.number, Destination: s.to, Origin: env.Self(), OriginSeq: a.seq}
	if !a.OneWay {
		m.Flags |= flagGratuitous
	}
	if a.DestinationOnly {
		m.Flags |= flagDestination
	}
	if r := a.known(env.Now(), s.to); r != nil && r.known {
		m.DestinationSeq = r.seq
	} else {
		m.Flags |= flagUnknown
	}
	a.requests.Seen(env.Now(), routing.Passage{Origin: env.Self(), Seq: a.number}, a.remembered())
	a.broadcast(env, m)
}

// broadcast sends a message of this node's own, with a jitter as in ns-3: what makes it
// speak may make others speak at the same time. GloMoSim has one on relayed requests alone.
func (a *AODV) broadcast(env *protocol.Env, m protocol.Message) {
	a.said = env.Now()
	if a.Draft == Draft3 {
		env.Broadcast(m)
	} else {
		env.BroadcastWithin(a.Jitter, m)
	}
}

// expireSearches widens the searches whose wait has ended, or gives them up.
func (a *AODV) expireSearches(env *protocol.Env) {
	for i := 0; i < len(a.searches); i++ {
		s := &a.searches[i]
		switch {
		case s.due == 0 || s.due > env.Now():
		case s.held:
			a.ask(env, s)
		case s.repair && a.usable(env.Now(), s.to) == nil:
			a.failed(env, i)
			i--
		case a.usable(env.Now(), s.to) != nil:
			s.due = 0 // draft 3: the packets stay
		case s.full >= a.RREQRetries:
			a.giveUp(i)
			if a.Draft != Draft3 {
				i--
			}
		default:
			s.ttl = a.ring(s.ttl + a.TTLIncrement)
			a.ask(env, s)
		}
	}
}

// giveUp drops the packets that a search is for. Nobody is told.
func (a *AODV) giveUp(at int) {
	to := a.searches[at].to
	if a.Draft == Draft3 {
		a.searches[at].due = 0
	} else {
		a.searches = slices.Delete(a.searches, at, at+1)
	}
	a.waiting = slices.DeleteFunc(a.waiting, func(p parcel) bool {
		if p.packet.Destination == to {
			a.lost++
			return true
		}
		return false
	})
}

// release sends what waits for a route, if there is one now, and ends the search for it. Nothing waits
// without a search: each message that renews a route comes here, and is spared a look at all that waits.
func (a *AODV) release(env *protocol.Env, to protocol.ID) {
	r := a.route(env, to)
	if r == nil {
		return
	}
	at := a.search(to)
	if at < 0 {
		return
	}
	if s := a.searches[at]; s.repair {
		a.mended(env, r, s.hops)
	}
	a.searches = slices.Delete(a.searches, at, at+1)
	a.waiting = slices.DeleteFunc(a.waiting, func(p parcel) bool {
		if p.packet.Destination != to {
			return false
		}
		if a.MaxQueueTime > 0 && env.Now().Sub(p.since) > a.MaxQueueTime {
			a.lost++
			return true
		}
		env.Send(r.next, p.packet)
		a.sent(env, r, 0)
		return true
	})
}
