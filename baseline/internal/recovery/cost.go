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
		Only:   "all are alive: 36 heartbeats where n is 7 and one is dead",
	}}
}
