package overlay

import (
	"time"

	"bellwether/protocol"
)

// LinkOptions is filled in next.
type LinkOptions struct {
	Retry time.Duration // before the first retransmission; doubles each time; default 50ms
	Limit int           // retransmissions before a message is given up; default 7
}

func (o LinkOptions) withDefaults() *LinkOptions { return &o }

// Link is a skeleton.
type Link struct{ layer }

// NewLink wraps inner.
func NewLink(inner protocol.Machine, t protocol.Timer, o *LinkOptions) *Link {
	return &Link{layer{inner, t}}
}

// LinkKinds are the layer's messages.
func LinkKinds() []protocol.MessageKind { return nil }
