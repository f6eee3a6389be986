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
	}, {
		Case: "while one leads, each detection interval",
		Charges: []protocol.Charge{
			{Message: "heartbeat", Formula: "n − 1"},
			{Message: "heard", Formula: "n − 1"},
		},
		Source: "the same, §5.2",
		Only:   "all are alive: 5 answers to 6 heartbeats where n is 7 and one is dead",
	}}
}
