package ring

import (
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Pull is Ring's question to a member that it watches.
type Pull struct{ Seq uint32 }

func (Pull) Kind() protocol.Kind { return layer.KindPull }
func (m Pull) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// Answer answers a pull.
type Answer struct{ Seq uint32 }

func (Answer) Kind() protocol.Kind { return layer.KindAnswer }
func (m Answer) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	return protocol.Done(w, m)
}

// Kinds describes the messages of a Ring.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Pull{}, Name: "ring-pull", Class: protocol.ClassDetector,
		About: "asks a successor, or a member passed over, for a sign of life",
	}, {
		Message: Answer{}, Name: "ring-answer", Class: protocol.ClassDetector,
		About: "answers a ring-pull",
	}}
}
