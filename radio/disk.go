package radio

import (
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/refuse"
	"bellwether/protocol"
)

// speedOfLightMS is c in metres a second, exact by definition of the metre.
const speedOfLightMS = 299_792_458

// maxRangeM bounds a range: 1000 km is beyond any horizon on the ground, and
// its square is far from overflow.
const maxRangeM = 1e6

// Disk is the unit-disk radio: all within the range hear, nobody beyond it.
type Disk struct {
	RangeM float64 // metres; no default
}

// Validate says whether the range makes sense.
func (d Disk) Validate() error {
	if !(d.RangeM > 0 && d.RangeM <= maxRangeM) {
		return refuse.Radio.Errorf("range must be above 0 m and at most %g m, got %g", float64(maxRangeM), d.RangeM)
	}
	return nil
}

// Hears says whether a node at this squared distance hears: touching is heard.
func (d Disk) Hears(distanceSquaredM2 float64) bool {
	return distanceSquaredM2 <= d.RangeM*d.RangeM
}

// Delay is the propagation delay of every frame, to the rim of the disk: one
// constant, so that a transmission is one event for all who hear it.
func (d Disk) Delay() time.Duration {
	return time.Duration(math.Round(d.RangeM / speedOfLightMS * 1e9))
}

// ReachM is the range.
func (d Disk) ReachM() float64 { return d.RangeM }

// ExactRangeM is the range.
func (d Disk) ExactRangeM() float64 { return d.RangeM }

// AppendPeers knows nobody: only distance tells.
func (d Disk) AppendPeers(out []protocol.ID, _ protocol.ID) ([]protocol.ID, bool) { return out, false }

// Receive says that whoever is in range hears.
func (d Disk) Receive(h Hop, _ int) Reception { return heardIf(d.Carries(h)) }

// Carries says whether two nodes are in range of each other.
func (d Disk) Carries(h Hop) bool { return d.Hears(DistanceSquared(h.FromM, h.ToM)) }

// Bidirectional is Carries: a disk has one range for all.
func (d Disk) Bidirectional(h Hop) bool { return d.Carries(h) }

// Varies is false: only movement changes who is in range.
func (d Disk) Varies() bool { return false }

// heardIf is the reception over a medium on which nothing is spoilt.
func heardIf(linked bool) Reception {
	if linked {
		return Heard
	}
	return Beyond
}

// DistanceSquared is the squared distance in the plane, the same to the last bit
// on every machine. Never use orb's own functions for a link decision.
func DistanceSquared(a, b orb.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return float64(dx*dx) + float64(dy*dy)
}
