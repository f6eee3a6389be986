// Package ring keeps a logical ring over the roster: the successor of a node, and if asked for its
// predecessor. It assumes that the roster is known and that every member can be routed to. It
// never tells other nodes of a repair. See [Ring] for cost.
package ring

import (
	"slices"
	"time"

	"bellwether/fd"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Ring keeps a logical ring over the roster, sorted by ID: a node's successor is the next
// member that it does not suspect, or itself if it suspects all others. The machine within
// gets its successor as its only neighbour, and is told when a repair changes it; sends to
// the successor are routed. So ring algorithms can be written as in textbooks.
//
// A ring both ways (NewBothWays) keeps the predecessor in the same manner. Neighbours
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
type Ring struct {
	layer.Layer
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

// New wraps inner. t is the first free timer; d is the budget to notice a dead
// successor, fd's default if zero.
func New(inner protocol.Machine, t protocol.Timer, d protocol.Detection) *Ring {
	if d.Validate() != nil {
		o := fd.Defaults()
		d = protocol.Detection{Interval: o.Interval, Misses: o.Misses}
	}
	r := &Ring{Layer: layer.Layer{Inner: inner, Timer: t}, detection: d, first: after}
	r.Guard = r
	return r
}

// NewBothWays is New for an algorithm that also needs the predecessor.
func NewBothWays(inner protocol.Machine, t protocol.Timer, d protocol.Detection) *Ring {
	r := New(inner, t, d)
	r.first = before
	return r
}

// Neighbours is the successor; both ways, the predecessor and the successor. A ring is the
// view of the machine within.
func (r *Ring) Neighbours() []protocol.ID { return r.ends[r.first:] }

// Members returns the members of the view below.
func (r *Ring) Members() []protocol.ID { return r.under.Members() }

// Start boots the machine within, and suspects no member. The first pull comes a random
// time after the first interval, so that nodes that boot together do not pull in step.
func (r *Ring) Start(env *protocol.Env, saved []byte) {
	r.pull = fd.NewPull(fd.Options{
		Self:     env.Self(),
		Interval: r.detection.Interval,
		Misses:   r.detection.Misses,
		First:    env.Rand().Uint32(),
	})
	for s := r.first; s < sides; s++ {
		r.ends[s], _ = r.find(env, s)
	}
	env.SetTimer(r.Timer, r.detection.Interval+layer.Spread(env, r.detection.Interval))
	r.Layer.Start(env, saved)
}

// Receive handles pulls and answers, and passes everything else on.
func (r *Ring) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch m := m.(type) {
	case Pull:
		env.Route(from, Answer(m))
	case Answer:
		if r.pull.OnReply(from, m.Seq) {
			env.Trust(from)
			r.repair(env)
		}
	default:
		r.Layer.Receive(env, from, m)
	}
}

// Fire pulls.
func (r *Ring) Fire(env *protocol.Env, t protocol.Timer) {
	if t != r.Timer {
		r.Layer.Fire(env, t)
		return
	}
	for _, id := range r.pull.Overdue(env.Now()) {
		env.Suspect(id)
	}
	r.repair(env)
	for _, q := range r.pull.Ask(env.Now()) {
		env.Route(q.Peer, Pull{q.Seq})
	}
	env.SetTimer(r.Timer, r.detection.Interval)
}

// NeighbourUp does nothing: the ring does not depend on links.
func (r *Ring) NeighbourUp(*protocol.Env, protocol.ID) {}

// NeighbourDown does nothing: the ring does not depend on links.
func (r *Ring) NeighbourDown(*protocol.Env, protocol.ID) {}

// HelloDue does nothing: who hears a hello is no neighbour on the ring.
func (r *Ring) HelloDue(*protocol.Env) {}

// Copy returns a ring around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (r *Ring) Copy() protocol.Machine {
	c := *r
	if !c.Copied() {
		return nil
	}
	if r.pull != nil {
		c.pull = r.pull.Copy()
	}
	c.Guard, c.segment = &c, nil
	return &c
}

// Shift moves the instants of the detector and of the machine within.
func (r *Ring) Shift(now protocol.Time, d time.Duration) {
	if r.pull != nil {
		r.pull.Shift(now, d)
	}
	r.Layer.Shift(now, d)
}

// Snapshot appends the neighbours, the detector and the state within.
func (r *Ring) Snapshot(b []byte) []byte {
	for _, id := range r.Neighbours() {
		b = protocol.AppendID(b, id)
	}
	return r.Inner.Snapshot(r.pull.Snapshot(b))
}

func (r *Ring) Enter(env *protocol.Env) (mark int) {
	r.under = env.Driver().Look(r)
	return len(env.Driver().Effects())
}

// Leave routes the sends of the machine within to its neighbours.
func (r *Ring) Leave(env *protocol.Env, mark int) {
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
func (r *Ring) repair(env *protocol.Env) {
	former := r.ends
	var passed [sides]int
	for s := r.first; s < sides; s++ {
		r.ends[s], passed[s] = r.find(env, s)
	}
	r.watch(env, passed)
	for s := r.first; s < sides; s++ {
		if r.ends[s] != former[s] {
			r.Layer.NeighbourDown(env, former[s])
			r.Layer.NeighbourUp(env, r.ends[s])
		}
	}
}

// find returns the next member on a side that is not suspected, and how many were skipped.
func (r *Ring) find(env *protocol.Env, s side) (next protocol.ID, passed int) {
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
func (r *Ring) watch(env *protocol.Env, passed [sides]int) {
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
