// Package rings is what the elections on the ring of package overlay share: whether a node
// takes part and until when, which leader it follows, and how it begins again when a
// message is lost. The messages of an election, and its winner, are each algorithm's own.
//
// It assumes that a lap takes at most the roster's size times t_hop; an election that is
// not over after some laps is begun again. One that needs many messages repeats them before
// that, see [Repeater]. It never sends anything itself.
//
// Cost: a node has its algorithm's part behind an interface, one call for each handler.
package rings

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A Ring is what one algorithm adds to its handlers.
type Ring struct {
	// Patience is the number of laps, in a ring of so many members, after which a node that
	// takes part and has learned of no leader begins again. Nil: three, because messages
	// need one or two, and the announcement another.
	Patience func(members int) int
	// Laps is how many laps an election and those that it leads to take at most, once the
	// ring is repaired and nothing is lost: for the settle bound. Nil: four, an election and
	// one that the announcement of a worse leader begins.
	Laps func(nodes int) int
	// New makes the algorithm's part of a node.
	New func(n *Node) Election
}

// Describe completes the description of an algorithm: its needs (unless they are set),
// goal, parameters, timers, settle bound and machines.
func (r Ring) Describe(a protocol.Algorithm) protocol.Algorithm {
	if r.Patience == nil {
		r.Patience = func(int) int { return 3 }
	}
	if r.Laps == nil {
		r.Laps = func(int) int { return 4 }
	}
	if a.Needs != protocol.NeedsBothWays {
		a.Needs = protocol.NeedsRing
	}
	if a.Params == nil {
		a.Params = []protocol.Param{overlay.HopParam()}
	}
	a.Goal, a.Timers, a.SettleBound = protocol.GoalBest, timers, r.settleBound
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		if err := c.Detection.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
		s := r.settings(c)
		return func() protocol.Machine {
			n := &Node{settings: s}
			n.election = s.ring.New(n)
			return n
		}, nil
	}
	return a
}

// settings are what the machines of one world share.
type settings struct {
	ring       Ring
	detection  protocol.Detection
	hysteresis protocol.Margin
	hop        time.Duration
}

func (r Ring) settings(c protocol.Config) *settings {
	return &settings{r, c.Detection, c.Hysteresis, c.Values.Duration("t_hop")}
}

// lost is the time after which messages count as lost in a ring of at most so many members.
func (s *settings) lost(members int) time.Duration {
	return time.Duration(s.ring.Patience(members)) * time.Duration(members) * s.hop
}

// settleBound is derived in the package comments of the algorithms.
func (r Ring) settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	lap := time.Duration(s.Nodes) * time.Duration(s.Diameter) * s.Hop
	return overlay.RingRepair(s.Roster, c.Detection) + fd.Worst(c.Detection) + 5*c.Detection.Interval +
		r.settings(c).lost(s.Roster) + time.Duration(r.Laps(s.Nodes))*lap + s.Neighbour
}
