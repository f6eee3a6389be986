package overlay

import "bellwether/protocol"

// Ring is a skeleton.
type Ring struct{ layer }

// NewRing wraps inner.
func NewRing(inner protocol.Machine, t protocol.Timer, d protocol.Detection) *Ring {
	return &Ring{layer{inner, t}}
}

// RingKinds are the layer's messages.
func RingKinds() []protocol.MessageKind { return nil }
