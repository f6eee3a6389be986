package capture

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "one starts",
		Charges: []protocol.Charge{
			{Message: "capture", Formula: "n − 1"},
			{Message: "ack", Formula: "n − 1"},
			{Message: "leader", Formula: "n − 1"},
		},
		Source: "no other node is a candidate",
		Only:   "two candidates among 7 send 12 CAPTUREs and get 8 ACKs",
	}, {
		Case: "any number start",
		Charges: []protocol.Charge{
			{Message: protocol.AllElection, Bound: protocol.AtMost, Formula: "6(2n⌊log₂n⌋ + n)"},
			{Message: "leader", Formula: "n − 1"},
		},
		Source: "L. Drummond, Eleição de Líder, Corollary 5.4 (the total, and not of each candidate as printed)",
	}}, overlay.MonitorCosts()...)
}
