package movetrace

import (
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// A Walker follows one path through time.
type Walker struct {
	path mobility.Path
	leg  mobility.Leg
}

// NewWalker begins a walk.
func NewWalker(p mobility.Path) Walker { return Walker{path: p, leg: p.Next()} }

// At returns the place at time t, which must not go back, and whether the node is
// in the world then.
func (w *Walker) At(t time.Duration) (orb.Point, bool) { l := w.Leg(t); return l.At(t), !l.Absent }

// Leg returns the leg at time t, which must not go back.
func (w *Walker) Leg(t time.Duration) mobility.Leg {
	for w.leg.End <= t && w.leg.End != mobility.Forever {
		w.leg = w.path.Next()
	}
	return w.leg
}
