package mobility

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// restingShare returns the steady-state probability that a node is in a pause: the
// mean pause divided by the mean of pause and trip together (Navidi and Camp 2004, the model
// with pausing).
func restingShare(o WaypointOptions) float64 { return restingShareOf(o, meanDistance(o.World)) }

// restingShareOf is that of a model whose trips have another mean length, in metres.
func restingShareOf(o WaypointOptions, distanceM float64) float64 {
	if o.SpeedMax == 0 || o.PauseMax == 0 {
		return 0
	}
	pause := float64((float64(o.PauseMin) + float64(o.PauseMax)) / 2)
	return pause / (pause + float64(meanTrip(o, distanceM)))
}

// meanTrip returns the mean duration of a trip: the mean of its length times the mean
// of the reciprocal of its speed, since they are independent.
func meanTrip(o WaypointOptions, distanceM float64) time.Duration {
	perMetre := 1 / o.SpeedMin
	if spread := (o.SpeedMax - o.SpeedMin) / o.SpeedMin; spread > 0 {
		perMetre = math.Log1p(spread) / (o.SpeedMax - o.SpeedMin)
	}
	return time.Duration(math.Round(distanceM * perMetre * float64(time.Second)))
}

// meanDistance returns the mean distance of two uniform points of the world, in metres. It
// sums by the midpoint rule over the difference of their coordinates, which has a
// triangular density on either axis. The error is below one part in 10⁵.
func meanDistance(w Area) float64 {
	const cells = 256 // 65536 roots, a third of a millisecond once per world
	sum := 0.0
	for i := range cells {
		s := float64((float64(i) + 0.5) / cells) // the compiler makes a product of a division by a power of two
		for j := range cells {
			t := float64((float64(j) + 0.5) / cells)
			sum += float64((1 - s) * (1 - t) * length(orb.Point{w.Width * s, w.Height * t}))
		}
	}
	return 4 * sum / (cells * cells)
}

// steadyTrip draws the trip on which a node is at a random instant: the probability of a
// trip is proportional to its length, and the node's place is uniform on it. It returns
// that place and the destination.
func (m *waypoint) steadyTrip(r *rand.Rand) (at, goal orb.Point) {
	w := m.options.World
	diagonal := length(orb.Point{w.Width, w.Height})
	for { // a third of the trips or a little more is accepted, in a world of any shape
		from, to := w.draw(r), w.draw(r)
		way := orb.Point{to[0] - from[0], to[1] - from[1]}
		if float64(r.Float64()*diagonal) < length(way) {
			gone := r.Float64()
			return orb.Point{from[0] + float64(way[0]*gone), from[1] + float64(way[1]*gone)}, to
		}
	}
}
