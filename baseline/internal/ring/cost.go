package ring

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// extinguishing are the costs of Chang-Roberts; the package comment explains them.
func extinguishing() []protocol.Cost {
	const paper = "E. Chang, R. Roberts, CACM 22(5), 1979"
	elected := protocol.Charge{Message: "elected", Formula: "n"}
	return append([]protocol.Cost{{
		Case:    "all start, in any order of capabilities",
		Charges: []protocol.Charge{{Message: "election", Bound: protocol.AtMost, Formula: "n(n + 1)/2"}, elected},
		Source:  paper,
		Only:    "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 36 ELECTIONs, above the bound of 28, where n is 7 and the third is dead",
	}, {
		Case:    "all start, capabilities fall in the direction of sending",
		Charges: []protocol.Charge{{Message: "election", Formula: "n(n + 1)/2"}, elected},
		Source:  paper + ": the worst order",
	}, {
		Case:    "all start, capabilities rise in the direction of sending",
		Charges: []protocol.Charge{{Message: "election", Formula: "2n − 1"}, elected},
		Source:  paper + ": the best order",
	}, {
		Case:    "all start, the mean of all orders",
		Charges: []protocol.Charge{{Message: "election", Bound: protocol.OnAverage, Formula: "n·Hₙ"}, elected},
		Source:  paper,
	}, {
		Case:    "one starts, d hops before the best",
		Charges: []protocol.Charge{{Message: "election", Formula: "d + n"}, elected},
		Source:  "d hops to the best, then its own lap; the course document that draws 2(n − 1) lets the initiator conclude",
		Only:    "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 24 ELECTIONs in place of 13 where n is 7, the best is dead and d is 6",
	}}, overlay.MonitorCosts()...)
}

// replacing are the costs without extinction.
func replacing() []protocol.Cost {
	return append([]protocol.Cost{{
		Case:    "all start",
		Charges: []protocol.Charge{{Message: "election", Formula: "n(3n − 1)/2"}, {Message: "elected", Formula: "n²"}},
		Source:  "course document 000: a token from each distance 0 … n − 1 to the best goes round once more, and is announced",
		Only:    "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 79 ELECTIONs in place of 70 where n is 7 and the third is dead",
	}, {
		Case:    "one starts, d hops before the best",
		Charges: []protocol.Charge{{Message: "election", Formula: "d + n"}, {Message: "elected", Formula: "n"}},
		Source:  "as Chang-Roberts",
		Only:    "all are alive; until the ring has closed over a dead member, messages are lost and sent again: 54 ELECTIONs in place of 13 where n is 7, the best is dead and d is 6",
	}}, overlay.MonitorCosts()...)
}
