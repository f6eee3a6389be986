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
	}}, overlay.MonitorCosts()...)
}
