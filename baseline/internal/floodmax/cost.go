package floodmax

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "the best claims",
		Charges: []protocol.Charge{
			{Message: "claim", Formula: "n"},
		},
		Source: "each node passes its first copy on",
		Only:   "nobody leads, and nobody else claims: 28 CLAIMs where all of 7 in one range start, and 1 where the best leads already",
	}, {
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "beacon", Formula: "n"},
		},
		Source: "the same",
		Only:   "all are alive: 6 BEACONs where n is 7 and one is dead",
	}}
}
