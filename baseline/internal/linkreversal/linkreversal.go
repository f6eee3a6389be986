package linkreversal

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes link-reversal.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "link-reversal",
		About: "Links point downhill to the leader; a node without a way down reverses its own, and leads if no way is found.",
		Paper: "R. Ingram, T. Radeva, P. Shields, S. Viqar, J. E. Walter, J. L. Welch, A Leader Election Algorithm for Dynamic Networks with Causal Clocks, Distributed Computing 26(2), 2013; first IPDPS 2009",
		Needs: protocol.NeedsNeighbours,
		Goal:  protocol.GoalAny,
		Params: []protocol.Param{{
			Name: "jitter", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "10s",
			Doc: "a periodic beacon is sent after a random time up to this, as flood-max does with its floods",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		SettleBound: settleBound,
		Deviations: []string{
			"The paper's channels lose nothing: here an UPDATE is a unicast that the link layer acknowledges and repeats, and each node broadcasts its height once a detection interval.",
			"The paper's channels keep the order: here every message carries the sender's clock, and what is not newer than the last one heard of a neighbour is ignored.",
			"The height told to a new neighbour is a beacon, not an UPDATE: it is an exchange, and elects nobody unless heights differ.",
			"Channels that exist from the start with known heights are the paper's beginning. Here a node boots without a height, takes the first that it hears of, and leads if there is none within the detection time-out or when told to elect.",
			"An election that is scripted at a follower begins a search for its leader, a new reference level; at a leader it changes nothing.",
			"If a node hears a leader pair that has priority and names the node itself, the pair is its own from before a reboot, or was made by a leader that resigns: the node elects itself again, by a newer pair.",
			"A resigning leader makes a new leader pair that names its least neighbour; alone it leads on.",
			"The clock is saved whenever it is used in a leader pair or a search, so that none is used twice; a node that lost its storage is corrected by the rule for former lives.",
			"A node always follows a leader, as in the paper: when it elects itself it enters an election and wins it at the same instant. A search is not reported as an election, because no message ends it when a path to the leader is found.",
			"In a settled start followers learn their heights from the leader's first beacon.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("link-reversal: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// settings are what the machines of one world share.
type settings struct {
	interval time.Duration // between beacons
	timeout  time.Duration // that a node waits for its first height
	jitter   time.Duration
}

func newSettings(c protocol.Config) *settings {
	return &settings{c.Detection.Interval, c.Detection.Timeout(), c.Values.Duration("jitter")}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	waves := time.Duration(6*s.Nodes+s.Diameter) * s.Hop
	return t.timeout + 2*t.interval + t.jitter + waves + s.Neighbour
}
