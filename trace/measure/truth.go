package measure

import (
	"cmp"
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// sampleWeight is what a sample stands for in a file of version 1, which does not have the
// interval. All its intervals are of one length, so that any weight gives the same fractions.
const sampleWeight = time.Second

// none is the part of a node whose component is not known.
const none int32 = -1

// truth follows who is in which component and whom it should follow.
//
// Truth is a step function: it changes when a node enters or leaves a component, names a
// leader or offers something else. A part sums over the time in which nothing of it
// changes, so that an instant costs what changes at it, however many nodes there are.
// Where components are drawn or sampled, parts are made anew for each whole sample.
type truth struct {
	sums
	steps bool // each change of a component has a record
	mode  string
	every time.Duration // of the mode, 0 if it has none

	at    protocol.Time // the newest instant of a change
	parts []part
	free  []int32 // parts without members
	dirty []int32 // parts that changed at that instant
	moved bool    // a node changed its part at that instant

	number  int64   // of the sample that is under way, from 1
	members []int32 // places in the roster of the nodes that the sample has had so far
	whole   []int32 // and that the newest whole sample had
	newest  protocol.Time
	before  sums // without the newest sample
}

// changing is called before a record changes the truth: what held until now is judged once
// time has gone on.
func (r *Run) changing(at protocol.Time) {
	t := &r.truth
	if !t.steps || at <= t.at {
		return
	}
	r.settle()
	for r.course.due <= at && r.course.due < r.options.Horizon {
		r.mark(r.course.due)
	}
	t.at = at
}

// settle judges the parts that changed at the newest instant, as they were at its end.
func (r *Run) settle() {
	t := &r.truth
	if t.moved && r.detectors.mistaken > 0 {
		r.advance(t.at)
		for i := range r.nodes.nodes {
			r.query(&r.nodes.nodes[i], t.at)
		}
	}
	t.moved = false
	for _, p := range t.dirty {
		c := &t.parts[p]
		if c.dirty = false; c.size == 0 {
			r.nodes.at(c.name).named = none
			t.free = append(t.free, p)
			continue
		}
		r.judge(p)
	}
	t.dirty = t.dirty[:0]
}

// mark ends a point of the course at an instant up to which nothing changes.
func (r *Run) mark(at protocol.Time) {
	r.flush(at)
	r.course.end(at, &r.truth.sums)
}

// flush sums all parts up to an instant.
func (r *Run) flush(at protocol.Time) {
	t := &r.truth
	for i := range t.parts {
		r.sum(&t.parts[i], at)
	}
}

// sum adds what a part was since its last change.
func (r *Run) sum(p *part, at protocol.Time) {
	if from := max(p.since, r.options.Warmup); at > from && p.size > 0 {
		r.truth.sums.add(&p.counts, p.quality, at.Sub(from))
	}
	p.since = max(p.since, at)
}

// touch prepares a part for a change at this instant.
func (r *Run) touch(p int32) *part {
	t := &r.truth
	c := &t.parts[p]
	if t.steps && !c.dirty {
		r.sum(c, t.at)
		c.dirty = true
		t.dirty = append(t.dirty, p)
	}
	return c
}

// enter puts the node at a place into the part called name.
func (r *Run) enter(place int32, name protocol.ID) {
	lowest := r.nodes.at(name) // may move the nodes
	p := lowest.named
	if p == none {
		p = r.truth.open(name)
		lowest.named = p
	}
	c := r.touch(p)
	n := &r.nodes.nodes[place]
	n.part, n.next, n.previous = p, c.first, none
	if c.first != none {
		r.nodes.nodes[c.first].previous = place
	}
	c.first = place
	c.join(n)
}

// open returns a part without members.
func (t *truth) open(name protocol.ID) int32 {
	if last := len(t.free) - 1; last >= 0 {
		p := t.free[last]
		t.free = t.free[:last]
		t.parts[p] = part{name: name, first: none, since: t.at, following: t.parts[p].following[:0]}
		return p
	}
	t.parts = append(t.parts, part{name: name, first: none, since: t.at})
	return int32(len(t.parts) - 1)
}

// leave takes a node out of its part, if it is in one.
func (r *Run) leave(n *node) {
	if n.part == none {
		return
	}
	c := r.touch(n.part)
	if n.previous == none {
		c.first = n.next
	} else {
		r.nodes.nodes[n.previous].next = n.next
	}
	if n.next != none {
		r.nodes.nodes[n.next].previous = n.previous
	}
	c.leave(n)
	n.part = none
	r.truth.moved = true
}

// told handles a Component record.
func (r *Run) told(rec *trace.Record) {
	t := &r.truth
	r.nodes.at(rec.Peer) // first, because at may move the nodes
	n := r.nodes.at(rec.Node)
	switch {
	case !n.live:
	case t.steps:
		r.changing(rec.At)
		if n.part == none || t.parts[n.part].name != rec.Peer {
			r.leave(n)
			r.enter(r.nodes.place(rec.Node), rec.Peer)
			t.moved = true
		}
	case n.sampled != t.number:
		n.component, n.sampled = rec.Peer, t.number
		t.members = append(t.members, r.nodes.place(rec.Node))
	}
}

// sampled handles the end of a sample of components, at an instant that was drawn or is regular.
func (r *Run) sampled(rec *trace.Record) {
	t := &r.truth
	if t.steps {
		return
	}
	r.gather()
	mistakes := int64(0)
	for i := 0; i < len(t.whole) && r.detectors.mistaken > 0; i++ {
		mistakes += r.query(&r.nodes.nodes[t.whole[i]], rec.At)
	}
	if rec.At >= r.options.Warmup {
		weight := cmp.Or(t.every, sampleWeight)
		t.newest, t.before = rec.At, t.sums
		t.sums.time.add(1, weight)
		t.sums.of[mistakenPairs].add(mistakes, weight)
		for i := range t.parts {
			r.judge(int32(i))
			t.sums.add(&t.parts[i].counts, t.parts[i].quality, weight)
		}
		r.course.sample(rec.At, &t.before, &t.sums)
	}
	t.number++
}

// gather makes the parts of a sample.
func (r *Run) gather() {
	t := &r.truth
	for i := range r.nodes.nodes {
		r.nodes.nodes[i].part = none
	}
	for i := range t.parts {
		r.nodes.find(t.parts[i].name).named = none
	}
	t.parts, t.free = t.parts[:0], t.free[:0]
	for _, place := range t.members {
		if n := &r.nodes.nodes[place]; n.live && n.sampled == t.number {
			r.enter(place, n.component)
		}
	}
	t.whole, t.members = append(t.whole[:0], t.members...), t.members[:0]
}

// known handles a Truth record.
func (t *truth) known(rec *trace.Record) {
	t.mode, t.every = rec.Name, time.Duration(rec.Value)
	t.steps = rec.Name == trace.TruthExact || rec.Name == trace.TruthExamined
}

// closeTruth ends the sums.
func (r *Run) closeTruth(end protocol.Time) {
	t := &r.truth
	switch {
	case t.steps:
		r.changing(end)
		r.settle()
		r.advance(end)
		r.flush(end)
		t.sums.of[mistakenPairs], t.sums.time = r.mistakenTime, nodeTime{}
		t.sums.time.add(1, end.Sub(min(r.options.Warmup, end)))
	case t.sums.time != (nodeTime{}) && t.newest == end:
		t.sums = t.before // a sample at the very end stands for no span
	}
}

// member returns node id if it is a live member of a part, else nil.
func (r *Run) member(p int32, id protocol.ID) *node {
	if n := r.nodes.find(id); n != nil && n.live && n.part == p && p != none {
		return n
	}
	return nil
}

// judge counts what the members of a part name, and what they should.
func (r *Run) judge(p int32) {
	c := &r.truth.parts[p]
	if c.stale {
		r.rescan(c)
	}
	c.counts, c.quality = counts{}, 0
	k := &c.counts
	k[allNodes], k[allComponents], k[allPairs] = c.size, 1, c.size*(c.size-1)
	if !eligibility.May(c.best.Value) {
		k[noneEligibleNodes], k[excusedNodes] = c.size, c.unknowing
		c.quality = float64(c.unknowing) // they do all that they can
	} else {
		k[unstableNodes], k[goalUnstableNodes], k[badlyLedNodes] = c.unknowing, c.unknowing, c.unknowing
	}
	world := c.world()
	// A minority may not have a leader, whatever the algorithm promises: no quorum is passed.
	wanted := world.Wanted(r.options.Goal, 0, func(id protocol.ID) bool { return r.member(p, id) != nil })
	for _, f := range c.following {
		if !wanted.Right(f.leader) {
			k[goalUnstableNodes] += f.nodes
		}
		leader := r.member(p, f.leader)
		if leader == nil || wanted.Ineligible {
			k[unstableNodes] += f.nodes
			k[badlyLedNodes] += f.nodes
			if leader == nil {
				k[unreachableNodes] += f.nodes
			}
			continue
		}
		if offer := (protocol.Capability{Value: leader.value, ID: f.leader}); f.leader != c.best.ID {
			k[unstableNodes] += f.nodes
			if !c.best.Deposes(offer, r.options.Margin) {
				k[withinNodes] += f.nodes
			}
			if r.options.Tolerance.Exceeded(c.best, offer) {
				k[badlyLedNodes] += f.nodes
			}
		}
		c.quality += float64(float64(f.nodes) * quality(leader.value, c.best.Value))
	}
	agreed := k[excusedNodes] == c.size || len(c.following) == 1 && c.unknowing == 0 && r.member(p, c.following[0].leader) != nil
	if agreed {
		k[agreedNodes] = c.size
	}
	if c.size > 1 {
		k[connectedNodes], k[connectedAgreedNodes] = c.size, k[agreedNodes]
	}
	if c.believers > 1 {
		k[manyLeaderNodes] = c.size
	}
}

// excuse sets what only worlds with rules have. Who follows nobody where nobody may lead is not leaderless.
// Where components are sampled that part of the leaderless time is sampled, too.
func (r *Run) excuse(m *Metrics) {
	all := r.truth.sums.of[allNodes]
	m.values[noneEligibleFraction] = r.truth.sums.of[noneEligibleNodes].share(all)
	leaderless := &m.values[leaderlessFraction]
	if excused := r.truth.sums.of[excusedNodes].share(all); leaderless.Known && excused.Known {
		*leaderless = known(max(0, leaderless.X-excused.X))
	}
	if r.truth.steps && leaderless.Known {
		t := r.leaderlessTime
		t.subtract(r.truth.sums.of[excusedNodes])
		*leaderless = ratio(t.inSeconds(), r.liveTime.inSeconds())
	}
}

// rescan finds the best, smallest and stablest of a part among its members.
func (r *Run) rescan(c *part) {
	c.Component, c.stale = goals.Component{}, false
	for place := c.first; place != none; {
		n := &r.nodes.nodes[place]
		c.Add(goals.Standing{ID: n.id, Value: n.value, Incarnation: n.incarnation})
		place = n.next
	}
	c.best = c.Best
}

// quality is a leader's value over the best, in [0, 1]. It is 1 if the best offers nothing.
func quality(value, best int64) float64 {
	if best <= 0 {
		return 1
	}
	return min(max(float64(value)/float64(best), 0), 1)
}
