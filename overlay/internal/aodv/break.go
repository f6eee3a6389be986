package aodv

import (
	"cmp"
	"slices"
	"time"

	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// An unanswered frame waits for any sign of life of its next hop.
type unanswered struct {
	next  protocol.ID
	due   protocol.Time
	reply bool // a reply: its next hop is blacklisted, else the link is broken
}

// onPacket delivers a packet, or passes it on.
func (a *AODV) onPacket(env *protocol.Env, from protocol.ID, p routing.Packet) {
	if a.acknowledges() {
		env.Send(from, HopAck{})
	}
	now := env.Now()
	if p.Destination == env.Self() {
		a.use(now, p.Origin)
		a.use(now, from)
		if a.hellos() {
			a.wake(env, a.nextBeat(env))
		}
		a.Layer.Receive(env, p.Origin, p.Inner)
		return
	}
	r := a.route(env, p.Destination)
	if r == nil && a.repairing(p.Destination) && int(p.Hops) < a.NetDiameter {
		a.hold(env, from, p)
		return
	}
	if r == nil || int(p.Hops) >= a.NetDiameter {
		a.lost++
		a.refuse(env, from, p.Destination)
		return
	}
	r.precede(from)
	p.Hops++
	env.Send(r.next, p)
	a.sent(env, r, 0)
	a.use(now, p.Origin)
	a.use(now, from)
}

// refuse tells the sender of a packet that this node has no route for it (§6.11 ii).
func (a *AODV) refuse(env *protocol.Env, from, to protocol.ID) {
	if env.Now() < a.mute {
		a.mute = env.Now().Add(a.DeletePeriod) // §6.13
	}
	u := Unreachable{Destination: to}
	if r := a.known(env.Now(), to); r != nil && r.known {
		u.Seq = r.seq
	}
	a.tell(env, []Unreachable{u}, []protocol.ID{from})
}

// sent notes that a packet is sent along a route, at once or within a jitter.
func (a *AODV) sent(env *protocol.Env, r *aodvRoute, jitter time.Duration) {
	now := env.Now()
	if r.busy <= now && a.hellos() {
		a.peer(r.next).heard = now // from now on it owes hellos
	}
	next := r.next
	a.use(now, r.to)
	a.use(now, next)
	if a.acknowledges() {
		a.expect(env, unanswered{next: next, due: now.Add(jitter + a.NextHopWait)})
	}
	if a.hellos() {
		a.wake(env, a.nextBeat(env))
	}
}

// expect waits for a sign of life of a next hop.
func (a *AODV) expect(env *protocol.Env, u unanswered) {
	if slices.ContainsFunc(a.open, func(o unanswered) bool { return o.next == u.next && o.reply == u.reply }) {
		return
	}
	a.open = append(a.open, u)
	a.wake(env, u.due)
}

// hear takes a frame for a sign of life.
func (a *AODV) hear(env *protocol.Env, from protocol.ID) {
	if len(a.open) > 0 {
		a.open = slices.DeleteFunc(a.open, func(u unanswered) bool { return u.next == from })
	}
	if a.hellos() {
		a.peer(from).heard = env.Now()
	}
}

// expireAnswers takes next hops that did not answer for gone.
func (a *AODV) expireAnswers(env *protocol.Env) {
	var late []unanswered
	a.open = slices.DeleteFunc(a.open, func(u unanswered) bool {
		if u.due <= env.Now() {
			late = append(late, u)
		}
		return u.due <= env.Now()
	})
	for _, u := range late {
		if u.reply {
			a.peer(u.next).blacklisted = env.Now().Add(a.BlacklistTimeout)
		} else {
			a.lost++
			a.part(env, u.next)
		}
	}
}

// onHello learns that a neighbour is there (§6.9).
func (a *AODV) onHello(env *protocol.Env, from protocol.ID, m RouteHello) {
	if !a.present(env, from) {
		return
	}
	a.meet(env, from, a.helloLoss())
	a.take(env, offeredRoute{to: from, next: from, seq: m.Seq, hops: 1, lasts: a.helloLoss()})
	a.release(env, from)
}

// beat sends a hello if one is due, and breaks the routes over next hops that owe hellos
// and are silent.
func (a *AODV) beat(env *protocol.Env) {
	if !a.hellos() {
		return
	}
	now, active := env.Now(), false
	for i := range a.routes {
		r := &a.routes[i]
		if !r.valid || r.busy <= now {
			continue
		}
		active = true
		if now.Sub(a.peer(r.next).heard) >= a.helloLoss() {
			a.part(env, r.next)
		}
	}
	if active && now.Sub(a.said) >= a.HelloInterval {
		a.broadcast(env, RouteHello{Seq: a.seq})
	}
}

// nextBeat is when beat has something to do, and far away if no route is active.
func (a *AODV) nextBeat(env *protocol.Env) protocol.Time {
	now := env.Now()
	next := now.Add(a.DeletePeriod)
	for i := range a.routes {
		if r := &a.routes[i]; r.valid && r.busy > now {
			next = min(next, max(a.said.Add(a.HelloInterval), now), a.peer(r.next).heard.Add(a.helloLoss()))
		}
	}
	return next
}

// part breaks the routes over a next hop that is gone (§6.11 i).
func (a *AODV) part(env *protocol.Env, gone protocol.ID) {
	var lost []Unreachable
	var whom []protocol.ID
	a.open = slices.DeleteFunc(a.open, func(u unanswered) bool { return u.next == gone && !u.reply })
	for i := range a.routes {
		if r := &a.routes[i]; r.valid && r.next == gone {
			mends, hops := a.mends(env, r, gone), r.hops
			a.invalidate(env.Now(), r)
			if mends {
				a.repair(env, r.to, hops)
				continue
			}
			lost, whom = r.report(gone, lost, whom)
		}
	}
	a.tell(env, lost, whom)
}

// onError breaks the routes that an error names and that lead over its sender, and passes
// it on to those who use them (§6.11 iii).
func (a *AODV) onError(env *protocol.Env, from protocol.ID, m RouteError) {
	var lost []Unreachable
	var whom []protocol.ID
	for _, u := range m.Lost {
		r := a.active(env.Now(), u.Destination)
		if r == nil || r.next != from {
			continue
		}
		a.invalidate(env.Now(), r)
		if u.Seq != 0 && (!r.known || newerSeq(u.Seq, r.seq)) {
			r.seq, r.known = u.Seq, true
		}
		lost, whom = r.report(from, lost, whom)
	}
	if env.Now() >= a.mute {
		a.tell(env, lost, whom)
	}
}

// report adds a broken route to an error, and those who used it to whom it is for.
func (r *aodvRoute) report(gone protocol.ID, lost []Unreachable, whom []protocol.ID) ([]Unreachable, []protocol.ID) {
	used := false
	for _, id := range r.precursors {
		if id == gone {
			continue
		}
		used = true
		if at, known := slices.BinarySearch(whom, id); !known {
			whom = slices.Insert(whom, at, id)
		}
	}
	r.precursors = nil
	if !used {
		return lost, whom
	}
	u := Unreachable{Destination: r.to}
	if r.known {
		u.Seq = r.seq
	}
	return append(lost, u), whom
}

// tell sends an error to those who used a route: to one by unicast, else by broadcast.
func (a *AODV) tell(env *protocol.Env, lost []Unreachable, whom []protocol.ID) {
	for list := range slices.Chunk(lost, maxUnreachable) {
		if !a.rerrs.take(env.Now(), a.RERRRateLimit) {
			return
		}
		if len(whom) == 1 && a.Draft != Draft3 {
			env.Send(whom[0], RouteError{list})
			continue
		}
		a.broadcast(env, RouteError{list})
	}
}

// peer returns the record of a node heard directly, a new one if necessary. It is valid
// until the next call.
func (a *AODV) peer(id protocol.ID) *aodvPeer {
	at, known := slices.BinarySearchFunc(a.peers, id, func(p aodvPeer, id protocol.ID) int { return cmp.Compare(p.id, id) })
	if !known {
		a.peers = slices.Insert(a.peers, at, aodvPeer{id: id})
	}
	return &a.peers[at]
}

func (a *AODV) blacklisted(now protocol.Time, id protocol.ID) bool {
	return a.ReplyAck && now < a.peer(id).blacklisted
}
