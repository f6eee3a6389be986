package protocol

import "fmt"

// Kind numbers a kind of message on the wire and in the trace. Algorithms use
// 1…127 as they please; 128…255 belong to package overlay, whose messages share
// the air with any algorithm's.
type Kind uint8

// FirstOverlayKind is the lowest kind reserved for package overlay.
const FirstOverlayKind Kind = 128

// A Message is a flat struct of integers, with methods that have value receivers. It is
// immutable once sent: a flood forwards the value it received.
//
//	type claim struct {
//		Leader protocol.Capability
//		Hops   uint16
//	}
//
//	func (claim) Kind() protocol.Kind { return kindClaim }
//	func (m claim) Fields(w *protocol.Wire) protocol.Message {
//		w.Capability(&m.Leader)
//		w.Uint16(&m.Hops)
//		return protocol.Done(w, m)
//	}
type Message interface {
	Kind() Kind
	// Fields passes all fields of the message through w, in the order in which they are on
	// the wire, and ends with [Done]. It is called to count their bytes, to append them, and
	// to read them: from the message of the kind's [MessageKind] then.
	//
	// Which fields there are depends on the kind alone, and on lists ([Count]): a field
	// that is there at times makes another kind.
	Fields(w *Wire) Message
}

// A Carrier is an envelope around another message (a routed or numbered one).
// What a node says is the inner message; passing on another's is routing.
type Carrier interface {
	Message
	Carried() (origin ID, inner Message)
}

// Class says what a message is for, so that its cost is charged to the right
// account.
type Class uint8

// The classes, in the order the tables print them.
const (
	ClassElection     Class = iota // decides who leads
	ClassAnnouncement              // tells who leads
	ClassBeacon                    // upkeep of a leader in office: heartbeats, exchanges at merges
	ClassProbe                     // "are you still there?" within an election, and retries
	ClassDetector                  // failure detection
	ClassHello                     // neighbour discovery
	ClassRouting                   // frames passed on for others, acknowledgements of overlay links
	Classes                        // the number of classes
)

var classNames = [Classes]string{"election", "announcement", "beacon", "probe", "detector", "hello", "routing"}

// String is the class's name as it stands in metrics and traces.
func (c Class) String() string {
	if c < Classes {
		return classNames[c]
	}
	return fmt.Sprintf("class(%d)", uint8(c))
}

// MessageKind describes one kind of message.
type MessageKind struct {
	// Message is one of the kind, claim{}: that which is read begins as it. So what tells
	// the kind without being on the wire is set here: claim{Retry: true}.
	Message Message
	Name    string // lower case, as the paper names it
	Class   Class
	About   string // what it says, in one sentence
}

// Kind is the kind's number, 0 without a Message.
func (k MessageKind) Kind() Kind {
	if k.Message == nil {
		return 0
	}
	return k.Message.Kind()
}
