package overlay

import (
	"time"

	"bellwether/protocol"
)

// HelloOptions is filled in next.
type HelloOptions struct {
	Interval time.Duration // between two hellos; default 1s
	Timeout  time.Duration // silence after which a neighbour is dropped; default 3 intervals
}

func (o HelloOptions) withDefaults() *HelloOptions { return &o }

// Hello is a skeleton.
type Hello struct{ layer }

// NewHello wraps inner.
func NewHello(inner protocol.Machine, t protocol.Timer, o *HelloOptions) *Hello {
	return &Hello{layer{inner, t}}
}

// HelloKinds are the layer's messages.
func HelloKinds() []protocol.MessageKind { return nil }

// Degree is the number of neighbours.
func (h *Hello) Degree() int { return 0 }
