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
	}, {
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "beacon", Formula: "n"},
		},
		Source: "the same",
	}}
}
