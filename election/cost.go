package election

import "bellwether/protocol"

// costs are those of a static connected graph of n nodes and |E| links in which one
// node starts.
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
	}, {
		Case:    "one starts; optimised, and all nodes followed the leader that it names",
		Charges: append([]protocol.Charge{{Message: "election-named", Formula: "n"}}, tree...),
		Source:  "VKT04 §VI: no node stays out",
	}, {
		Case: "one starts; udp", Charges: each,
		Source: "VKT04, Fig. 6: " + why,
	}, {
		Case: "one starts; tcp",
		Charges: append([]protocol.Charge{
			{Message: "syn", Bound: protocol.AtMost, Formula: "2|E|"}, {Message: "syn-ack", Bound: protocol.AtMost, Formula: "2|E|"},
			{Message: "segment-ack", Formula: "2(" + unicasts + ")"},
		}, each...),
		Source: "the same, with an acknowledgement for each, and one handshake per link, or two if both ends open it at once",
	}, {
		Case:    "while one leads, each beacon interval",
		Charges: []protocol.Charge{{Message: "beacon", Formula: "n"}},
		Source:  "VKT04: the leader floods its component",
	}}
}
