package ring

import (
	"slices"

	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes Chang-Roberts.
func Algorithm() protocol.Algorithm {
	return describe(protocol.Algorithm{
		Name:        "chang-roberts",
		About:       "Candidates send tokens round a ring; the one whose token comes back leads.",
		Costs:       extinguishing(),
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a lap visits every member one after the other, and at worst n²/2 routed messages elect",
		Deviations: []string{
			"A node that no longer takes part drops its own token when it comes back: it is of an election that ended.",
		},
	}, extinguish)
}

// Replacing describes Chang-Roberts as in a course document: every token comes back to its
// node.
func Replacing() protocol.Algorithm {
	return describe(protocol.Algorithm{
		Name:        "chang-roberts-replacing",
		About:       "Chang-Roberts without extinction: a better node replaces a token by its own, and every token comes back.",
		Costs:       replacing(),
		MaxNodes:    maxReplacing,
		MaxNodesWhy: "n² + n(n−1)/2 tokens and n² announcements are routed when all start",
		Deviations: []string{
			"The document (000) has no flag: a node that takes part only remembers that it waits for a leader; it extinguishes no token.",
			"A node that follows another drops its own token when it comes back: it is of an election that ended.",
		},
	}, replace)
}

// describe adds what both variants share; a variant's own deviations come last.
func describe(a protocol.Algorithm, smaller rule) protocol.Algorithm {
	a.Paper = "E. Chang, R. Roberts, An improved algorithm for decentralized extrema-finding in circular configurations of processes, CACM 22(5), 1979"
	a.Kinds = rings.Kinds(protocol.MessageKind{
		Name: "election", About: "to the successor: a candidate that no node on its way has exceeded",
	})
	a.Deviations = slices.Concat([]string{
		"The ring is made by package overlay: the members in the order of their IDs, each routed to; the paper's ring is the network.",
		"Tokens count their hops and are dropped after as many as the roster has members.",
		"Lost tokens: a node that takes part and learns of no leader within three laps begins again.",
		"A node that takes part and gets another successor sends it the best token it has sent.",
		"ELECTED of a worse member starts an election and is not passed on.",
		"A resigning leader begins an election.",
	}, overlay.MonitorDeviations(), a.Deviations)
	return rings.Ring{New: func(n *rings.Node) rings.Election {
		return &candidacy{Node: n, smaller: smaller}
	}}.Describe(a)
}

// A rule is what happens to a token that meets a better node which takes part.
type rule uint8

const (
	extinguish rule = iota // the paper: its own token is on its way
	replace                // the course document: its own goes on in the token's place
)

// maxReplacing: two and a half million messages when all of 1024 start.
const maxReplacing = 1024

// maxNodes: a lap of 4096 at 50 ms a hop takes three minutes and a half.
const maxNodes = 4096
