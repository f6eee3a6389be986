package optional

import "bellwether/protocol"

// A Gatherer shares something slow with the machines of its maker, like a program that answers for all of
// them, and gains if it is told beforehand who receives a message.
type Gatherer interface {
	// Gather announces that these nodes, which offer so much, receive m at the same instant, one after
	// another: the machine of each next gets exactly this Receive, and no other call comes between.
	Gather(r Reception, to []protocol.Capability)
	// Gathered says that all of them have received it.
	Gathered() error
	// Gathers reports whether Gather is of use.
	Gathers() bool
}

// A Reception is a message that several nodes receive at one instant.
type Reception struct {
	From    protocol.ID
	Message protocol.Message
	Now     protocol.Time
}
