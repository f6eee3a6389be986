package prasle

import "bellwether/protocol"

// The kinds of messages.
const (
	kindPair protocol.Kind = 1
	kindLead protocol.Kind = 2
)

// Pair is the best that a node knows in an election.
type Pair struct {
	Best protocol.Capability
	Age  uint16 // rounds since the best said it itself
}

// Lead is the pair of a node that has won.
type Lead struct {
	Leader protocol.Capability
	Stamp  protocol.Time // the leader's clock when it said it
}

func (Pair) Kind() protocol.Kind { return kindPair }
func (m Pair) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Best)
	w.Uint16(&m.Age)
	return protocol.Done(w, m)
}

func (Lead) Kind() protocol.Kind { return kindLead }
func (m Lead) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Time(&m.Stamp)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Pair{}, Name: "pair", Class: protocol.ClassElection,
		About: "to the neighbours: the best that I know in this election",
	}, {
		Message: Lead{}, Name: "lead", Class: protocol.ClassBeacon,
		About: "to the neighbours, each round: the leader that I follow",
	}}
}
