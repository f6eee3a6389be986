package scenarios

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/radio"
)

// maxLooks bounds the positions that everInRange computes.
const maxLooks = 2_000_000

// everInRange says whether any two nodes come into range, for movement that is
// known beforehand. It looks once a second, more seldom at large worlds.
func (s *Scenario) everInRange() (instants int, met bool) {
	span := s.Duration.Std()
	instants = min(int(span/time.Second)+1, max(maxLooks/s.Nodes, 1))
	if s.movement.MaxSpeed() == 0 && s.trace == nil {
		instants = 1
	}
	step := span / time.Duration(instants)
	walkers := make([]walker, s.Nodes)
	for i := range walkers {
		none := rand.New(rand.NewPCG(0, 0)) // nothing is drawn: positions are given
		walkers[i].path = s.movement.Path(i+1, none, none)
		walkers[i].leg = walkers[i].path.Next()
	}
	points, present := make([]orb.Point, s.Nodes), make([]bool, s.Nodes)
	index := radio.NewIndex(s.Radio.Range)
	disk := radio.Disk{RangeM: s.Radio.Range}
	var near []int32
	for k := range instants {
		for i := range walkers {
			points[i], present[i] = walkers[i].at(time.Duration(k) * step)
		}
		index.Rebuild(points, present)
		for i := range points {
			if !present[i] {
				continue
			}
			near = index.Near(points[i], s.Radio.Range, near[:0])
			for _, j := range near {
				if int(j) != i && disk.Hears(radio.DistanceSquared(points[i], points[j])) {
					return instants, true
				}
			}
		}
	}
	return instants, false
}

// walker follows one path.
type walker struct {
	path mobility.Path
	leg  mobility.Leg
}

// at gives the place at t, which must not go back.
func (w *walker) at(t time.Duration) (orb.Point, bool) {
	for w.leg.End <= t && w.leg.End != mobility.Forever {
		w.leg = w.path.Next()
	}
	return w.leg.At(t), !w.leg.Absent
}
