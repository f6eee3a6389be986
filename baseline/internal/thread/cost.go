package thread

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "all boot, until the first leads",
		Charges: []protocol.Charge{
			{Message: "parent-request", Formula: "6n"},
		},
		Source: "nobody is in a partition, so that nobody answers; every node asks as often as requests says",
	}, {
		Case: "one of more weight takes over, each hears all",
		Charges: []protocol.Charge{
			{Message: "parent-request", Formula: "n − 1"},
			{Message: "parent-response", Formula: "n − 1"},
			{Message: "child-id-request", Formula: "n − 1"},
			{Message: "child-id-response", Formula: "n − 1"},
		},
		Source: "its first advertisement reaches all at once; they try to attach and do not answer each other, so that only it answers",
		Only:   "all hear it: 1 PARENT-REQUEST where 7 are a line and one at its end takes over, until its child is a router",
	}, {
		Case: "while one leads, on a ring, each longest interval",
		Charges: []protocol.Charge{
			{Message: "advertisement", Formula: "n"},
		},
		Source: "each router advertises once in an interval of Trickle; with two neighbours the longest is 12 s where the time-out is 120 s",
		Only:   "all are alive: 6 ADVERTISEMENTs where n is 7 and one is dead",
	}}
}
