package fd

import "bellwether/protocol"

// Kinds 100 … 109 belong to the detectors, whatever algorithm uses them; algorithms number
// theirs from 1.
const (
	kindPing protocol.Kind = 100
	kindPong protocol.Kind = 101
)

// Ping asks a peer for a sign of life (RequisTeste).
type Ping struct {
	Seq        uint32              // the asker's round
	Capability protocol.Capability // the asker's
}

func (Ping) Kind() protocol.Kind { return kindPing }
func (m Ping) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// Pong is the sign of life (RespostaTeste).
type Pong struct {
	Seq        uint32              // of the Ping it answers
	Capability protocol.Capability // the answerer's
}

func (Pong) Kind() protocol.Kind { return kindPong }
func (m Pong) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Seq)
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// AllKinds describes the messages of all detectors.
func AllKinds() []protocol.MessageKind { return append(append(Kinds(), phiKinds()...), swimKinds()...) }

// Kinds describes Ping and Pong, for the algorithms that use them.
func Kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{
			Message: Ping{}, Name: "ping", Class: protocol.ClassDetector,
			About: "asks for a sign of life; carries the asker's capability",
		},
		{
			Message: Pong{}, Name: "pong", Class: protocol.ClassDetector,
			About: "answers a ping; carries the answerer's capability",
		},
	}
}
