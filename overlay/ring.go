package overlay

import (
	"math/bits"
	"slices"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// ring keeps a logical ring over the roster, sorted by ID: a node's successor is the next
// member that it does not suspect, or itself if it suspects all others. The machine within
// gets its successor as its only neighbour, and is told when a repair changes it; sends to
// the successor are routed. So ring algorithms can be written as in textbooks.
//
// A ring both ways (newRingBothWays) keeps the predecessor in the same manner. Neighbours
// is then [predecessor, successor]: always these two, in this order, not sorted. On a ring
// of two both are the other node; alone both are the node itself. The sender of a message
// does not show from which side it comes, so an algorithm that must know writes the
// direction into the message. A node is told of a changed side only after both sides are
// repaired.
//
// Each detection interval a node pulls its successor and the members that it has skipped
// (fd.Pull, Algorithm 5.1). A suspected successor is skipped; a skipped member that
// answers is the successor again. A node that has skipped k members also pulls the k after
// its successor: where a whole stretch of the ring is gone (a partition), the number of
// members known dead doubles each time-out, and a repair takes the logarithm of the
// stretch, not its length.
//
// It assumes a roster and routing to every member. While members are unreachable, rings
// are local: each component closes its own. It never tells other nodes of a repair: each
// node finds its own successor.
//
// Cost: two routed messages of 5 bytes per node and interval; a node that has skipped k
// members makes 2k+1 pulls. Both ways cost twice as much, except on a ring of two.
type ring struct {
	layer
	detection protocol.Detection
	under     protocol.View // the view below, during a call
	ends      [2]protocol.ID
	first     side // the first side that the machine within sees
	pull      *fd.Pull
	segment   []protocol.ID // reused
}

// A side is one of a node's two sides on the ring, an index into ring.ends.
type side int

const (
	before side = iota // of the predecessor
	after              // of the successor
	sides
)

// step gives the index i steps from at on this side, of n.
func (s side) step(at, i, n int) int {
	if s == before {
		i = n - i
	}
	return (at + i) % n
}

// RingRepair is the time after the last fault within which the ring of a roster is whole,
// in each component. The first worst time-out W of the detector passes until a node notices
// that its successor is gone; with each further one the number of skipped members doubles.
// The phases of the first pull and of the last are an interval I each: W·(1 + ⌈log₂
// roster⌉) + 2I.
func RingRepair(roster int, d protocol.Detection) time.Duration {
	doublings := time.Duration(bits.Len(uint(max(roster-1, 0))))
	return (1+doublings)*fd.Worst(d) + 2*d.Interval
}

// HopParam is the parameter from which ring algorithms derive how long a lap takes.
func HopParam() protocol.Param {
	return protocol.Param{
		Name: "t_hop", Type: protocol.TypeDuration, Default: "50ms", Min: "1ms", Max: "10s", Load: func(members int) int { return members },
		Doc: "time of a message to the successor, over several radio hops; a lap is the roster's size times this",
	}
}

// newRing wraps inner. t is the first free timer; d is the budget to notice a dead
// successor, fd's default if zero.
func newRing(inner protocol.Machine, t protocol.Timer, d protocol.Detection) *ring {
	if d.Validate() != nil {
		o := fd.Defaults()
		d = protocol.Detection{Interval: o.Interval, Misses: o.Misses}
	}
	r := &ring{layer: layer{inner: inner, timer: t}, detection: d, first: after}
	r.guard = r
	return r
}

// newRingBothWays is newRing for an algorithm that also needs the predecessor.
func newRingBothWays(inner protocol.Machine, t protocol.Timer, d protocol.Detection) *ring {
	r := newRing(inner, t, d)
	r.first = before
	return r
}

// Neighbours is the successor; both ways, the predecessor and the successor. A ring is the
// view of the machine within.
func (r *ring) Neighbours() []protocol.ID { return r.ends[r.first:] }

// Members are those of the view below.
func (r *ring) Members() []protocol.ID { return r.under.Members() }

// Start boots the machine within, and suspects no member. The first pull comes a random
// time after the first interval, so that nodes that boot together do not pull in step.
func (r *ring) Start(env *protocol.Env, saved []byte) {
	r.pull = fd.NewPull(fd.Options{
		Self:     env.Self(),
		Interval: r.detection.Interval,
		Misses:   r.detection.Misses,
		First:    env.Rand().Uint32(),
	})
	for s := r.first; s < sides; s++ {
		r.ends[s], _ = r.find(env, s)
	}
	env.SetTimer(r.timer, r.detection.Interval+Spread(env, r.detection.Interval))
	r.layer.Start(env, saved)
}

// Receive handles pulls and answers, and passes everything else on.
func (r *ring) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch m := m.(type) {
	case pull:
		env.Route(from, answer(m))
	case answer:
		if r.pull.OnReply(from, m.Seq) {
			env.Trust(from)
			r.repair(env)
		}
	default:
		r.layer.Receive(env, from, m)
	}
}

// Fire pulls.
func (r *ring) Fire(env *protocol.Env, t protocol.Timer) {
	if t != r.timer {
		r.layer.Fire(env, t)
		return
	}
	for _, id := range r.pull.Overdue(env.Now()) {
		env.Suspect(id)
	}
	r.repair(env)
	for _, q := range r.pull.Ask(env.Now()) {
		env.Route(q.Peer, pull{q.Seq})
	}
	env.SetTimer(r.timer, r.detection.Interval)
}

// NeighbourUp does nothing: the ring does not depend on links.
func (r *ring) NeighbourUp(*protocol.Env, protocol.ID) {}

// NeighbourDown does nothing: the ring does not depend on links.
func (r *ring) NeighbourDown(*protocol.Env, protocol.ID) {}

// Copy returns a ring around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (r *ring) Copy() protocol.Machine {
	c := *r
	if !c.copied() {
		return nil
	}
	if r.pull != nil {
		c.pull = r.pull.Copy()
	}
	c.guard, c.segment = &c, nil
	return &c
}

// Shift moves the instants of the detector and of the machine within.
func (r *ring) Shift(now protocol.Time, d time.Duration) {
	if r.pull != nil {
		r.pull.Shift(now, d)
	}
	r.layer.Shift(now, d)
}

// Snapshot appends the neighbours, the detector and the state within.
func (r *ring) Snapshot(b []byte) []byte {
	for _, id := range r.Neighbours() {
		b = protocol.AppendID(b, id)
	}
	return r.inner.Snapshot(r.pull.Snapshot(b))
}

func (r *ring) enter(env *protocol.Env) (mark int) {
	r.under = env.Driver().Look(r)
	return len(env.Driver().Effects())
}

// leave routes the sends of the machine within to its neighbours.
func (r *ring) leave(env *protocol.Env, mark int) {
	env.Driver().Look(r.under)
	r.under = nil
	for i := range env.Driver().Effects()[mark:] {
		if e := &env.Driver().Effects()[mark+i]; e.Op == protocol.OpSend {
			e.Op, e.Within = protocol.OpRoute, 0
		}
	}
}

// repair finds the neighbours again, watches the members that it must, and tells the
// machine within of those that changed.
func (r *ring) repair(env *protocol.Env) {
	former := r.ends
	var passed [sides]int
	for s := r.first; s < sides; s++ {
		r.ends[s], passed[s] = r.find(env, s)
	}
	r.watch(env, passed)
	for s := r.first; s < sides; s++ {
		if r.ends[s] != former[s] {
			r.layer.NeighbourDown(env, former[s])
			r.layer.NeighbourUp(env, r.ends[s])
		}
	}
}

// find returns the next member on a side that is not suspected, and how many were skipped.
func (r *ring) find(env *protocol.Env, s side) (next protocol.ID, passed int) {
	members := env.Members()
	at, _ := slices.BinarySearch(members, env.Self())
	for passed = 0; passed < len(members)-1; passed++ {
		if next = members[s.step(at, 1+passed, len(members))]; !r.pull.Suspected(next) {
			return next, passed
		}
	}
	return env.Self(), passed
}

// watch pulls, on each side, the next member, the skipped ones, and as many again.
func (r *ring) watch(env *protocol.Env, passed [sides]int) {
	members := env.Members()
	at, _ := slices.BinarySearch(members, env.Self())
	r.segment = r.segment[:0]
	for s := r.first; s < sides; s++ {
		for i := 1; i <= min(2*passed[s]+1, len(members)-1); i++ {
			r.segment = append(r.segment, members[s.step(at, i, len(members))])
		}
	}
	slices.Sort(r.segment)
	r.segment = slices.Compact(r.segment)
	for _, id := range r.pull.Keep(r.segment) {
		env.Trust(id) // this node no longer watches it
	}
}

// Pass sends a ring algorithm's message, on its hop of this number, to the successor. It
// drops a message that has gone round, so no token circulates for ever.
func Pass(env *protocol.Env, message protocol.Message, hop uint16) {
	if int(hop) > len(env.Members()) {
		return
	}
	for _, successor := range env.Neighbours() {
		env.Send(successor, message)
	}
}
