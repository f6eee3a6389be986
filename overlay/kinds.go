package overlay

import "bellwether/protocol"

// The kinds of the overlay's messages.
const (
	kindPull         = protocol.FirstOverlayKind + 0  // Ring
	kindAnswer       = protocol.FirstOverlayKind + 1  // Ring
	kindEnvelope     = protocol.FirstOverlayKind + 2  // Flood
	kindGreeting     = protocol.FirstOverlayKind + 4  // Hello
	kindNumbered     = protocol.FirstOverlayKind + 6  // Link
	kindReceipt      = protocol.FirstOverlayKind + 7  // Link
	kindPacket       = protocol.FirstOverlayKind + 8  // AODV, OLSR
	kindRouteRequest = protocol.FirstOverlayKind + 9  // AODV
	kindRouteReply   = protocol.FirstOverlayKind + 10 // AODV
	kindRouteError   = protocol.FirstOverlayKind + 11 // AODV
	kindRouteHello   = protocol.FirstOverlayKind + 12 // AODV
	kindHopAck       = protocol.FirstOverlayKind + 13 // AODV
	kindRouteMended  = protocol.FirstOverlayKind + 14 // AODV
	kindOLSRHello    = protocol.FirstOverlayKind + 15 // OLSR
	kindOLSRTC       = protocol.FirstOverlayKind + 16 // OLSR
)
