package overlay

import "bellwether/protocol"

// The kinds of the overlay's messages.
const (
	kindPull     = protocol.FirstOverlayKind + 0 // Ring
	kindAnswer   = protocol.FirstOverlayKind + 1 // Ring
	kindEnvelope = protocol.FirstOverlayKind + 2 // Flood
	kindGreeting = protocol.FirstOverlayKind + 4 // Hello
	kindNumbered = protocol.FirstOverlayKind + 6 // Link
	kindReceipt  = protocol.FirstOverlayKind + 7 // Link
)
