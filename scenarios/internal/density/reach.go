package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
)

// maxLooks bounds the positions that everInRange computes.
const maxLooks = 2_000_000

// maxLegs bounds the legs that everInRange draws.
const maxLegs = 2_000_000

// maxPairs bounds the pairs that everInRange measures to say how near they come.
const maxPairs = 2_000_000

// EverInRange reports whether any two nodes come into range (over a channel: are linked),
// and if not, in words, how near they come. For movement that is drawn it takes a sample,
// drawn from the first seed but different from that run's movement. It looks once a second,
// less often in large worlds.
func (e *Estimate) EverInRange() (nearest string, met bool) {
	span := e.Until
	instants := min(int(span/time.Second)+1, max(maxLooks/e.Nodes, 1))
	if e.Still {
		instants = 1
	}
	step := span / time.Duration(instants)
	movement := mobility.ForRun(e.Movement, e.Seed)
	walkers := make([]walker, e.Nodes)
	for i := range walkers {
		drawn := rand.New(rand.NewPCG(e.Seed, uint64(i)))
		walkers[i].path = movement.Path(i+1, drawn, drawn)
		walkers[i].leg = walkers[i].path.Next()
	}
	points, present := make([]orb.Point, e.Nodes), make([]bool, e.Nodes)
	altitudesM := make([]float64, e.Nodes)
	listener := e.listener()
	closest := math.Inf(1)
	legs := 0
	for k := range instants {
		for i := range walkers {
			points[i], present[i] = walkers[i].at(time.Duration(k) * step)
			altitudesM[i] = walkers[i].leg.AltitudeAt(time.Duration(k) * step)
			if legs += walkers[i].legs; legs > maxLegs {
				return "", true // nodes that move so much may well meet
			}
			walkers[i].legs = 0
		}
		listener.index.Rebuild(points, present)
		for i := range points {
			if present[i] && listener.anyone(i, places{points, altitudesM}, protocol.Time(time.Duration(k)*step)) {
				return "", true
			}
		}
		if instants*e.Nodes*e.Nodes <= maxPairs {
			closest = min(closest, closestPair(places{points, altitudesM}, present))
		}
	}
	if math.IsInf(closest, 1) {
		return "", false
	}
	nearM := math.Sqrt(closest)
	digits := 4
	if beyond := nearM - listener.reach; beyond > 0 && beyond < nearM/1e3 {
		digits = 10 // or a pair just beyond the range would seem to be within it
	}
	return fmt.Sprintf(": the nearest come within %.*g m", digits, nearM), false
}
