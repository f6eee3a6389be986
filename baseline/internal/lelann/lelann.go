package lelann

import (
	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes Le Lann's election.
func Algorithm() protocol.Algorithm {
	return rings.Ring{New: func(n *rings.Node) rings.Election { return &collection{Node: n} }}.Describe(protocol.Algorithm{
		Name:  "le-lann",
		About: "Each starter's token goes round the whole ring; when its own comes back it has seen all others.",
		Paper: "G. Le Lann, Distributed systems - towards a formal approach, IFIP Congress 1977, pp. 155-160",
		Kinds: rings.Kinds(protocol.MessageKind{
			Name: "token", About: "to the successor: an initiator, on its way round the whole ring",
		}),
		Costs:       costs(),
		MaxNodes:    maxNodes,
		MaxNodesWhy: "n² routed messages elect when all start",
		Deviations: append([]string{
			"The ring is made by package overlay: the members in the order of their IDs, each routed to; the paper's ring is the network.",
			"Routes keep the order of messages only while they do not change: a collection that misses a token makes a worse leader announce itself, and the better one contests.",
			"Announcement (the paper has none): the winner's ELECTED goes round once, n messages.",
			"A node that deposes the leader announced (hysteresis included) starts an election: the paper elects the best of those that started.",
			"Of a collection only its best and its size are kept.",
			"Tokens count their hops and are dropped after as many as the roster has members.",
			"Lost tokens: an initiator whose token is not back within three laps, and that learns of no leader, begins again.",
			"An initiator that gets another successor sends it its token again; a second copy that comes back is dropped.",
			"A resigning leader begins an election.",
		}, overlay.MonitorDeviations()...),
	})
}

// maxNodes: a million messages when all of 1024 start.
const maxNodes = 1024
