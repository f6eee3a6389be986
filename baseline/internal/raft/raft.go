package raft

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes the election of Raft.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "raft",
		About: "The node that a majority of the roster votes for leads its term; a minority has no leader.",
		Paper: "D. Ongaro, J. Ousterhout, In Search of an Understandable Consensus Algorithm, USENIX ATC 2014, §5.1-5.2; D. Ongaro, thesis, Stanford 2014, §6.2, §9.6",
		Needs: protocol.NeedsRouting,
		Goal:  protocol.GoalQuorum,
		Params: []protocol.Param{{
			Name: "t_max", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m", Load: pairs,
			Doc: "longest time of a message to any member; candidates wait 4 to 8 of it, because an election is four messages in sequence",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a leader routes a heartbeat to every member and its acknowledgement back, and each node keeps some 300 bytes of every other",
		SettleBound: settleBound,
		Deviations: []string{
			"Time-outs are drawn from the node's own stream; the library's ticks serve leaders only, to count heartbeats and check their quorum.",
			"There is no log: the first append of a leader is its announcement, later ones are not sent, and a node that ceases to lead drops its entry. §5.4's restriction of who may be voted for is empty.",
			"Pre-votes and the check of the quorum are on, as etcd has them by default: otherwise a member that was cut off deposes the leader at each merge.",
			"A leader that hears another of its own term, which is possible only where storage was lost between two votes, begins a newer term.",
			"A resignation changes nothing: the leader does not depend on capability, and a transfer of leadership needs a log.",
			"A message is its type and a term of 32 bits, not the library's protocol buffer: without a log nothing else is in it.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("raft: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// pairs is how many messages are on their way at once if all members are candidates: half of
// the questions of all to all, and a candidate waits for four of t_max.
func pairs(members int) int { return members * (members - 1) / 2 }

// maxNodes: 512² peers of 300 bytes are 80 MB.
const maxNodes = 512

// settings are what the machines of one world share.
type settings struct {
	detection protocol.Detection
	misses    int           // heartbeats without a majority until a leader steps down
	campaign  time.Duration // a pre-vote and a vote, both ways
}

func newSettings(c protocol.Config) *settings {
	// The library wants more than one tick of a heartbeat in an election time-out.
	return &settings{c.Detection, max(c.Detection.Misses, 2), 4 * c.Values.Duration("t_max")}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	return time.Duration(3*t.misses+1)*t.detection.Interval + 13*t.campaign +
		10*time.Duration(s.Diameter)*s.Hop + s.Neighbour
}
