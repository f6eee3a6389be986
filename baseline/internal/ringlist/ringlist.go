package ringlist

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes the list-collecting ring.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:        "ring-list",
		About:       "A list goes round the ring and collects everybody; who began it announces the best.",
		Paper:       "A. S. Tanenbaum, M. van Steen, Distributed Systems, section on election algorithms: a ring algorithm; P. K. Sinha, Distributed Operating Systems",
		Needs:       protocol.NeedsRing,
		Goal:        protocol.GoalBest,
		Params:      []protocol.Param{overlay.HopParam()},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a list of everybody, in an envelope, fits one 802.11 frame of 2304 bytes",
		SettleBound: settleBound,
		Deviations: append([]string{
			"The ring is that of overlay.Ring: the members in the order of their IDs, each routed to; it skips the dead, the books' sender tries the next.",
			"COORDINATOR names the leader only: the books also send the list round again, to say who is left on the ring.",
			"Lists hold capabilities, not numbers.",
			"A list that comes to a node that is in it and did not begin it has lost its initiator, and is dropped.",
			"COORDINATOR counts its hops and is dropped after as many as the roster has members.",
			"Lost lists: who takes part and learns of no leader within three laps begins a list of its own.",
			"An initiator that gets another successor begins its list again; one that comes home later is dropped.",
			"A node that deposes the leader announced (hysteresis included) begins a list and does not pass COORDINATOR on.",
			"A resigning leader begins an election.",
		}, overlay.MonitorDeviations()...),
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("ring-list: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &Machine{settings: s} }, nil
		},
	}
}

// maxNodes: 3 + 12·180 bytes and some sixty of headers, in 2304.
const maxNodes = 180

// patience is the number of laps after which a list counts as lost: it needs one
// lap, and COORDINATOR another.
const patience = 3

// settings are what the machines of one world share.
type settings struct {
	detection  protocol.Detection
	hysteresis protocol.Margin
	hop        time.Duration
}

func newSettings(c protocol.Config) *settings {
	return &settings{c.Detection, c.Hysteresis, c.Values.Duration("t_hop")}
}

// lost is when a list counts as lost in a ring of at most members.
func (s *settings) lost(members int) time.Duration {
	return patience * time.Duration(members) * s.hop
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	lap := time.Duration(s.Nodes) * time.Duration(s.Diameter) * s.Hop
	return overlay.RingRepair(s.Roster, c.Detection) + fd.Worst(c.Detection) + 5*c.Detection.Interval +
		newSettings(c).lost(s.Roster) + 4*lap + s.Neighbour
}
