package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/radio"
)

// maxLooks bounds the positions that everInRange computes.
const maxLooks = 2_000_000

// maxLegs bounds the legs that everInRange draws.
const maxLegs = 2_000_000

// maxPairs bounds the pairs that everInRange measures to say how near they come.
const maxPairs = 2_000_000

// everInRange says whether any two nodes come into range, and if not how near
// they come, in words. Of movement that is drawn it looks at a sample, of the
// first seed but not that run's. It looks once a second, more seldom at large
// worlds.
func (s *Scenario) everInRange() (nearest string, met bool) {
	span := s.Duration.Std()
	instants := min(int(span/time.Second)+1, max(maxLooks/s.Nodes, 1))
	if s.movement.MaxSpeed() == 0 && s.trace == nil && len(s.Groups) == 0 {
		instants = 1
	}
	step := span / time.Duration(instants)
	movement := mobility.ForRun(s.movement, s.Seed)
	walkers := make([]walker, s.Nodes)
	for i := range walkers {
		drawn := rand.New(rand.NewPCG(s.Seed, uint64(i)))
		walkers[i].path = movement.Path(i+1, drawn, drawn)
		walkers[i].leg = walkers[i].path.Next()
	}
	points, present := make([]orb.Point, s.Nodes), make([]bool, s.Nodes)
	reach := s.rangeM()
	index := radio.NewIndex(reach)
	disk := radio.Disk{RangeM: reach}
	closest := math.Inf(1)
	var near []int32
	legs := 0
	for k := range instants {
		for i := range walkers {
			points[i], present[i] = walkers[i].at(time.Duration(k) * step)
			if legs += walkers[i].legs; legs > maxLegs {
				return "", true // who moves so much may well meet
			}
			walkers[i].legs = 0
		}
		index.Rebuild(points, present)
		for i := range points {
			if !present[i] {
				continue
			}
			near = index.Near(points[i], reach, near[:0])
			for _, j := range near {
				if int(j) != i && disk.Hears(radio.DistanceSquared(points[i], points[j])) {
					return "", true
				}
			}
		}
		if instants*s.Nodes*s.Nodes <= maxPairs {
			closest = min(closest, closestPair(points, present))
		}
	}
	if math.IsInf(closest, 1) {
		return "", false
	}
	return fmt.Sprintf(": the nearest come within %.4g m", math.Sqrt(closest)), false
}

// closestPair gives the least squared distance.
func closestPair(points []orb.Point, present []bool) float64 {
	least := math.Inf(1)
	for i := range points {
		for j := range i {
			if present[i] && present[j] {
				least = min(least, radio.DistanceSquared(points[i], points[j]))
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

// at gives the place at t, which must not go back.
func (w *walker) at(t time.Duration) (orb.Point, bool) {
	for w.leg.End <= t && w.leg.End != mobility.Forever && w.legs <= maxLegs {
		w.leg = w.path.Next()
		w.legs++
	}
	return w.leg.At(t), !w.leg.Absent
}
