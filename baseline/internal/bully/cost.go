package bully

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "the leader, the best of n, is dead; the d-th from below notices",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "(n − d)(n − d + 1)/2"},
			{Message: "ok", Formula: "(n − d)(n − d − 1)/2"},
			{Message: "coordinator", Formula: "n − 2"},
		},
		Source: "each of the n − d members from d upwards that live asks all above it, the dead one too; the course documents' O(n³) and n − 2 are wrong",
	}, {
		Case: "all are alive, and the worst starts",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "n(n − 1)/2"},
			{Message: "ok", Formula: "n(n − 1)/2"},
			{Message: "coordinator", Formula: "n − 1"},
		},
		Source: "every pair asks and answers once",
	}}, overlay.MonitorCosts()...)
}
