package aodv

import (
	"cmp"
	"slices"
	"time"

	"bellwether/protocol"
)

// An aodvRoute is what a node knows of the way to another (RFC 3561 §2). Its number never
// falls: see "No loops" of aodv.
type aodvRoute struct {
	to, next   protocol.ID
	seq        uint32
	hops       uint8
	known      bool          // seq is known
	vouched    bool          // others may have been told of this way with seq
	valid      bool          // else it is broken or expired
	reverse    bool          // draft 3: made by a request, for the reply alone until one has passed
	until      protocol.Time // when a valid one expires; draft 3: when another is forgotten
	busy       protocol.Time // until when it counts as active for hellos: data passed
	precursors []protocol.ID // neighbours that use it, sorted
}

// newerSeq compares numbers modulo 2³² (§6.1).
func newerSeq(a, b uint32) bool { return int32(a-b) > 0 }

func (a *AODV) find(to protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(a.routes, to, func(r aodvRoute, to protocol.ID) int { return cmp.Compare(r.to, to) })
}

// known returns what is known of the way to a node, valid or not; nil if nothing is. It is
// valid until a route is added.
func (a *AODV) known(now protocol.Time, to protocol.ID) *aodvRoute {
	at, known := a.find(to)
	if !known {
		return nil
	}
	r := &a.routes[at]
	if r.valid && now >= r.until {
		a.invalidate(now, r)
	}
	if !r.valid && a.Draft == Draft3 && now >= r.until {
		return nil // forgotten
	}
	return r
}

// active returns the valid route to a node, nil without such a route.
func (a *AODV) active(now protocol.Time, to protocol.ID) *aodvRoute {
	if r := a.known(now, to); r != nil && r.valid {
		return r
	}
	return nil
}

// usable returns the route that data may take to a node, nil without such a route.
func (a *AODV) usable(now protocol.Time, to protocol.ID) *aodvRoute {
	if r := a.active(now, to); r != nil && !r.reverse {
		return r
	}
	return nil
}

// invalidate ends a route that broke or expired. If others may have been told of it its
// number rises, so that nobody who leads to this node may answer its next search (§6.1,
// §6.11). Where it rose without need the destination's own would lag behind, and its
// requests would be taken for old ones.
func (a *AODV) invalidate(now protocol.Time, r *aodvRoute) {
	if r.vouched {
		r.seq++
	}
	r.valid, r.reverse, r.vouched = false, false, false
	r.until, r.busy = 0, 0
	if a.Draft == Draft3 {
		r.until = now.Add(a.DeletePeriod) // when it is forgotten
	}
}

// add returns an empty record of a node that nothing is known of.
func (a *AODV) add(to protocol.ID) *aodvRoute {
	at, forgotten := a.find(to)
	if forgotten {
		a.routes[at] = aodvRoute{to: to}
		return &a.routes[at]
	}
	a.routes = slices.Insert(a.routes, at, aodvRoute{to: to})
	return &a.routes[at]
}

// An offeredRoute is a way to a node that a message tells of.
type offeredRoute struct {
	to, next protocol.ID
	seq      uint32
	hops     uint8
	lasts    time.Duration
	reverse  bool
}

// take adopts an offered route if it is fresher than the known one, or as fresh and either
// shorter or in place of one without a valid number (§6.2), and reports whether it did. If it leads the
// same way it may prolong the known one.
func (a *AODV) take(env *protocol.Env, o offeredRoute) bool {
	until := env.Now().Add(o.lasts)
	r := a.known(env.Now(), o.to)
	if r == nil {
		r = a.add(o.to)
	}
	same := r.known && o.seq == r.seq
	if r.known && !newerSeq(o.seq, r.seq) && !(same && (!r.vouched || o.hops < r.hops)) {
		if same && r.valid && r.next == o.next && r.hops == o.hops {
			r.until = max(r.until, until)
		}
		return false
	}
	if o.reverse && r.valid { // §6.5: the longer of both lifetimes
		until = max(until, r.until)
	}
	o.reverse = o.reverse && a.Draft == Draft3 && !(r.valid && !r.reverse)
	r.next, r.seq, r.hops, r.reverse = o.next, o.seq, o.hops, o.reverse
	r.known, r.vouched, r.valid, r.until = true, true, true, until
	return true
}

// meet makes a route to the node that a message came from directly, without a valid number
// (§6.5, §6.7): it leads to the node itself, so it is in no loop, and others are not told of
// it.
func (a *AODV) meet(env *protocol.Env, id protocol.ID, lasts time.Duration) {
	if a.Draft == Draft3 {
		return // draft 03 has no such rule
	}
	r := a.known(env.Now(), id)
	if r == nil {
		r = a.add(id)
	}
	r.until = max(r.until, env.Now().Add(lasts))
	if !r.valid || r.hops != 1 {
		r.next, r.hops, r.valid = id, 1, true
	}
}

// use prolongs a route that data takes (§6.2).
func (a *AODV) use(now protocol.Time, to protocol.ID) {
	if r := a.active(now, to); r != nil {
		r.until = max(r.until, now.Add(a.ActiveRouteTimeout))
		r.busy = now.Add(a.ActiveRouteTimeout)
	}
}

// precede writes down that a neighbour uses a route.
func (r *aodvRoute) precede(id protocol.ID) {
	if at, known := slices.BinarySearch(r.precursors, id); !known {
		r.precursors = slices.Insert(slices.Clone(r.precursors), at, id)
	}
}
