package async

import (
	"encoding/binary"
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// Standings are what each node can offer, how often it booted since its storage was last empty,
// and whom it follows. They tell whom a component names and whom it should name. The components
// are given to them.
type Standings struct {
	of       []goals.Standing // by ID-1
	electing []bool           // by ID-1
}

func newStandings(values []int64) Standings {
	s := Standings{make([]goals.Standing, len(values)), make([]bool, len(values))}
	for i := range s.of {
		s.of[i].ID, s.of[i].Value = protocol.ID(i+1), values[i]
	}
	return s
}

// Capability is what a node can offer now.
func (s *Standings) Capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: s.of[id-1].Value, ID: id}
}

// Leader is the node that a node follows: the last that it reported as elected, Nobody
// during an election and while it is down.
func (s *Standings) Leader(id protocol.ID) protocol.ID { return s.of[id-1].Leader }

// Electing reports whether a node is in an election.
func (s *Standings) Electing(id protocol.ID) bool { return s.electing[id-1] }

// elects notes that a node is in an election.
func (s *Standings) elects(id protocol.ID) {
	s.of[id-1].Leader, s.electing[id-1] = protocol.Nobody, true
}

// follows notes that a node is in no election, and its leader, which may be Nobody.
func (s *Standings) follows(id, leader protocol.ID) {
	s.of[id-1].Leader, s.electing[id-1] = leader, false
}

// Wanted returns which node a component should name by a goal and a quorum.
func (s *Standings) Wanted(component []protocol.ID, g protocol.Goal, quorum int) goals.Wanted {
	c := s.within(component)
	return c.Wanted(g, quorum, func(id protocol.ID) bool { return slices.Contains(component, id) })
}

// Led returns the one live member that all of a component name, or Nobody.
func (s *Standings) Led(component []protocol.ID) protocol.ID {
	c := s.within(component)
	if c.Unknowing > 0 {
		return protocol.Nobody
	}
	return c.Wanted(protocol.GoalAny, 0, func(id protocol.ID) bool { return slices.Contains(component, id) }).Leader
}

// Agreed reports whether every component is led by one of its nodes.
func (s *Standings) Agreed(in *Topology) bool {
	return !slices.ContainsFunc(in.Components(), func(c []protocol.ID) bool { return s.Led(c) == protocol.Nobody })
}

// within returns the state of a component, from which Wanted follows.
func (s *Standings) within(component []protocol.ID) (c goals.Component) {
	for _, id := range component {
		c.Add(s.of[id-1])
	}
	return c
}

// Rivals returns two live nodes of one component that both believe that they lead; both
// are Nobody if there are none.
func (s *Standings) Rivals(in *Topology) Pair {
	var leaders []protocol.ID
	for _, id := range in.members {
		if s.Leader(id) != id {
			continue
		}
		for _, other := range leaders {
			if in.Linked(other, id) || in.Distance(other, id) >= 0 {
				return Pair{other, id}
			}
		}
		leaders = append(leaders, id)
	}
	return Pair{}
}

// snapshot appends the standing of a node.
func (s *Standings) snapshot(id protocol.ID, b []byte) []byte {
	n := &s.of[id-1]
	b = binary.BigEndian.AppendUint64(b, uint64(n.Value))
	b = binary.AppendUvarint(b, uint64(n.Incarnation))
	return appendBool(protocol.AppendID(b, n.Leader), s.electing[id-1])
}

func (s *Standings) clone() Standings { return Standings{slices.Clone(s.of), slices.Clone(s.electing)} }
