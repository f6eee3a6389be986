package replay

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// A rest is a time without changes that is longer than the algorithm's settle bound.
type rest struct {
	calm, settled, until protocol.Time // settled is calm plus the settle bound
	offers               string        // the first change of an offer in it, "" for none
	lost                 int           // frames in it that a mask's channel lost
}

// rest finds the last rest; false if there was none. Changes of offers do not end a rest.
func (s *survey) rest(bound time.Duration) (r rest, found bool) {
	until := s.end
	for i := len(s.changes) - 1; i >= 0; i-- {
		c := s.changes[i]
		if c.offer {
			continue
		}
		if until.Sub(c.at) > bound {
			return rest{calm: c.at, settled: c.at.Add(bound), until: until,
				offers: s.offerWithin(c.at, until), lost: s.lostWithin(c.at, until)}, true
		}
		until = c.at
	}
	return rest{}, false
}

func (s *survey) lostWithin(from, until protocol.Time) (n int) {
	for _, at := range s.losses {
		if at > from && at < until {
			n++
		}
	}
	return n
}

func (s *survey) offerWithin(from, until protocol.Time) string {
	for _, c := range s.changes {
		if c.offer && c.at > from && c.at < until {
			return fmt.Sprintf("%s at %v", c.what, c.at)
		}
	}
	return ""
}

// scale is the size of the world for settle bounds. It assumes the worst, a line of all
// nodes, unless all nodes heard each other.
func (s *survey) scale(hop, neighbour time.Duration) protocol.Scale {
	n := len(s.booted)
	out := protocol.Scale{Nodes: n, Diameter: 1, Hop: hop, Roster: n, Neighbour: neighbour}
	for a := range s.booted {
		for b := range s.booted {
			if a != b && s.way(a, b).loss() >= mostLost {
				out.Diameter = n - 1
			}
		}
	}
	return out
}
