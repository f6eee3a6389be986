package layer

import "bellwether/protocol"

// The kinds of the overlay's messages.
const (
	KindPull         = protocol.FirstOverlayKind + 0  // Ring
	KindAnswer       = protocol.FirstOverlayKind + 1  // Ring
	KindEnvelope     = protocol.FirstOverlayKind + 2  // Flood
	KindGreeting     = protocol.FirstOverlayKind + 4  // Hello
	KindNumbered     = protocol.FirstOverlayKind + 6  // Link
	KindReceipt      = protocol.FirstOverlayKind + 7  // Link
	KindPacket       = protocol.FirstOverlayKind + 8  // AODV, OLSR
	KindRouteRequest = protocol.FirstOverlayKind + 9  // AODV
	KindRouteReply   = protocol.FirstOverlayKind + 10 // AODV
	KindRouteError   = protocol.FirstOverlayKind + 11 // AODV
	KindRouteHello   = protocol.FirstOverlayKind + 12 // AODV
	KindHopAck       = protocol.FirstOverlayKind + 13 // AODV
	KindRouteMended  = protocol.FirstOverlayKind + 14 // AODV
	KindOLSRHello    = protocol.FirstOverlayKind + 15 // OLSR
	KindOLSRTC       = protocol.FirstOverlayKind + 16 // OLSR
	KindLaden        = protocol.FirstOverlayKind + 17 // Hello
)
