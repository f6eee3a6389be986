package replay

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// A rest is a time in which nothing changed for longer than an algorithm may take
// to settle.
type rest struct {
	calm, settled, until protocol.Time // settled is calm plus the settle bound
	offers               string        // the first change of what somebody offers in it, "" for none
	lost                 int           // frames that a mask's channel lost in it
}

// rest finds the last one; false if there was none. Changes of what nodes offer do
// not end it.
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

// scale is the size of the world for settle bounds: everybody in a line, at worst,
// unless everybody heard everybody.
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
