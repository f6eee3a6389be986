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
	}, {
		Case: "all start, capabilities rise round the ring of two or more",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "4n"},
			{Message: "elected", Formula: "n"},
		},
		Source: "one round leaves the best, and one more brings it its own messages",
	}}, overlay.MonitorCosts()...)
}
