package measure

import (
	"slices"
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// The numbers of live nodes in one component, or of pairs or components, that are summed
// over time.
const (
	allNodes = iota
	allComponents
	allPairs             // ordered, of members
	mistakenPairs        // of them, mistakes of detectors; counted for all parts together
	unstableNodes        // not with the best
	withinNodes          // of them, with one that the best may not depose by the scenario's margin
	badlyLedNodes        // see Tolerance
	goalUnstableNodes    // against the goal
	agreedNodes          // all members name the same member
	connectedNodes       // in components of two or more
	connectedAgreedNodes // of them, agreed
	manyLeaderNodes      // in components with two or more members that take themselves for leaders
	unreachableNodes     // naming a node that is no live member
	noneEligibleNodes    // in components of which no member may lead
	excusedNodes         // of them, naming nobody
	countKinds
)

type counts [countKinds]int64

// sums are counts over time.
type sums struct {
	of      [countKinds]nodeTime
	time    nodeTime // in all, once
	quality float64  // node-seconds
}

func (s *sums) add(c *counts, quality float64, d time.Duration) {
	for i, n := range c {
		if n != 0 {
			s.of[i].add(n, d)
		}
	}
	s.quality += float64(quality * d.Seconds())
}

// A part is the known members of one component.
type part struct {
	goals.Component // of the members: what they name is in following
	name            protocol.ID
	first           int32 // place of a member in the roster; the members are a list
	size            int64
	best            protocol.Capability
	unknowing       int64       // members that name nobody
	believers       int64       // members that take themselves for the leader
	following       []following // by whom they name; few members name different nodes for long
	stale           bool        // who is best, smallest or stablest must be found again
	dirty           bool        // it changed at the newest instant
	since           protocol.Time
	counts          counts // since then
	quality         float64
}

// following is how many members name a leader.
type following struct {
	leader protocol.ID
	nodes  int64
}

// join counts n among the members.
func (c *part) join(n *node) {
	c.size++
	c.Add(goals.Standing{ID: n.id, Value: n.value, Incarnation: n.incarnation})
	c.best = c.best.Better(protocol.Capability{Value: n.value, ID: n.id})
	c.names(n, 1)
}

// leave counts n no more.
func (c *part) leave(n *node) {
	c.size--
	c.stale = c.stale || n.id == c.best.ID || n.id == c.Smallest || n.id == c.Stablest
	c.names(n, -1)
}

// names counts whom n names, by so many.
func (c *part) names(n *node, by int64) {
	if n.leader == n.id {
		c.believers += by
	}
	if n.leader == protocol.Nobody {
		c.unknowing += by
		return
	}
	i := slices.IndexFunc(c.following, func(f following) bool { return f.leader == n.leader })
	if i < 0 {
		c.following = append(c.following, following{leader: n.leader})
		i = len(c.following) - 1
	}
	if c.following[i].nodes += by; c.following[i].nodes == 0 {
		c.following = slices.Delete(c.following, i, i+1)
	}
}

// concerns reports whether anything depends on a member's new value.
func (c *part) concerns(n *node, before int64) bool {
	return n.id == c.best.ID || eligibility.May(n.value) != eligibility.May(before) || protocol.Capability{Value: n.value, ID: n.id}.Exceeds(c.best) ||
		slices.ContainsFunc(c.following, func(f following) bool { return f.leader == n.id })
}

// offers takes a member's new value.
func (c *part) offers(n *node, before int64) {
	if eligibility.May(n.value) != eligibility.May(before) {
		c.stale = true // the smallest or the stablest may be another
	}
	switch now := (protocol.Capability{Value: n.value, ID: n.id}); {
	case n.id == c.best.ID:
		c.best.Value = n.value
		c.stale = c.stale || n.value < before
	case now.Exceeds(c.best):
		c.best = now
	}
}

// world is the component as its goal is judged.
func (c *part) world() goals.Component {
	w := c.Component
	w.Size, w.Best, w.Unknowing = int(c.size), c.best, int(c.unknowing)
	w.Several = len(c.following) > 1
	if w.Named = protocol.Nobody; len(c.following) > 0 {
		w.Named = c.following[0].leader
	}
	return w
}

// into writes the metrics of component truth.
func (s *sums) into(m *Metrics) {
	of := func(part, whole nodeTime) Value { return part.share(whole) }
	all := s.of[allNodes]
	for key, kind := range map[int]int{ // each key once: the order does not matter
		badlyLedFraction: badlyLedNodes, instabilityFraction: unstableNodes, instabilityWithinMarginFraction: withinNodes,
		goalInstabilityFraction: goalUnstableNodes, agreementFraction: agreedNodes,
		multiLeaderFraction: manyLeaderNodes, unreachableLeaderFraction: unreachableNodes,
	} {
		m.values[key] = of(s.of[kind], all)
	}
	m.values[agreementConnectedFraction] = of(s.of[connectedAgreedNodes], s.of[connectedNodes])
	m.values[leaderQuality] = ratio(s.quality, all.inSeconds())
	m.values[componentSizeMean] = of(all, s.of[allComponents])
	m.values[componentCountMean] = of(s.of[allComponents], s.time)
}
