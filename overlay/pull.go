package overlay

import "bellwether/protocol"

// pull is Ring's question to a member that it watches.
type pull struct{ Seq uint32 }

func (pull) Kind() protocol.Kind { return kindPull }
func (m pull) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// answer answers a pull.
type answer struct{ Seq uint32 }

func (answer) Kind() protocol.Kind { return kindAnswer }
func (m answer) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// ringKinds describes the messages of a Ring.
func ringKinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: pull{}, Name: "ring-pull", Class: protocol.ClassDetector,
		About: "asks a successor, or a member passed over, for a sign of life",
	}, {
		Message: answer{}, Name: "ring-answer", Class: protocol.ClassDetector,
		About: "answers a ring-pull",
	}}
}
