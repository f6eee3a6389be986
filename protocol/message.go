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
	// Fields passes all fields of the message through w, in their order on the wire, and
	// ends with [Done]. It is called to count their bytes, to append them, and to decode
	// them: then the receiver is the Message of the kind's [MessageKind].
	//
	// The fields depend only on the kind and on the lengths of lists ([Count]): a message
	// with an optional field needs a kind of its own.
	Fields(w *Wire) Message
}

// A Carrier is an envelope around another message (a routed or numbered one).
// Carried returns the inner message and its origin. A frame that the origin sends is counted
// as the inner message; a frame that another node forwards is counted as routing.
type Carrier interface {
	Message
	Carried() (origin ID, inner Message)
}

// Class is what a message is for: traffic is counted by class.
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
	ClassStandby                   // upkeep of a successor: bids, and questions for a leader that is late
	Classes                        // the number of classes
)

var classNames = [Classes]string{"election", "announcement", "beacon", "probe", "detector", "hello", "routing", "standby"}

// String is the class's name as it stands in metrics and traces.
func (c Class) String() string {
	if c < Classes {
		return classNames[c]
	}
	return fmt.Sprintf("class(%d)", uint8(c))
}

// MessageKind describes one kind of message.
type MessageKind struct {
	// Message is a value of the kind, such as claim{}: decoding starts from it. So a field
	// that determines the kind and is not on the wire is set here: claim{Retry: true}.
	Message Message
	Name    string // lower case, as the paper names it
	Class   Class
	About   string // what it says, in one sentence
	Rides   bool   // it may ride on hellos: see [Env.Ride]
}

// Kind is the kind's number, 0 without a Message.
func (k MessageKind) Kind() Kind {
	if k.Message == nil {
		return 0
	}
	return k.Message.Kind()
}
