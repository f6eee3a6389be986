// Package density estimates before a run how many neighbours nodes have, and whether any two
// nodes ever meet.
//
// It looks at a sample of the movement, which is drawn from the first seed but different from
// that run's movement. It assumes that the movement and the medium can be made. It costs a
// bounded number of positions and legs; what it cannot know within these bounds it takes for
// met. It runs no algorithm.
//
// Lengths are in metres.
package density

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// An Estimate is of one world.
type Estimate struct {
	Nodes    int
	World    section.Plane
	Seed     uint64        // of the first run
	Until    time.Duration // the end of a run
	Movement mobility.Model
	Still    bool // what is so at one instant is so at all
	Medium   func(seed uint64) (radio.Medium, error)
}

// degreeLooks bounds the nodes whose neighbours MeanDegree counts: their mean is then
// within some 5 % of that of all.
const degreeLooks = 1000

// Degree counts the nodes within reach of some nodes, in metres, where a first seed
// places them.
func (e *Estimate) Degree(reach float64) float64 {
	movement := mobility.ForRun(e.Movement, e.Seed)
	points, present := make([]orb.Point, e.Nodes), make([]bool, e.Nodes)
	altitudesM := make([]float64, e.Nodes)
	for i := range points {
		drawn := rand.New(rand.NewPCG(e.Seed, uint64(i)))
		w := walker{path: movement.Path(i+1, drawn, drawn)}
		w.leg = w.path.Next()
		points[i], present[i] = w.at(e.Until / 2)
		altitudesM[i] = w.leg.AltitudeAt(e.Until / 2)
	}
	reach = min(reach, math.Hypot(e.World.Width, e.World.Height))
	index := spatial.NewIndex(reach)
	index.Rebuild(points, present)
	looked, seen := 0, 0
	var near []int32
	for i := 0; i < e.Nodes && looked < degreeLooks; i += max(e.Nodes/degreeLooks, 1) {
		if !present[i] {
			continue
		}
		near = index.Near(points[i], reach+rim.WidthM, near[:0])
		looked++
		for _, j := range near {
			if h := (places{points, altitudesM}).hop(i, int(j), 0); int(j) != i && h.SquareM2() <= rim.Square(reach) {
				seen++
			}
		}
	}
	return float64(seen) / float64(max(looked, 1))
}
