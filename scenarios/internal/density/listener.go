package density

import (
	"math"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// A listener finds out whether nodes have neighbours.
type listener struct {
	index  *spatial.Index
	reach  float64
	medium radio.Medium
	peers  []protocol.ID
	near   []int32
}

func (e *Estimate) listener() *listener {
	m, err := e.Medium(e.Seed)
	if err != nil {
		panic("density: " + err.Error()) // it was made before: see prepareRadio
	}
	l := &listener{reach: m.ReachM(), medium: m}
	if diagonal := math.Hypot(e.World.Width, e.World.Height); !(l.reach < diagonal) {
		l.reach = diagonal // the index takes no infinite cell
	}
	l.index = spatial.NewIndex(l.reach)
	return l
}

// places are where nodes are: in the plane, and above it.
type places struct {
	points     []orb.Point
	altitudesM []float64
}

// hop is the way from one node to another at an instant.
func (p places) hop(i, j int, now protocol.Time) radio.Hop {
	return radio.Hop{From: protocol.ID(i + 1), To: protocol.ID(j + 1), FromM: p.points[i], ToM: p.points[j],
		FromAltitudeM: p.altitudesM[i], ToAltitudeM: p.altitudesM[j], At: now, Ends: now}
}

// anyone reports whether a node is linked to any other.
func (l *listener) anyone(i int, at places, now protocol.Time) bool {
	var named bool
	if l.peers, named = l.medium.AppendPeers(l.peers[:0], protocol.ID(i+1)); named {
		return slices.ContainsFunc(l.peers, func(peer protocol.ID) bool {
			return int(peer) <= len(at.points) && l.medium.Bidirectional(at.hop(i, int(peer)-1, now))
		})
	}
	l.near = l.index.Near(at.points[i], l.reach+rim.WidthM, l.near[:0])
	return slices.ContainsFunc(l.near, func(j int32) bool { return int(j) != i && l.medium.Bidirectional(at.hop(i, int(j), now)) })
}

// closestPair returns the least squared distance.
func closestPair(at places, present []bool) float64 {
	least := math.Inf(1)
	for i := range present {
		for j := range i {
			if present[i] && present[j] {
				h := at.hop(i, j, 0)
				least = min(least, h.SquareM2())
			}
		}
	}
	return least
}

// walker follows one path.
type walker struct {
	path mobility.Path
	leg  mobility.Leg
	legs int // drawn since it was last asked
}

// at returns the place at t, which must not go back.
func (w *walker) at(t time.Duration) (orb.Point, bool) {
	for w.leg.End <= t && w.leg.End != mobility.Forever && w.legs <= maxLegs {
		w.leg = w.path.Next()
		w.legs++
	}
	return w.leg.At(t), !w.leg.Absent
}
