package ringlist

import (
	"bellwether/baseline/internal/rings"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Algorithm describes the list-collecting ring.
func Algorithm() protocol.Algorithm {
	return rings.Ring{New: func(n *rings.Node) rings.Election { return &listing{Node: n} }}.Describe(protocol.Algorithm{
		Name:        "ring-list",
		About:       "A list goes round the ring and collects all members; its initiator announces the best.",
		Paper:       "A. S. Tanenbaum, M. van Steen, Distributed Systems, section on election algorithms: a ring algorithm; P. K. Sinha, Distributed Operating Systems",
		Kinds:       kinds(),
		Costs:       costs(),
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a list of all members, in an envelope, fits one 802.11 frame of 2304 bytes",
		Deviations: append([]string{
			"The ring is made by package overlay: the members in the order of their IDs, each routed to; it skips the dead, while in the books the sender tries the next.",
			"COORDINATOR names the leader only: in the books the list goes round again, so that all know the members of the ring.",
			"Lists hold capabilities, not numbers.",
			"A list that comes to a node that is in it and did not begin it has lost its initiator, and is dropped.",
			"COORDINATOR counts its hops and is dropped after as many as the roster has members.",
			"Lost lists: a node that takes part and learns of no leader within three laps begins a list of its own.",
			"An initiator that gets another successor begins its list again; a second copy that comes back is dropped.",
			"A node that deposes the leader announced (hysteresis included) begins a list and does not pass COORDINATOR on.",
			"A resigning leader begins an election.",
		}, overlay.MonitorDeviations()...),
	})
}

// maxNodes: 3 + 12·180 bytes and some sixty of headers, in 2304.
const maxNodes = 180
