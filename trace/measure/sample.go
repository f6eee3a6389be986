package measure

import (
	"bellwether/internal/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// A component is one connected part of the network at one truth sample.
type component struct {
	goals.Component
	first     *node // a member
	believers int64 // members that take themselves for the leader
	wanted    goals.Wanted
}

// tallies count (live node, sample) pairs within the measured window. Samples stand for
// spans of one length, so counts have the weight of times.
type tallies struct {
	samples, components int64
	nodes               int64
	unstable            int64
	goalUnstable        int64
	agreed              int64
	connected           int64 // nodes in components of two or more
	connectedAgreed     int64
	manyLeaders         int64
	unreachable         int64
	pairs, wrong        int64 // ordered pairs within a component, and mistakes among them
	quality             float64
}

// truth follows the samples of component truth.
type truth struct {
	tallies
	number  int64   // of the sample that is under way, from 1
	members []int32 // places in the roster of the nodes that the sample has had so far
	parts   []component

	newest protocol.Time // when the newest whole sample was taken
	before tallies       // without it
}

// told handles a Component record.
func (r *Run) told(rec *trace.Record) {
	r.nodes.at(rec.Peer) // first, because at may move the nodes
	n, t := r.nodes.at(rec.Node), &r.truth
	if !n.live || n.sampled == t.number {
		return
	}
	n.component, n.sampled = rec.Peer, t.number
	t.members = append(t.members, r.nodes.place(rec.Node))
}

// sampled handles the end of a truth sample.
func (r *Run) sampled(rec *trace.Record) {
	t := &r.truth
	wrong := int64(0)
	for i := 0; i < len(t.members) && r.detectors.mistaken > 0; i++ {
		wrong += r.query(&r.nodes.nodes[t.members[i]], rec.At)
	}
	if rec.At >= r.options.Warmup {
		t.newest, t.before = rec.At, t.tallies
		r.gather()
		t.samples++
		t.components += int64(len(t.parts))
		t.wrong += wrong
		for i := range t.parts {
			size := int64(t.parts[i].Size)
			t.pairs += size * (size - 1)
		}
		for _, place := range t.members {
			r.judge(&r.nodes.nodes[place])
		}
		r.course.add(rec.At, t.nodes-t.before.nodes, t.goalUnstable-t.before.goalUnstable)
	}
	t.number++
	t.members, t.parts = t.members[:0], t.parts[:0]
}

// gather computes the components of the sample.
func (r *Run) gather() {
	t := &r.truth
	for _, place := range t.members {
		n := &r.nodes.nodes[place]
		lowest := r.nodes.find(n.component)
		if lowest.opened != t.number {
			lowest.opened, lowest.slot = t.number, int32(len(t.parts))
			t.parts = append(t.parts, component{first: n})
		}
		t.parts[lowest.slot].join(n)
	}
	for i := range t.parts {
		c := &t.parts[i]
		// A minority may not have a leader, whatever the algorithm promises: no quorum is
		// passed.
		c.wanted = c.Wanted(r.options.Goal, 0, func(id protocol.ID) bool { return r.member(c.first, id) != nil })
	}
}

// join counts n among the members.
func (c *component) join(n *node) {
	c.Add(goals.Standing{ID: n.id, Value: n.value, Incarnation: n.incarnation, Leader: n.leader})
	if n.leader == n.id {
		c.believers++
	}
}

// member returns node id if it is a live member of n's component, else nil.
func (r *Run) member(n *node, id protocol.ID) *node {
	p := r.nodes.find(id)
	if p == nil || !p.live || p.sampled != r.truth.number || p.component != n.component {
		return nil
	}
	return p
}

// judge counts whether n's leader is right, and its quality.
func (r *Run) judge(n *node) {
	t := &r.truth
	c := &t.parts[r.nodes.find(n.component).slot]
	leader := n.leader
	var followed *node
	if leader != protocol.Nobody {
		followed = r.member(n, leader)
	}
	agreed := c.Unknowing == 0 && !c.Several && followed != nil

	t.nodes++
	count(&t.unstable, leader != c.Best.ID)
	count(&t.goalUnstable, !c.wanted.Right(leader))
	count(&t.agreed, agreed)
	count(&t.connected, c.Size > 1)
	count(&t.connectedAgreed, c.Size > 1 && agreed)
	count(&t.manyLeaders, c.believers > 1)
	count(&t.unreachable, leader != protocol.Nobody && followed == nil)
	if followed != nil {
		t.quality += quality(followed.value, c.Best.Value)
	}
}

// close leaves out a sample taken at the very end: it stands for no span.
func (t *truth) close(end protocol.Time) {
	if t.samples > 0 && t.newest == end {
		t.tallies = t.before
	}
}

func count(into *int64, is bool) {
	if is {
		*into++
	}
}

// quality is a leader's value over the best, in [0, 1]. It is 1 if the best offers nothing.
func quality(value, best int64) float64 {
	if best <= 0 {
		return 1
	}
	return min(max(float64(value)/float64(best), 0), 1)
}

// into writes the metrics of component truth.
func (t *tallies) into(m *Metrics) {
	of := func(part, whole int64) Value { return ratio(float64(part), float64(whole)) }
	m.values[instabilityFraction] = of(t.unstable, t.nodes)
	m.values[goalInstabilityFraction] = of(t.goalUnstable, t.nodes)
	m.values[agreementFraction] = of(t.agreed, t.nodes)
	m.values[agreementConnectedFraction] = of(t.connectedAgreed, t.connected)
	m.values[multiLeaderFraction] = of(t.manyLeaders, t.nodes)
	m.values[unreachableLeaderFraction] = of(t.unreachable, t.nodes)
	m.values[leaderQuality] = ratio(t.quality, float64(t.nodes))
	m.values[componentSizeMean] = of(t.nodes, t.components)
	m.values[componentCountMean] = of(t.components, t.samples)
}
