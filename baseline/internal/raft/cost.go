package raft

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "one starts, and all are alive",
		Charges: []protocol.Charge{
			{Message: "prevote", Formula: "n − 1"},
			{Message: "pregrant", Formula: "n − 1"},
			{Message: "vote", Formula: "n − 1"},
			{Message: "grant", Formula: "n − 1"},
			{Message: "announce", Formula: "n − 1"},
		},
		Source: "D. Ongaro, J. Ousterhout, 2014, §5.2, after the pre-vote of the thesis, §9.6",
		Only:   "nobody leads, and nobody else starts: 12 PREVOTEs and 12 VOTEs where two of 7 start at once; while one leads, its followers do not answer a PREVOTE, and 0 VOTEs follow",
	}, beating()}
}

// prioritisedCosts are the counts with priorities: d members offer more than the one that
// starts.
func prioritisedCosts() []protocol.Cost {
	return []protocol.Cost{{
		Case: "one starts, all are alive, and d of fewer than half offer more",
		Charges: []protocol.Charge{
			{Message: "prevote", Formula: "n − 1"},
			{Message: "pregrant", Formula: "n − 1 − d"},
			{Message: "prerefuse", Formula: "d"},
			{Message: "vote", Formula: "n − 1"},
			{Message: "grant", Formula: "n − 1 − d"},
			{Message: "refuse", Formula: "d"},
			{Message: "announce", Formula: "n − 1"},
		},
		Source: "the rule of tikv/raft-rs (issue 68) in the election of D. Ongaro, J. Ousterhout, 2014, §5.2, after the pre-vote of the thesis, §9.6",
		Only:   "nobody leads, and nobody else starts; where d is half or more, there is no majority for it, and 0 VOTEs follow",
	}, beating()}
}

// beating is the cost of a leader.
func beating() protocol.Cost {
	return protocol.Cost{
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "heartbeat", Formula: "n − 1"},
			{Message: "heard", Formula: "n − 1"},
		},
		Source: "the same, §5.2",
		Only:   "all are alive: 5 answers to 6 heartbeats where n is 7 and one is dead",
	}
}
