package recovery

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "each period, for ever",
		Charges: []protocol.Charge{
			{Message: "heartbeat", Formula: "n(n − 1)"},
		},
		Source: "course document 002, Algorithm 5.3: each node sends one to every other",
	}}
}
