package doubling

import (
	"fmt"
	"math/bits"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes s-elect-leader-c.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "s-elect-leader-c",
		About: "In lock-step, candidates capture groups of members of doubling size; one refusal ends a candidacy.",
		Paper: "L. Drummond, Eleição de Líder (course slides), S_Elect_Leader_C, Theorem 5.1, Corollary 5.2, reconstructed; after V. C. Barbosa, An Introduction to Distributed Algorithms, 1996",
		Needs: protocol.NeedsRouting,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "pulse", Type: protocol.TypeDuration, Default: "260ms", Min: "1ms", Max: "1m", Load: func(members int) int { return members },
			Doc: "from one pulse to the next, longer than any message and its handling; the default is bully's t_max + t_process",
		}, {
			Name: "targets", Type: protocol.TypeChoice, Default: orderRising, Choices: []string{orderRising, orderFalling},
			Doc: "in which direction of the roster a candidate looks for members; where capabilities rise with IDs and all stand, rising costs 2(n−1) captures, falling some n·log₂ n",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "an election costs up to 2n⌈log₂ n⌉ captures, half of all members' at one pulse, and each node keeps 16 bytes of every other",
		SettleBound: settleBound,
		Deviations: []string{
			"The document gives only the theorems; the algorithm is reconstructed from them, and from (5.2) and (5.3) as its proofs use them.",
			"Identities are capabilities, value then ID.",
			"Pulses are the multiples of the pulse length in the nodes' common time; an election begins at an even one.",
			"In the paper a candidate that is not acknowledged is refused. A dead member is silent, too, so a refusal is a message: Refuse, one for each capture that is not acknowledged.",
			"Losses and crashes: a silent member is asked once more with the next group, and skipped if it is silent again. So lost messages may make two leaders; their announcements correct it.",
			"The winner tells every member (n − 1 messages).",
			"The paper elects the best of those that start. A member that exceeds the winner (without hysteresis, since it was just elected) stands at the next even pulse, like all such members: the best of them wins.",
			"Elections are numbered by the even pulse they begin with. A newer one takes members over from an older one, whose captures are refused.",
			"A leader that takes part in an election answers those who still follow it: they would take it for dead, and replace that election by another before it reaches them.",
			"A node that gets no result begins an election; a node that knows no leader for the detection time-out does so, too.",
			"Merges and changing capabilities: overlay.Monitor. A leader that resigns sends its lowered capability to all, and every node that exceeds it stands.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("s-elect-leader-c: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// maxNodes is bully's, whose upkeep is the same.
const maxNodes = 2048

// The directions of targets.
const (
	orderRising  = "rising"
	orderFalling = "falling"
)

// settings are what the machines of one world share.
type settings struct {
	detection  protocol.Detection
	hysteresis protocol.Margin
	length     time.Duration // of a pulse
	step       int           // from target to target in the roster: 1 or −1
}

func newSettings(c protocol.Config) *settings {
	s := &settings{c.Detection, c.Hysteresis, c.Values.Duration("pulse"), 1}
	if c.Values.Choice("targets") == orderFalling {
		s.step = -1
	}
	return s
}

// election is how long one may take: the wait for an even pulse, two pulses for
// each group, and two for the silent members of the last.
func (s *settings) election(members int) time.Duration {
	return time.Duration(2*groups(members)+4) * s.length
}

// result is how long a node waits for a result: an election that was taken over
// by another, which began at most a tick later.
func (s *settings) result(members int) time.Duration {
	return s.election(members) + 2*s.detection.Interval
}

// groups is ⌈log₂ n⌉: 1 + 2 + 4 + … reach the n − 1 others.
func groups(members int) int { return bits.Len(uint(max(members, 1) - 1)) }

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	route := time.Duration(s.Diameter) * s.Hop
	return fd.Worst(c.Detection) + 8*c.Detection.Interval + 3*t.election(s.Roster) + 4*route + s.Neighbour
}
