package overlay

import (
	"time"

	"bellwether/protocol"
)

// FloodOptions is filled in next.
type FloodOptions struct {
	Jitter time.Duration // a relay waits uniformly up to this; default 20ms
	Copies int           // transmissions of each envelope by each node; default 1
}

func (o FloodOptions) withDefaults() *FloodOptions { return &o }

// Flood is a skeleton.
type Flood struct{ layer }

// NewFlood wraps inner.
func NewFlood(inner protocol.Machine, t protocol.Timer, o *FloodOptions) *Flood {
	return &Flood{layer{inner, t}}
}

// FloodKinds are the layer's messages.
func FloodKinds() []protocol.MessageKind { return nil }
