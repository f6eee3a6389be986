package omega

import (
	"fmt"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes omega.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:        "omega",
		About:       "Every member tests every other; the smallest ID that is not suspected leads.",
		Paper:       "T. D. Chandra, V. Hadzilacos, S. Toueg, The Weakest Failure Detector for Solving Consensus, J. ACM 43(4), 1996; course document on failure detectors, Alg. 5.1 and 5.2",
		Needs:       protocol.NeedsRouting,
		Goal:        protocol.GoalSmallestID,
		Params:      params(),
		Kinds:       fd.AllKinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "2n(n−1) routed messages each detection interval, for ever, and each node keeps 12 bytes of every other (phi: 900)",
		SettleBound: settleBound,
		Deviations: []string{
			"Algorithm 5.1 is fd.Pull: numbered questions, a time-out for each peer that grows with its mistakes up to a cap and shrinks after calm, oneself excluded.",
			"The criterion is evaluated at boot as well as upon notifications: as printed, a system without faults would never name a leader.",
			"Ω holds no elections: a scripted election changes nothing, Electing is never reported, and election times and rates do not apply.",
			"In a settled start the given leader holds until a smaller ID has shown a sign of life; as printed, the smallest ID would be named at once.",
			"Two other detectors can be put below, the parameter detector: phi and swim, whose own deviations package fd lists. The detectors of a run are all of one kind.",
			"A suspected member may be in another part of the network: each component comes to name its own smallest ID.",
			"First questions come at a random phase, after the first interval: otherwise all 2n(n−1) messages of a round meet on the air.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("omega: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// maxNodes: 2·512·511 = half a million messages an interval, each over several
// hops, fill a channel of 2 Mbit/s for minutes.
const maxNodes = 512
