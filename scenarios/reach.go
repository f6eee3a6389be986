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

// maxPairs bounds the pairs that everInRange measures to say how near they come.
const maxPairs = 2_000_000

// everInRange says whether any two nodes come into range, for movement that is
// known beforehand, and if not how near they come, in words. It looks once a
// second, more seldom at large worlds.
func (s *Scenario) everInRange() (nearest string, met bool) {
	span := s.Duration.Std()
	instants := min(int(span/time.Second)+1, max(maxLooks/s.Nodes, 1))
	if s.movement.MaxSpeed() == 0 && s.trace == nil {
		instants = 1
	}
	step := span / time.Duration(instants)
	walkers := make([]mobility.Walker, s.Nodes)
	for i := range walkers {
		none := rand.New(rand.NewPCG(0, 0)) // nothing is drawn: positions are given
		walkers[i] = mobility.NewWalker(s.movement.Path(i+1, none, none))
	}
	points, present := make([]orb.Point, s.Nodes), make([]bool, s.Nodes)
	index := radio.NewIndex(s.Radio.Range)
	disk := radio.Disk{RangeM: s.Radio.Range}
	closest := math.Inf(1)
	var near []int32
	for k := range instants {
		for i := range walkers {
			points[i], present[i] = walkers[i].At(time.Duration(k) * step)
		}
		index.Rebuild(points, present)
		for i := range points {
			if !present[i] {
				continue
			}
			near = index.Near(points[i], s.Radio.Range, near[:0])
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
