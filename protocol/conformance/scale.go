package conformance

import (
	"time"

	"bellwether/internal/laws/quiescence"
	"bellwether/protocol"
)

// hop is what one frame takes over one hop of these worlds when nothing is lost: its
// airtime at 2 Mbit/s (under 1 ms for 200 bytes), a wire's latency, and the frames that the
// radio sends before it. The jitter that an algorithm asks for is not included.
const hop = 5 * time.Millisecond

// scaleOf is the size of a world at its end.
func scaleOf(places *quiescence.Topology, w scene) protocol.Scale {
	s := places.Scale()
	s.Hop, s.Roster = hop, w.nodes
	if w.services.Hello != nil {
		s.Neighbour = w.services.Hello.Timeout + w.services.Hello.Interval
	}
	return s
}
