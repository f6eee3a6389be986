package lelann

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes Le Lann's election.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:        "le-lann",
		About:       "Each starter's token goes round the whole ring; when its own comes home it has seen all others.",
		Paper:       "G. Le Lann, Distributed systems - towards a formal approach, IFIP Congress 1977, pp. 155-160",
		Needs:       protocol.NeedsRing,
		Goal:        protocol.GoalBest,
		Params:      []protocol.Param{overlay.HopParam()},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "n² routed messages elect when all start",
		SettleBound: settleBound,
		Deviations: append([]string{
			"The ring is that of overlay.Ring: the members in the order of their IDs, each routed to; the paper's ring is the network.",
			"Routes keep the order of messages only while they do not change: a collection that misses a token makes a worse leader announce itself, and the better one contests.",
			"Announcement (the paper has none): the winner's ELECTED goes round once, n messages.",
			"A node that deposes the leader announced (hysteresis included) starts an election: the paper elects the best of those that started.",
			"Of a collection only its best and its size are kept.",
			"Tokens count their hops and are dropped after as many as the roster has members.",
			"Lost tokens: an initiator whose token is not home, and that learns of no leader, within three laps begins again.",
			"An initiator that gets another successor sends it its token again, one that has come home already is dropped.",
			"A resigning leader begins an election.",
		}, overlay.MonitorDeviations()...),
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("le-lann: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &Machine{settings: s} }, nil
		},
	}
}

// maxNodes: a million messages when all of 1024 start.
const maxNodes = 1024

// patience is the number of laps after which a token counts as lost: it needs
// one, and the winner's ELECTED another.
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

// lost is when a token counts as lost in a ring of at most members.
func (s *settings) lost(members int) time.Duration {
	return patience * time.Duration(members) * s.hop
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	lap := time.Duration(s.Nodes) * time.Duration(s.Diameter) * s.Hop
	return overlay.RingRepair(s.Roster, c.Detection) + fd.Worst(c.Detection) + 5*c.Detection.Interval +
		newSettings(c).lost(s.Roster) + 4*lap + s.Neighbour
}
