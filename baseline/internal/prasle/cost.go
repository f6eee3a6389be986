package prasle

import "bellwether/protocol"

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return []protocol.Cost{{
		Case: "all boot, each hears all, in a reliable network",
		Charges: []protocol.Charge{
			{Message: "pair", Formula: "2n − 1"},
		},
		Source: "Algorithm 1: each node says its own pair, and all but the best one better",
		Only:   "rounds are longer than a message takes; 28 PAIRs where 7 are a line whose best is at its end",
	}, {
		Case: "while one leads, each round",
		Charges: []protocol.Charge{
			{Message: "lead", Formula: "n"},
		},
		Source: "every node says its leader's pair each round",
		Only:   "all are alive: 6 LEADs where n is 7 and one is dead",
	}}
}
