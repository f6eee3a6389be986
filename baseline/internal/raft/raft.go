package raft

import (
	"fmt"
	"slices"
	"time"

	"bellwether/protocol"
)

// Algorithm describes the election of Raft.
func Algorithm() protocol.Algorithm {
	return describe(protocol.Algorithm{
		Name:  "raft",
		About: "The node that a majority of the roster votes for leads its term; a minority has no leader.",
		Paper: paper,
		Costs: costs(),
	}, anybody)
}

// Prioritised describes Raft in which nobody votes for a candidate that offers less than the
// voter itself.
func Prioritised() protocol.Algorithm {
	return describe(protocol.Algorithm{
		Name:  "raft-priority",
		About: "Raft in which no member votes for a candidate that offers less than itself: of a majority that is just large enough the best leads.",
		Paper: paper + "; the rule of tikv/raft-rs, issue 68 and pull request 361, 2020",
		Costs: prioritisedCosts(),
		Deviations: []string{
			"A member's priority is what it can offer when it asks and when it is asked; raft-rs has a constant that the operator sets.",
			"The rule is a filter in front of the library: the question of a worse candidate is given to it with an older log, which it refuses as it does any older log.",
			"All logs are equal, so that the priority decides each vote. In raft-rs a longer log wins first, and a member of high priority with a short log can block (see the package comment).",
		},
	}, nobodyWorse)
}

const paper = "D. Ongaro, J. Ousterhout, In Search of an Understandable Consensus Algorithm, USENIX ATC 2014, §5.1-5.2; D. Ongaro, thesis, Stanford 2014, §6.2, §9.6"

// An electorate is whom a member may vote for.
type electorate uint8

const (
	anybody     electorate = iota // the paper: who asks first in a term
	nobodyWorse                   // raft-rs: who asks first, and offers at least what the voter does
)

// describe adds what both variants share; a variant's own deviations come last.
func describe(a protocol.Algorithm, votes electorate) protocol.Algorithm {
	a.Needs = protocol.NeedsRouting
	a.Goal = protocol.GoalQuorum
	a.Params = []protocol.Param{{
		Name: "t_max", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m", Load: pairs,
		Doc: "longest time of a message to any member; candidates wait 4 to 8 of it, because an election is four messages in sequence",
	}}
	a.Kinds = kinds(votes)
	a.Timers = timers
	a.MaxNodes = maxNodes
	a.MaxNodesWhy = "a leader routes a heartbeat to every member and its acknowledgement back, and each node keeps some 300 bytes of every other"
	a.SettleBound = settleBound
	a.Deviations = slices.Concat([]string{
		"Time-outs are drawn from the node's own stream; the library's ticks serve leaders only, to count heartbeats and check their quorum.",
		"There is no log: the first append of a leader is its announcement, later ones are not sent, and a node that ceases to lead drops its entry. §5.4's restriction of who may be voted for is empty.",
		"Pre-votes and the check of the quorum are on, as etcd has them by default: otherwise a member that was cut off deposes the leader at each merge.",
		"A leader that hears another of its own term, which is possible only where storage was lost between two votes, begins a newer term.",
		"A resignation changes nothing: the leader does not depend on capability, and a transfer of leadership needs a log.",
		"A message is its type and a term of 32 bits, not the library's protocol buffer: without a log nothing else is in it.",
	}, a.Deviations)
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		if err := c.Detection.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
		s := newSettings(c)
		s.votes = votes
		return func() protocol.Machine { return &machine{settings: s} }, nil
	}
	return a
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
	votes     electorate
}

func newSettings(c protocol.Config) *settings {
	// The library wants more than one tick of a heartbeat in an election time-out.
	return &settings{detection: c.Detection, misses: max(c.Detection.Misses, 2), campaign: 4 * c.Values.Duration("t_max")}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	return time.Duration(3*t.misses+1)*t.detection.Interval + 13*t.campaign +
		10*time.Duration(s.Diameter)*s.Hop + s.Neighbour
}
