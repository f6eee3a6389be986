package globalview

import "bellwether/protocol"

// costs are the counts that the package comment explains: nothing is sent to elect.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "while nothing changes, each detection interval; n > 1",
		Charges: []protocol.Charge{
			{Message: "knowledge", Formula: "0"},
			{Message: "edit", Formula: "0"},
			{Message: "digest", Formula: "n"},
		},
		Source: "each node compares what it knows with its neighbours; ours, against lost edits",
		Only:   "nothing changes; at boot 7 nodes in one range send 7 KNOWLEDGEs and 12 EDITs",
	}}
}
