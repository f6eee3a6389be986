package election

import (
	"time"

	"bellwether/protocol"
)

// settleBound is derived in the package comment.
func settleBound(scale protocol.Scale, c protocol.Config) time.Duration {
	s := resolve(c)
	hop := scale.Hop + s.jitter
	flood := time.Duration(scale.Diameter+1) * hop
	depth := time.Duration(min(scale.Nodes, 8*(scale.Diameter+1))) * hop
	election := s.childTimeout + flood + depth + flood
	lost := s.probeInterval + time.Duration(s.tries+1)*s.replyTimeout
	backoff := s.beaconInterval / backoffPart
	return scale.Neighbour + lost + election + // what is under way
		2*s.beaconTimeout + backoff + election + // ghosts, then an election
		(challengeAfter+1)*s.beaconInterval + backoff + election + lost // a challenge
}
