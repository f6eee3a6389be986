package omega

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "each detection interval, for ever; detector pull",
		Charges: []protocol.Charge{
			{Message: "ping", Formula: "n(n − 1)"},
			{Message: "pong", Formula: "n(n − 1)"},
		},
		Source: "course document 002, Algorithm 5.1, a node itself left out: each tests every other",
		Only:   "all are alive; the dead neither ask nor answer: 36 pings and 30 pongs where n is 7 and one is dead",
	}, {
		Case: "each detection interval, for ever; detector phi",
		Charges: []protocol.Charge{
			{Message: "heartbeat", Formula: "n(n − 1)"},
		},
		Source: "a heartbeat to every other",
		Only:   "all are alive: 36 heartbeats where n is 7 and one is dead",
	}}
}
