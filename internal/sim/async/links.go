package async

import (
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// A Pair is two nodes: the ends of a link, or a sender A and a receiver B.
type Pair struct{ A, B protocol.ID }

// Since is the number of the change that made a link, 0 if the link does not exist. If the number
// differs between the sending and the arrival of a frame, the link was cut in between and
// made again.
func (s *System) Since(e Pair) uint64 { return s.graph.since(e) }

// Linked reports whether there is a link between two nodes.
func (s *System) Linked(a, b protocol.ID) bool { return s.Since(Pair{a, b}) != 0 }

// hears reports whether another node is truly a neighbour of a node.
func (s *System) hears(id, other protocol.ID) bool { return s.Linked(id, other) && s.at(other).up }

// Link makes links. It informs both ends of each link that are up, the end named first
// before the other.
func (s *System) Link(ends ...Pair) {
	ends = slices.DeleteFunc(slices.Clone(ends), func(e Pair) bool { return e.A == e.B || s.Linked(e.A, e.B) })
	for _, e := range ends {
		s.graph.link(e)
	}
	s.relinked(ends)
}

// Cut removes links, with the frames on them and the frames that then have no route. It
// informs the ends as Link does.
func (s *System) Cut(ends ...Pair) {
	ends = slices.DeleteFunc(slices.Clone(ends), func(e Pair) bool { return !s.Linked(e.A, e.B) })
	for _, e := range ends {
		s.graph.cut(e)
	}
	s.clear()
	s.relinked(ends)
}

func (s *System) relinked(ends []Pair) {
	for _, e := range ends {
		for _, end := range [2]Pair{e, {e.B, e.A}} {
			if s.Up(end.A) && s.Up(end.B) {
				s.changed(end.A, end.B)
			}
		}
	}
}

// Neighbours are the live nodes that a node hears, sorted.
func (s *System) Neighbours(of protocol.ID) []protocol.ID { return s.appendNeighbours(nil, of) }

func (s *System) appendNeighbours(to []protocol.ID, of protocol.ID) []protocol.ID {
	for i, since := range s.graph.row(of) {
		if since != 0 && s.nodes[i].up {
			to = append(to, protocol.ID(i+1))
		}
	}
	return to
}

// reach returns, by ID-1, the hops + 1 from a node, which may be down, to each other node
// over live nodes; 0 if there is no path. It stops when it reaches the node to.
func (s *System) reach(from, to protocol.ID) []int {
	hops := make([]int, len(s.nodes))
	hops[from-1] = 1
	todo := make([]protocol.ID, 1, len(s.nodes))
	for todo[0] = from; len(todo) > 0 && todo[0] != to; todo = todo[1:] {
		at := todo[0]
		for i, since := range s.graph.row(at) {
			if since != 0 && hops[i] == 0 && s.nodes[i].up {
				hops[i] = hops[at-1] + 1
				todo = append(todo, protocol.ID(i+1))
			}
		}
	}
	return hops
}

// Distance counts the hops from a node, which may be down, to another over live nodes; -1
// if there is no path.
func (s *System) Distance(from, to protocol.ID) int { return s.reach(from, to)[to-1] - 1 }

// Component returns the live nodes that can reach a live node, sorted; none if it is
// down.
func (s *System) Component(of protocol.ID) []protocol.ID {
	if !s.Up(of) {
		return nil
	}
	var out []protocol.ID
	for i, hops := range s.reach(of, protocol.Nobody) {
		if hops > 0 {
			out = append(out, protocol.ID(i+1))
		}
	}
	return out
}

// Components returns all components, each sorted, in the order of their smallest members.
func (s *System) Components() [][]protocol.ID {
	var out [][]protocol.ID
	seen := make([]bool, len(s.nodes))
	for _, id := range s.members {
		if !s.Up(id) || seen[id-1] {
			continue
		}
		c := s.Component(id)
		for _, member := range c {
			seen[member-1] = true
		}
		out = append(out, c)
	}
	return out
}

// Diameter is the number of hops between the two nodes of a component that are
// farthest apart.
func (s *System) Diameter(component []protocol.ID) int {
	longest := 0
	for _, id := range component {
		longest = max(longest, slices.Max(s.reach(id, protocol.Nobody))-1)
	}
	return longest
}

// Wanted returns which node a component should name by a goal and a quorum.
func (s *System) Wanted(component []protocol.ID, g protocol.Goal, quorum int) goals.Wanted {
	c := s.standings(component)
	return c.Wanted(g, quorum, func(id protocol.ID) bool { return slices.Contains(component, id) })
}

// Led returns the one live member that all of a component name, or Nobody.
func (s *System) Led(component []protocol.ID) protocol.ID {
	c := s.standings(component)
	if c.Unknowing > 0 {
		return protocol.Nobody
	}
	return c.Wanted(protocol.GoalAny, 0, func(id protocol.ID) bool { return slices.Contains(component, id) }).Leader
}

// Settled reports whether no frame is on its way and every component is led by one of its
// nodes.
func (s *System) Settled() bool {
	return len(s.flight.frames) == 0 && !slices.ContainsFunc(s.Components(), func(c []protocol.ID) bool { return s.Led(c) == protocol.Nobody })
}

// Rivals returns two live nodes of one component that both believe that they lead; both
// are Nobody if there are none.
func (s *System) Rivals() Pair {
	var leaders []protocol.ID
	for _, id := range s.members {
		if s.Leader(id) != id {
			continue
		}
		for _, other := range leaders {
			if s.Linked(other, id) || s.Distance(other, id) >= 0 {
				return Pair{other, id}
			}
		}
		leaders = append(leaders, id)
	}
	return Pair{}
}

// standings returns the state of a component, from which Wanted follows.
func (s *System) standings(component []protocol.ID) (c goals.Component) {
	for _, id := range component {
		n := s.at(id)
		c.Add(goals.Standing{ID: id, Value: n.value, Incarnation: n.incarnation, Leader: n.leader})
	}
	return c
}
