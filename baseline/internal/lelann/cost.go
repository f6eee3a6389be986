package lelann

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "k start, the best among them",
		Charges: []protocol.Charge{
			{Message: "token", Formula: "kn"},
			{Message: "elected", Formula: "n"},
		},
		Source: "G. Le Lann, Distributed Systems: Towards a Formal Approach, 1977: every token goes round the whole ring",
		Only:   "the best starts, too; where the worst of 7 starts alone, the six better ones contest the result: 49 TOKENs and 14 ELECTEDs",
	}}, overlay.MonitorCosts()...)
}
