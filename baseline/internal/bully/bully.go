package bully

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes bully.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "bully",
		About: "Asks every better member; a node that gets no answer leads.",
		Paper: "H. Garcia-Molina, Elections in a Distributed Computing System, IEEE Trans. Computers C-31(1), 1982, §IV",
		Needs: protocol.NeedsRouting,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "t_max", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m", Load: pairs,
			Doc: "longest time of a message to any member; the default is twelve hops of a flood with 20 ms of jitter each",
		}, {
			Name: "t_process", Type: protocol.TypeDuration, Default: "10ms", Min: "0s", Max: "1m",
			Doc: "longest time to handle a message",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "an election costs up to n² routed messages, and each node keeps 16 bytes of every other",
		SettleBound: settleBound,
		Deviations: []string{
			"The paper's second state of reorganisation and its group numbers are left out, as in every textbook: a node adopts the announced leader at once.",
			"Higher means of greater capability, as last heard; a member never heard of counts as higher. In a settled start, members not heard yet count by their IDs.",
			"An ELECTION from a member that turns out to be higher is not answered, and an OK from one that turns out to be lower is ignored: the sender had old values.",
			"For 2T after an election has ended, an ELECTION is answered by OK but starts no other: it belongs to the one that ended. A node that missed its result asks again after 2T.",
			"Lost messages: a node that gets no COORDINATOR begins again after 2T; a node that knows no leader for the detection time-out begins an election.",
			"Merges: a leader sends an announcement each detection interval to the members that do not pull-test it; a node follows the better of its own leader and the sender. The paper's members cannot be separated.",
			"A node whose capability deposes its leader, by the capability that the leader last sent (hysteresis included), holds an election; phases of ticks are random, which spreads such challenges.",
			"A resigning leader holds an election, in which every other member counts as higher, or wins because it gets no answer.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("bully: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// pairs is how many messages are on their way at once if all members hold an election: an
// ELECTION from the lower of each two, and T lasts for the OK, too.
func pairs(members int) int { return members * (members - 1) / 2 }

// maxNodes: 2048² = 4.2 million messages an election, each over several hops,
// are as many frames as a day of beacons.
const maxNodes = 2048

// settings are what the machines of one world share.
type settings struct {
	detection  protocol.Detection
	hysteresis protocol.Margin
	answer     time.Duration // T
	result     time.Duration // T'
}

func newSettings(c protocol.Config) *settings {
	t := 2*c.Values.Duration("t_max") + c.Values.Duration("t_process")
	return &settings{c.Detection, c.Hysteresis, t, 2 * t}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	route := time.Duration(s.Diameter) * s.Hop
	return fd.Worst(c.Detection) + 5*c.Detection.Interval + t.answer + t.result + 4*route + s.Neighbour
}
