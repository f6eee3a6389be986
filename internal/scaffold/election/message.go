package election

import "bellwether/protocol"

// The kinds of messages. A number stays what it is: traces have it.
const (
	kindClaim  protocol.Kind = 1
	kindBeacon protocol.Kind = 2
)

// flood is what both kinds say: who leads. A message is never changed once it is sent.
type flood struct {
	kind   protocol.Kind
	Leader protocol.Capability // its ID, and by what it beats others
	Began  protocol.Time       // the leader's clock when the flood began
}

// Kind says which message this is.
func (f flood) Kind() protocol.Kind { return f.kind }

// Fields are what is on the wire, in this order: it is counted, written and read by this
// one declaration. The kind goes before it by itself.
func (f flood) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&f.Leader)
	w.Time(&f.Began)
	return protocol.Done(w, f)
}
