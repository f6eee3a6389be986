package movement

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
)

// stopped is a model whose nodes go their ways until an instant, and stand from then on where
// they are. A node that is out of the world then stays out.
type stopped struct {
	mobility.Model
	at time.Duration
}

// Altitudes are the model's own.
func (h stopped) Altitudes() mobility.Altitudes { return mobility.AltitudesOf(h.Model) }

// ForRun is the same of the model's own run.
func (h stopped) ForRun(seed uint64) mobility.Model {
	return stopped{mobility.ForRun(h.Model, seed), h.at}
}

// Path is the way of a node up to the instant.
func (h stopped) Path(node int, placement, movement *rand.Rand) mobility.Path {
	return &stoppedPath{way: h.Model.Path(node, placement, movement), at: h.at}
}

type stoppedPath struct {
	way  mobility.Path
	at   time.Duration
	last mobility.Leg
	over bool // the last leg stands, or ends at the instant
}

// Next is the next leg, cut at the instant, or where the node stands after it.
func (p *stoppedPath) Next() mobility.Leg {
	if p.over {
		return mobility.Leg{Start: p.last.End, End: mobility.Forever, From: p.last.At(p.last.End), AltitudeM: p.last.AltitudeAt(p.last.End), Absent: p.last.Absent}
	}
	l := p.way.Next()
	if l.End >= p.at {
		l.End = p.at
		p.over = true
	}
	if l.Velocity == (orb.Point{}) && p.over {
		l.End = mobility.Forever
	}
	p.last = l
	return l
}
