package election

import "bellwether/protocol"

// costs are for a static connected graph of n nodes and |E| links in which one node starts.
func costs() []protocol.Cost {
	const (
		unicasts = "2|E| − n + 1"
		why      = "each node sends over all its links except its parent's, and each Election gets an Ack"
	)
	each := []protocol.Charge{
		{Message: "election", Formula: unicasts}, {Message: "ack", Formula: unicasts}, {Message: "leader", Formula: "n"},
	}
	tree := []protocol.Charge{
		{Message: "child", Formula: "n − 1"}, {Message: "ack", Formula: "n − 1"}, {Message: "leader", Formula: "n"},
	}
	return []protocol.Cost{{
		Case:    "one starts; broadcast, and optimised where nobody has left",
		Charges: append([]protocol.Charge{{Message: "election", Formula: "n"}}, tree...),
		Source:  "VKT04 §VI, Fig. 6: two broadcasts and two unicasts per node, except that the source has no parent",
		Only:    "nobody else starts; where two of 7 in one range start at once, 13 Elections and 11 Childs",
	}, {
		Case:    "one starts; optimised, and all nodes followed the leader that it names",
		Charges: append([]protocol.Charge{{Message: "election-named", Formula: "n"}}, tree...),
		Source:  "VKT04 §VI: no node stays out",
		Only:    "the source follows a leader; where it knows none, its Election names none: 7 plain Elections among 7",
	}, {
		Case: "one starts; udp", Charges: each,
		Source: "VKT04, Fig. 6: " + why,
		Only:   "nobody else starts; where two of 7 in one range start at once, 67 Elections in place of 36",
	}, {
		Case: "one starts; tcp",
		Charges: append([]protocol.Charge{
			{Message: "syn", Bound: protocol.AtMost, Formula: "2|E|"}, {Message: "syn-ack", Bound: protocol.AtMost, Formula: "2|E|"},
			{Message: "segment-ack", Formula: "2(" + unicasts + ")"},
		}, each...),
		Source: "the same, with an acknowledgement for each, and one handshake per link, or two if both ends open it at once",
		Only:   "nobody else starts; where two of 7 in one range start at once, 67 Elections in place of 36, and 103 acknowledgements of segments in place of 72",
	}, {
		Case:    "while one leads, each beacon interval",
		Charges: []protocol.Charge{{Message: "beacon", Formula: "n"}},
		Source:  "VKT04: the leader floods its component",
		Only:    "all are alive: 6 beacons where n is 7 and one is dead",
	}}
}
