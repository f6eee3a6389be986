package election

import "bellwether/protocol"

// The kinds of messages. Never renumber them: traces contain the numbers.
const (
	kindClaim  protocol.Kind = 1
	kindBeacon protocol.Kind = 2
)

// flood is the content of both kinds: who leads. A message never changes after it is sent.
type flood struct {
	kind   protocol.Kind
	Leader protocol.Capability // its ID, and the value by which it beats others
	Began  protocol.Time       // the leader's clock when the flood began
}

// Kind returns which message this is.
func (f flood) Kind() protocol.Kind { return f.kind }

// Fields are the content of the message on the wire, in this order: one declaration
// counts, writes and reads it. The kind is written before it automatically.
func (f flood) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&f.Leader)
	w.Time(&f.Began)
	return protocol.Done(w, f)
}
