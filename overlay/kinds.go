package overlay

import "bellwether/protocol"

// The kinds of the overlay's messages.
const (
	KindPull     = protocol.FirstOverlayKind + 0 // Ring
	KindAnswer   = protocol.FirstOverlayKind + 1 // Ring
	KindEnvelope = protocol.FirstOverlayKind + 2 // Flood
	KindGreeting = protocol.FirstOverlayKind + 4 // Hello
	KindNumbered = protocol.FirstOverlayKind + 6 // Link
	KindReceipt  = protocol.FirstOverlayKind + 7 // Link
)
