package radio

import (
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/rim"
	"bellwether/protocol"
)

// speedOfLightMS is c in metres a second, exact by definition of the metre.
const speedOfLightMS = 299_792_458

// maxRangeM bounds a range: 1000 km is beyond any horizon on the ground, and
// its square is far from overflow.
const maxRangeM = 1e6

// disk is the unit-disk radio.
type disk struct {
	rangeM float64 // metres
}

// Disk returns the unit-disk radio of a range in metres: all nodes within it hear, the rim
// included, and no node beyond it. Above the ground the disk is a ball. Of nodes that stand,
// those up to 1 µm beyond count as on the rim: their coordinates are rounded.
func Disk(rangeM float64) Exact { return disk{rangeM} }

// Validate returns an error if the range is out of bounds.
func (d disk) Validate() error {
	if !(d.rangeM > 0 && d.rangeM <= maxRangeM) {
		return errs.Radio.Errorf("range must be above 0 m and at most %g m, got %g", float64(maxRangeM), d.rangeM)
	}
	return nil
}

// Delay is the propagation delay of every frame, to the rim of the disk: one
// constant, so that a transmission is one event for all who hear it.
func (d disk) Delay() time.Duration {
	return time.Duration(math.Round(d.rangeM / speedOfLightMS * 1e9))
}

// ReachM is the range.
func (d disk) ReachM() float64 { return d.rangeM }

// ExactRangeM is the range.
func (d disk) ExactRangeM() float64 { return d.rangeM }

// AppendPeers returns false: only distance decides.
func (d disk) AppendPeers(out []protocol.ID, _ protocol.ID) ([]protocol.ID, bool) { return out, false }

// Receive returns Heard for every node in range.
func (d disk) Receive(h Hop, _ int) Reception { return heardIf(d.Carries(h)) }

// Carries reports whether two nodes are in range of each other, to a micrometre.
func (d disk) Carries(h Hop) bool { return h.SquareM2() <= rim.Square(d.rangeM) }

// Bidirectional is Carries: a disk has one range for all.
func (d disk) Bidirectional(h Hop) bool { return d.Carries(h) }

// Varies is false: only movement changes who is in range.
func (d disk) Varies() bool { return false }

// heardIf returns the reception over a medium that spoils no frame.
func heardIf(linked bool) Reception {
	if linked {
		return Heard
	}
	return Beyond
}

// DistanceSquared returns the squared distance in the plane, in m², the same to the last bit
// on every machine. Never use orb's own functions for a link decision.
func DistanceSquared(a, b orb.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return float64(dx*dx) + float64(dy*dy)
}
