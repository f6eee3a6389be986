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
		Only:   "a settled start, in which all know what the others offer; without one an unknown member counts as higher: 31 ELECTIONs in place of 21, and 6 COORDINATORs in place of 5, where n is 7 and d is 1",
	}, {
		Case: "all are alive, and the worst starts",
		Charges: []protocol.Charge{
			{Message: "election", Formula: "n(n − 1)/2"},
			{Message: "ok", Formula: "n(n − 1)/2"},
			{Message: "coordinator", Formula: "n − 1"},
		},
		Source: "every pair asks and answers once",
		Only:   "a settled start, in which all know what the others offer; without one an unknown member counts as higher: 36 ELECTIONs in place of 21 where n is 7",
	}}, overlay.MonitorCosts()...)
}
