package protocol

import "fmt"

// Kind numbers a kind of message on the wire and in the trace. Algorithms use
// 1…127 as they please; 128…255 belong to package overlay, whose messages share
// the air with any algorithm's.
type Kind uint8

// FirstOverlayKind is the lowest kind reserved for package overlay.
const FirstOverlayKind Kind = 128

// A Message is a flat struct of integers. It is immutable once sent: a flood
// forwards the value it received.
type Message interface {
	Kind() Kind
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
	Kind  Kind
	Name  string // lower case, as the paper names it
	Class Class
	Bytes string // its wire size, as documentation: "9" or "7+12k"
	About string // what it says, in one sentence
	// Message is one of this kind, its zero value as a rule: reading begins with it, so
	// what is not on the wire stays as it is here.
	Message Message
	// Decode reads the wire form without the kind. It must be total: any bytes
	// give a message, or an error on the decoder; never a panic.
	Decode func(d *Decoder) Message
}
