package aodv

import (
	"slices"

	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// localAddTTL is LOCAL_ADD_TTL (RFC 3561 §10).
const localAddTTL = 2

// maxRepairTTL is MAX_REPAIR_TTL, 0.3·NET_DIAMETER.
func (o *Options) maxRepairTTL() int { return 3 * o.NetDiameter / 10 }

// mends reports whether a node seeks a broken route for those who use it, before it tells them
// (§6.12): with LocalRepair, if the destination was not too far.
func (a *AODV) mends(env *protocol.Env, r *aodvRoute, gone protocol.ID) bool {
	return a.LocalRepair && a.Draft != Draft3 && env.Now() >= a.mute && int(r.hops) <= a.maxRepairTTL() &&
		slices.ContainsFunc(r.precursors, func(id protocol.ID) bool { return id != gone })
}

// repair begins the search of a local repair. The route has been invalidated, and keeps its
// precursors. The RFC's TTL has half of the hops to the origin of a packet as its least; here the
// packet is not at hand, and the hops to the destination are taken alone.
func (a *AODV) repair(env *protocol.Env, to protocol.ID, hops uint8) {
	if at := a.search(to); at >= 0 {
		a.searches[at].repair, a.searches[at].hops = true, hops
		return
	}
	a.searches = append(a.searches, aodvSearch{to: to, ttl: min(int(hops)+localAddTTL, a.NetDiameter), repair: true, hops: hops})
	a.ask(env, &a.searches[len(a.searches)-1])
}

// repairing reports whether a route to a node is under repair, for which packets of others wait.
func (a *AODV) repairing(to protocol.ID) bool {
	at := a.search(to)
	return at >= 0 && a.searches[at].repair
}

// hold keeps a packet of another node until the repair ends.
func (a *AODV) hold(env *protocol.Env, from protocol.ID, p routing.Packet) {
	if r := a.known(env.Now(), p.Destination); r != nil {
		r.precede(from)
	}
	if len(a.waiting) >= a.MaxQueueLen {
		a.waiting = slices.Delete(a.waiting, 0, 1)
		a.lost++
	}
	p.Hops++
	a.waiting = append(a.waiting, parcel{since: env.Now(), packet: p})
}

// failed ends a repair in vain: those who used the route are told (§6.11 i). Packets of the node's own
// wait for a search of the usual kind.
func (a *AODV) failed(env *protocol.Env, at int) {
	to, self := a.searches[at].to, env.Self()
	a.searches = slices.Delete(a.searches, at, at+1)
	own := false
	a.waiting = slices.DeleteFunc(a.waiting, func(p parcel) bool {
		if p.packet.Destination != to {
			return false
		}
		if p.packet.Origin == self {
			own = true
			return false
		}
		a.lost++
		return true
	})
	if r := a.known(env.Now(), to); r != nil {
		lost, whom := r.report(protocol.Nobody, nil, nil)
		a.tell(env, lost, whom)
	}
	if own {
		a.seek(env, to)
	}
}

// mended tells those who use a repaired route that it is longer than before, so that its users
// may seek a better one (flag N). They keep it.
func (a *AODV) mended(env *protocol.Env, r *aodvRoute, before uint8) {
	if r.hops <= before || len(r.precursors) == 0 || !a.rerrs.take(env.Now(), a.RERRRateLimit) {
		return
	}
	a.broadcast(env, RouteRepaired{r.to})
}

// onRepaired passes on that a route was repaired (§6.12): it is not deleted. Here its users seek no
// other, as the RFC allows.
func (a *AODV) onRepaired(env *protocol.Env, from protocol.ID, m RouteRepaired) {
	r := a.active(env.Now(), m.Destination)
	if r != nil && r.next == from && len(r.precursors) > 0 && env.Now() >= a.mute && a.rerrs.take(env.Now(), a.RERRRateLimit) {
		a.broadcast(env, m)
	}
}
