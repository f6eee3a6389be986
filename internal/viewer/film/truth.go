package film

import (
	"cmp"
	"slices"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// A node is what the film knows of a node now.
type node struct {
	live, electing bool
	leader         protocol.ID
	value          int64
	turned         bool // with its newest offer it ceased to be eligible, or is again
	boots          int64
	component      protocol.ID // by its lowest member
	joules         float64
}

// A truth follows the nodes, and says which leader is right.
type truth struct {
	nodes   map[protocol.ID]*node
	goal    protocol.Goal
	sampled bool // components are known
	joules  float64
}

func (t *truth) of(id protocol.ID) *node {
	n := t.nodes[id]
	if n == nil {
		n = &node{}
		t.nodes[id] = n
	}
	return n
}

// take follows a record, and reports whether it changed who leads whom.
func (t *truth) take(r *trace.Record) (changed bool) {
	n := t.of(r.Node)
	switch r.Kind {
	case trace.Boot:
		n.live, n.electing, n.leader, n.boots = true, false, protocol.Nobody, r.Value
	case trace.Crash, trace.Absent:
		n.live, n.electing, n.leader = false, false, protocol.Nobody
	case trace.Electing:
		n.electing, n.leader = true, protocol.Nobody
	case trace.Elected:
		n.electing, n.leader = false, r.Peer
	case trace.Capability:
		n.turned = eligibility.May(n.value) != eligibility.May(r.Value)
		n.value = r.Value
		return false
	case trace.Component:
		n.component, t.sampled = r.Peer, true
		return false
	case trace.Energy:
		t.joules -= n.joules
		n.joules = max(0, float64(r.Value)/1e6)
		t.joules += n.joules
		return false
	default:
		return false
	}
	return true
}

// counts is what a node adds to a timeline's counts.
func (n *node) counts(id protocol.ID) (b bin) {
	if !n.live {
		return b
	}
	b.live = 1
	if n.leader == protocol.Nobody {
		b.leaderless = 1
	}
	if n.electing {
		b.electing = 1
	}
	if n.leader == id {
		b.leaders = 1
	}
	return b
}

// judge counts the live nodes, and how many of them are without the right leader.
func (t *truth) judge() (wrong, judged int) {
	components := map[protocol.ID]*goals.Component{}
	members := map[protocol.ID][]protocol.ID{}
	for id, n := range t.nodes {
		if !n.live {
			continue
		}
		c := components[n.component]
		if c == nil {
			c = &goals.Component{}
			components[n.component] = c
		}
		c.Add(goals.Standing{ID: id, Value: n.value, Incarnation: n.boots, Leader: n.leader})
		members[n.component] = append(members[n.component], id)
	}
	for name, c := range components {
		wanted := c.Wanted(t.goal, 0, func(id protocol.ID) bool {
			return t.nodes[id] != nil && t.nodes[id].live && t.nodes[id].component == name
		})
		for _, id := range members[name] {
			judged++
			if !wanted.Right(t.nodes[id].leader) {
				wrong++
			}
		}
	}
	return wrong, judged
}

// rivals returns the leaders of a component that has several, the smallest component's first;
// nil if no component has. Where components are not known all nodes are one.
func (t *truth) rivals() []protocol.ID {
	leaders := map[protocol.ID][]protocol.ID{}
	for id, n := range t.nodes {
		if n.live && n.leader == id {
			leaders[n.component] = append(leaders[n.component], id)
		}
	}
	var found []protocol.ID
	for _, of := range leaders {
		if len(of) < 2 {
			continue
		}
		slices.Sort(of)
		if found == nil || cmp.Compare(of[0], found[0]) < 0 {
			found = of // the smallest, so that the order of the map is of no account
		}
	}
	return found
}
