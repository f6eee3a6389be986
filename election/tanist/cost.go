package tanist

import "bellwether/protocol"

// costs are the counts that the package comment explains.
//
// A contest: the author floods its claim, and each other node passes its first copy on once, since
// a second copy is no better than the best claim. No better node is there to contradict.
//
// A handover: the bid of the best goes over d hops. The leader floods HANDOVER; the heir, and each
// other node as it follows, passes it on once. Only beacons are ever held back.
//
// On a line with the leader at its end, each node passes the beacon on but the last: its only
// neighbour, the parent, has said it. The node beside the leader is the best of the others and so
// the heir; it bids at each third beacon, one hop. On other graphs at most all nodes say each
// beacon, and the heir's way to the leader has n − 1 hops at most.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case:    "nobody leads, and the best is told to elect",
		Charges: []protocol.Charge{{Message: "claim", Formula: "n"}},
		Source:  "each node passes its first copy of the claim on",
		Only:    "nobody leads: 0 CLAIMs where the best leads already",
	}, {
		Case: "the second best leads, and the best is d hops away",
		Charges: []protocol.Charge{
			{Message: "bid", Formula: "d"}, {Message: "handover", Formula: "n"},
		},
		Source: "the bid takes one frame for each hop, and each node passes its first copy of the handover on",
		Only:   "the best exceeds the leader: 0 HANDOVERs where the best leads already",
	}, {
		Case: "while one leads at the end of a line, and the next is its heir, in three intervals",
		Charges: []protocol.Charge{
			{Message: "beacon", Formula: "3(n − 1)"}, {Message: "bid", Formula: "1"},
		},
		Source: "all pass the beacon on but the last node, and the heir bids at each third beacon",
		Only:   "the heir is beside the leader: 6 bids where it is the other end of 7 nodes",
	}, {
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "beacon", Bound: protocol.AtMost, Formula: "n"}, {Message: "bid", Bound: protocol.AtMost, Formula: "n"},
		},
		Source: "each node says each beacon once at most, and the heir bids once for each beacon at most",
	}}
}
