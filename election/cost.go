package election

import "bellwether/protocol"

// costs are those of a static connected graph of n nodes and |E| links in which one
// node starts.
func costs() []protocol.Cost {
	const (
		unicasts = "2|E| − n + 1"
		why      = "everybody sends over all its links but its parent's, and each Election gets an Ack"
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
		Source:  "VKT04 §VI, Fig. 6: two broadcasts and two unicasts a node, but the source is nobody's child",
	}, {
		Case:    "one starts; optimised, and the leader that it names was everybody's",
		Charges: append([]protocol.Charge{{Message: "election-named", Formula: "n"}}, tree...),
		Source:  "VKT04 §VI: nobody stays out",
	}, {
		Case: "one starts; udp", Charges: each,
		Source: "VKT04, Fig. 6: " + why,
	}, {
		Case: "one starts; tcp",
		Charges: append([]protocol.Charge{
			{Message: "syn", Bound: protocol.AtMost, Formula: "2|E|"}, {Message: "syn-ack", Bound: protocol.AtMost, Formula: "2|E|"},
			{Message: "segment-ack", Formula: "2(" + unicasts + ")"},
		}, each...),
		Source: "the same, with an acknowledgement for each, and a handshake a link, or two where both ends open it at once",
	}, {
		Case:    "while one leads, each beacon interval",
		Charges: []protocol.Charge{{Message: "beacon", Formula: "n"}},
		Source:  "VKT04: the leader floods its component",
	}}
}
