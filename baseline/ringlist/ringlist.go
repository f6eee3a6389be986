package ringlist

import (
	"fmt"
	"math/bits"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes the list-collecting ring.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "ring-list",
		About: "A list goes round the ring and collects everybody; who began it announces the best.",
		Paper: "A. S. Tanenbaum, M. van Steen, Distributed Systems, section on election algorithms: a ring algorithm; P. K. Sinha, Distributed Operating Systems",
		Needs: protocol.NeedsRing,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "t_hop", Type: protocol.TypeDuration, Default: "50ms", Min: "1ms", Max: "10s",
			Doc: "time of a message to the successor, over several radio hops; a lap is the roster's size times this",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a list of everybody, in an envelope, fits one 802.11 frame of 2304 bytes",
		SettleBound: settleBound,
		Deviations: []string{
			"The ring is that of overlay.Ring: the members in the order of their IDs, each routed to; it skips the dead, the books' sender tries the next.",
			"COORDINATOR names the leader only: the books also send the list round again, to say who is left on the ring.",
			"Lists hold capabilities, not numbers.",
			"A list that comes to a node that is in it and did not begin it has lost its initiator, and is dropped.",
			"COORDINATOR counts its hops and is dropped after as many as the roster has members.",
			"Lost lists: who takes part and learns of no leader within three laps begins a list of its own.",
			"An initiator that gets another successor begins its list again; one that comes home later is dropped.",
			"A node that deposes the leader announced (hysteresis included) begins a list and does not pass COORDINATOR on.",
			"Followers pull-test the leader; who suspects it, or knows none for the detection time-out, begins an election.",
			"Merges: a leader sends Reign each detection interval to the members that do not pull-test it; a node follows the better of its own leader and the one that speaks.",
			"A node whose capability deposes its leader's last word (hysteresis included) begins an election.",
			"A resigning leader begins an election.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if c.Detection.Interval <= 0 || c.Detection.Misses <= 0 {
				return nil, fmt.Errorf("ring-list: detection %v × %d: must be positive", c.Detection.Interval, c.Detection.Misses)
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
	doublings := time.Duration(bits.Len(uint(max(s.Roster-1, 0))))
	lap := time.Duration(s.Nodes) * time.Duration(s.Diameter) * s.Hop
	return (2+doublings)*fd.Worst(c.Detection) + 7*c.Detection.Interval +
		newSettings(c).lost(s.Roster) + 4*lap + s.Neighbour
}
