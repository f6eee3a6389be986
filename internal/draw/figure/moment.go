package figure

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Moment is a sink that records the map of one instant.
type Moment struct {
	At protocol.Time // of the map; later records are left out

	nodes map[protocol.ID]*momentary
	links map[Link]bool
	told  bool // there was a record of a link
	moved bool // there was a record of a movement
	high  bool // there was a record of an altitude
	names names
	end   protocol.Time
}

// momentary is the state of one node.
type momentary struct {
	Place
	leg    trace.Record // the last movement
	rise   trace.Record // the last altitude, if there was one
	moved  bool
	inTree int64 // the state in_tree of the machine; -1: it has none
}

// Wants returns the kinds of movements, links, conditions, states and names.
func (m *Moment) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Elected, trace.Move, trace.Altitude,
		trace.LinkUp, trace.LinkDown, trace.State, trace.Named, trace.End)
}

// Record adds a record.
func (m *Moment) Record(r *trace.Record) {
	m.end = max(m.end, r.At)
	if r.At > m.At {
		return
	}
	switch r.Kind {
	case trace.Boot:
		n := m.node(r.Node)
		n.Condition, n.Leader, n.Parent, n.inTree = Leaderless, protocol.Nobody, protocol.Nobody, -1
	case trace.Crash:
		m.node(r.Node).Condition = stopped(r)
	case trace.Absent:
		m.node(r.Node).Condition = Away
	case trace.Electing:
		m.node(r.Node).Condition = Electing
	case trace.Elected:
		n := m.node(r.Node)
		n.Condition, n.Leader = Following, r.Peer
		if r.Peer == protocol.Nobody {
			n.Condition = Leaderless
		}
	case trace.Move:
		n := m.node(r.Node)
		n.leg, n.moved, m.moved = *r, true, true
	case trace.Altitude:
		m.node(r.Node).rise, m.high = *r, true
	case trace.LinkUp, trace.LinkDown:
		m.link(r)
	case trace.State:
		m.state(r)
	case trace.Named:
		m.names.learn(r)
	}
}

func (m *Moment) node(id protocol.ID) *momentary {
	if m.nodes == nil {
		m.nodes = map[protocol.ID]*momentary{}
	}
	n := m.nodes[id]
	if n == nil {
		n = &momentary{Place: Place{Node: id, Condition: Away}, inTree: -1}
		m.nodes[id] = n
	}
	return n
}

func (m *Moment) link(r *trace.Record) {
	if m.links == nil {
		m.links = map[Link]bool{}
	}
	m.told = true
	l := Link{min(r.Node, r.Peer), max(r.Node, r.Peer)}
	if r.Kind == trace.LinkUp {
		m.links[l] = true
	} else {
		delete(m.links, l)
	}
}

// state sets the place of a node in a tree, from the states that machines publish.
func (m *Moment) state(r *trace.Record) {
	switch n := m.node(r.Node); r.Name {
	case "parent":
		if n.Parent = protocol.Nobody; r.Value > 0 && r.Value <= math.MaxUint32 {
			n.Parent = protocol.ID(r.Value)
		}
	case "in_tree":
		n.inTree = r.Value
	}
}

// End returns the time of the last record: no map can be of a later time.
func (m *Moment) End() protocol.Time { return m.end }

// Map returns the figure. Nodes that are away, or whose place is not recorded, are left out.
// If no place is recorded at all, nodes are placed on a circle.
func (m *Moment) Map(title string) *Map {
	out := &Map{Title: title, Names: m.names, Drawn: !m.moved}
	if m.told {
		out.Links = []Link{}
	}
	for _, id := range slices.Sorted(maps.Keys(m.nodes)) {
		n := m.nodes[id]
		if n.Condition == Away || m.moved && !n.moved {
			continue
		}
		p := n.Place
		if n.inTree == 0 || !p.runs() {
			p.Parent = protocol.Nobody
		}
		if n.moved {
			p.At = positionAt(&n.leg, m.At)
		}
		out.Places = append(out.Places, p)
	}
	for l := range m.links {
		out.Links = append(out.Links, l)
	}
	slices.SortFunc(out.Links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	if out.Drawn {
		out.circle()
	}
	return out
}

// positionAt returns the place on a leg at a time.
func positionAt(leg *trace.Record, at protocol.Time) Spot {
	s := min(at, protocol.Time(leg.Value)).Sub(leg.At).Seconds()
	if s <= 0 {
		return Spot{leg.X, leg.Y}
	}
	return Spot{leg.X + float64(leg.VX*s), leg.Y + float64(leg.VY*s)}
}

// circle places nodes on a circle of a hundred units.
func (m *Map) circle() {
	for i := range m.Places {
		a := math.Pi/2 - 2*math.Pi*float64(i)/float64(len(m.Places))
		m.Places[i].At = Spot{50 * math.Cos(a), 50 * math.Sin(a)}
	}
}
