package merge

import (
	"time"

	"bellwether/protocol"
)

// A delay is the apparent time of a frame on its way: from its departure by the sender's
// clock to its arrival by the receiver's.
type delay struct {
	at       protocol.Time
	apparent time.Duration
}

// A hull is the corners of the lower convex hull of delays, in the order of time: a
// straight line is below all delays if it is below the corners.
type hull []delay

// maxCorners bounds a hull. However many delays vary at random, they have some dozen
// corners; more come from an uneven clock. Then every second corner is left out, which
// makes a bound wider and never wrong.
const maxCorners = 512

func (h *hull) add(d delay) {
	c := *h
	if n := len(c); n > 0 && c[n-1].at == d.at {
		if d.apparent >= c[n-1].apparent {
			return
		}
		c = c[:n-1]
	}
	for len(c) >= 2 && !corner(c[len(c)-2], c[len(c)-1], d) {
		c = c[:len(c)-1]
	}
	c = append(c, d)
	if len(c) > maxCorners {
		for i := 1; 2*i < len(c); i++ {
			c[i] = c[2*i]
		}
		c = c[:(len(c)+1)/2]
	}
	*h = c
}

// corner reports whether b lies below the line from a to c.
func corner(a, b, c delay) bool {
	return float64(b.at-a.at)*float64(c.apparent-a.apparent) >
		float64(b.apparent-a.apparent)*float64(c.at-a.at)
}
