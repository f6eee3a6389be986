package doubling

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "all start, in any order",
		Charges: []protocol.Charge{
			{Message: "capture", Bound: protocol.AtMost, Formula: "2n⌈log₂n⌉ − n"},
			{Message: "ack", Bound: protocol.AtMost, Formula: "n⌈log₂n⌉"},
			{Message: "refuse", Bound: protocol.AtMost, Formula: "2n⌈log₂n⌉ − n"},
			{Message: "leader", Formula: "n − 1"},
		},
		Source: "L. Drummond, Eleição de Líder, Corollary 5.2 (n of two or more), whose exponents are products",
		Only:   "all start; where the first of 7 starts alone, better ones stand in a second election, and 12 LEADERs are sent",
	}, {
		Case: "all start, capabilities rise round the roster",
		Charges: []protocol.Charge{
			{Message: "capture", Formula: "2(n − 1)"},
			{Message: "ack", Formula: "n − 1"},
			{Message: "refuse", Formula: "n − 1"},
			{Message: "leader", Formula: "n − 1"},
		},
		Source: "all but the best are refused at their first pulse; the best captures all others",
		Only:   "targets rise as capabilities do; where capabilities fall 7 nodes send 22 CAPTUREs and get 14 ACKs",
	}}, overlay.MonitorCosts()...)
}
