package linkreversal

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "the first leader elects itself",
		Charges: []protocol.Charge{
			{Message: "update", Formula: "2|E|"},
		},
		Source: "each node changes its height once and tells all its neighbours",
		Only:   "nobody else starts: 78 UPDATEs in place of 42 where all of 7 in one range start",
	}, {
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "beacon", Formula: "n"},
		},
		Source: "each node repeats its height; ours, against lost updates",
		Only:   "all are alive: 6 BEACONs where n is 7 and one is dead",
	}}
}
