package overlay

import "bellwether/protocol"

// What the tests of the package's outside name: they stand outside, since the lab that
// they run in stands on this package.
type (
	Hello    = hello
	Greeting = greeting
	Envelope = envelope
	Numbered = numbered
	Receipt  = receipt
	Pull     = pull
	Answer   = answer
	Roster   = roster
)

const (
	KindPull     = kindPull
	KindAnswer   = kindAnswer
	KindEnvelope = kindEnvelope
	KindGreeting = kindGreeting
	KindNumbered = kindNumbered
	KindReceipt  = kindReceipt
)

func RingKinds() []protocol.MessageKind  { return ringKinds() }
func FloodKinds() []protocol.MessageKind { return floodKinds() }
func HelloKinds() []protocol.MessageKind { return helloKinds() }
func LinkKinds() []protocol.MessageKind  { return linkKinds() }
