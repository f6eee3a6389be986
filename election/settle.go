package election

import (
	"time"

	"bellwether/protocol"
)

// settleBound is the bound that the package comment derives.
func settleBound(scale protocol.Scale, c protocol.Config) time.Duration {
	s := resolve(c)
	hop := scale.Hop + s.jitter
	flood := time.Duration(scale.Diameter+1) * hop
	climb := time.Duration(min(scale.Nodes, stretch*(scale.Diameter+1))) * hop
	election := flood + s.childTimeout + climb + flood
	lost := s.probeInterval + 2*time.Duration(s.tries)*s.replyTimeout
	stalled := time.Duration(0)
	if s.tcpTimeout > 0 {
		patience := s.tcpTimeout
		if s.reuse {
			patience = max(patience, s.synTimeout)
		} else {
			patience += s.synTimeout // each message needs both
		}
		lost = s.probeInterval + patience
		stalled = min(s.rtoMax, patience)
	}
	backoff := s.beaconInterval / backoffPart

	underWay := scale.Neighbour + stalled + 2*lost + s.childTimeout + climb + flood
	ghosts := 2*s.beaconTimeout + backoff + election
	challenge := (challengeAfter+1)*s.beaconInterval + backoff + election
	return underWay + ghosts + challenge
}

// stretch is how many times longer than the diameter a tree may get: see the package
// comment.
const stretch = 8
