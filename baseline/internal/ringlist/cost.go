package ringlist

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "k start",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "kn"},
			{Message: "coordinator", Formula: "kn"},
		},
		Source: "every list and its announcement go round once; the course document's 2(n − 1) is one list on the ring without its dead leader",
		Only:   "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 81 ELECTIONs in place of 49 where n is 7, one is dead and all others start",
	}}, overlay.MonitorCosts()...)
}
