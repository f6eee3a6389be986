package franklin

import (
	"math/bits"

	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes Franklin's election.
func Algorithm() protocol.Algorithm {
	return rings.Ring{
		Patience: laps,
		Laps:     func(nodes int) int { return 2 * laps(nodes) },
		New:      func(n *rings.Node) rings.Election { return &player{Node: n} },
	}.Describe(protocol.Algorithm{
		Needs: protocol.NeedsBothWays,
		Name:  "franklin",
		About: "Red neighbours on a ring compare in rounds; the lesser turn black and only relay; the last red leads.",
		Paper: "W. R. Franklin, On an improved algorithm for decentralized extrema finding in circular configurations of processors, CACM 25(5), 1982, pp. 336-337",
		Params: []protocol.Param{{
			Name: "t_hop", Type: protocol.TypeDuration, Default: "50ms", Min: "1ms", Max: "10s", Load: func(members int) int { return members },
			Doc: "time of a message to a neighbour on the ring, over several radio hops; a lap is the roster's size times this",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a lap visits every member one after the other, and each of a dozen rounds may take one",
		Deviations: append([]string{
			"The ring is made by package overlay: the members in the order of their IDs, each routed to; the paper's ring is the network.",
			"A node that has not started takes part as red when it hears of an election: in the paper all start.",
			"Announcement: the leader's ELECTED goes round once, n messages, passed on by red and black alike.",
			"Messages carry round and direction; one per side and round is buffered, because a neighbour may be a round ahead.",
			"Messages carry the number of the election, its wave; a newer wave replaces an older one.",
			"A node that takes part in no election answers a message of an old wave with a newer wave: the sender has lost its memory.",
			"Lost messages: a node that takes part and has sent nothing for about a lap repeats what it sent last both ways, of two rounds; one that learns of no leader within ⌊log₂ roster⌋ + 3 laps begins a new wave.",
			"A message that was passed on before is dropped; a successor that repeats after the end gets ELECTED again.",
			"A node that takes part and gets another neighbour sends it what it sent last on that side, of two rounds.",
			"Messages count their hops and are dropped after as many as the roster has members.",
			"A node that deposes the leader announced (hysteresis included) begins a new wave and does not pass ELECTED on.",
			"A resigning leader begins an election.",
		}, overlay.MonitorDeviations()...),
	})
}

// maxNodes: a lap of 4096 at 50 ms a hop takes three minutes and a half.
const maxNodes = 4096

// laps is R(n) of the package comment: ⌊log₂n⌋ + 1 rounds, the news, ELECTED.
func laps(n int) int { return bits.Len(uint(n)) + 2 }
