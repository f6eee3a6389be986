package recovery

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes omega-crash-recovery.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:        "omega-crash-recovery",
		About:       "Heartbeats carry how often a node has restarted; the node that restarted least leads.",
		Paper:       "course document on failure detectors, §5.3, Alg. 5.3; compare M. Larrea, C. Martín, I. Soraluze, Communication-efficient leader election in crash-recovery systems, J. Syst. Softw. 84, 2011",
		Needs:       protocol.NeedsRouting,
		Goal:        protocol.GoalStablest,
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "n(n−1) routed heartbeats each detection interval, for ever, and each node keeps 48 bytes of every other",
		SettleBound: settleBound,
		Deviations: []string{
			"A heartbeat of an unknown member makes it a candidate, and every node is a candidate itself: as printed no node is ever elected.",
			"The period of heartbeats is fixed, the detection interval; the window is another variable, one for each peer, at first the detection time-out.",
			"A window grows when a member that fell out of it comes back in the same incarnation, not at each change of leader; at most to twice its first length; 32 heartbeats in a row take one growth back.",
			"The window slides: evaluated each period over the newest heartbeats, not emptied each period.",
			"Init and Recovery are one handler: what storage holds tells them apart. Both store before they send, and start the timer.",
			"A smaller incarnation than the one known (storage lost, or a heartbeat out of order) counts once the greater was not heard for a window.",
			"It holds no elections: a scripted election changes nothing, Electing is never reported, and election times and rates do not apply.",
			"In a settled start the given leader is followed until the first evaluation.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("omega-crash-recovery: %w", err)
			}
			d := c.Detection
			return func() protocol.Machine { return &machine{window: window{detection: d}} }, nil
		},
	}
}

// maxNodes: 512·511 = a quarter of a million heartbeats a period, each over
// several hops, fill a channel of 2 Mbit/s for a minute.
const maxNodes = 512

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	longest := capTimeouts * c.Detection.Timeout()
	route := time.Duration(s.Diameter) * s.Hop
	return longest + 3*c.Detection.Interval + 2*route + s.Neighbour
}
