package franklin

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "all start, in any order",
		Charges: []protocol.Charge{
			{Message: "election", Bound: protocol.AtMost, Formula: "2n(⌊log₂n⌋ + 1)"},
			{Message: "elected", Formula: "n"},
		},
		Source: "W. R. Franklin, On an Improved Algorithm for Decentralized Extrema Finding in Circular Configurations of Processors, CACM 25(5), 1982; reached by the rings [4 1 3 2] and [8 1 3 2 7 4 6 5]",
		Only:   "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 164 ELECTIONs where n is 7 and one is dead",
	}, {
		Case: "all start, capabilities rise round the ring of two or more",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "4n"},
			{Message: "elected", Formula: "n"},
		},
		Source: "one round leaves the best, and one more brings it its own messages",
		Only:   "this order, from any node on; the ring [4 1 3 2] takes 24 ELECTIONs",
	}}, overlay.MonitorCosts()...)
}
