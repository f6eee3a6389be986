package place

import (
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/rim"
	"bellwether/mobility"
)

// A Motion is a node's movement on a straight line from (X, Y) at Start: metres, metres a
// second, nanoseconds.
type Motion struct {
	X, Y, VX, VY float64
	Start        int64
}

// MotionOf is the motion of a leg.
func MotionOf(l mobility.Leg) Motion {
	return Motion{l.From[0], l.From[1], l.Velocity[0], l.Velocity[1], int64(l.Start)}
}

// At is mobility.Leg.At without its clamps: a leg is replaced when it ends. The products
// are guarded against fused multiply-add, so that a position is the same to the bit on
// every machine.
func (m *Motion) At(now int64) (x, y float64) {
	s := float64(now-m.Start) / float64(time.Second)
	return m.X + float64(m.VX*s), m.Y + float64(m.VY*s)
}

// A Rise is the part of a node's movement that goes up, from the Start of its Motion: metres
// above the ground, metres a second.
type Rise struct{ Z, VZ float64 }

// At is the altitude now, as [Motion.At] is the place.
func (r *Rise) At(now int64, m *Motion) float64 {
	return r.Z + float64(r.VZ*(float64(now-m.Start)/float64(time.Second)))
}

// A Spot is a place and an altitude, in metres.
type Spot struct {
	Point     orb.Point
	AltitudeM float64
}

// SquareM2 is the squared distance of two spots; altitudes that are equal change no bit of it.
func (s Spot) SquareM2(o Spot) float64 {
	dx, dy, dz := o.Point[0]-s.Point[0], o.Point[1]-s.Point[1], o.AltitudeM-s.AltitudeM
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// A Gap is the way from one node to another now, and how it changes: metres, metres a second.
type Gap struct {
	X, Y      float64
	VX, VY    float64
	Up, Climb float64 // 0 in the plane
}

// SquareM2 is the squared length of a gap.
func (g *Gap) SquareM2() float64 {
	return float64(g.X*g.X) + float64(g.Y*g.Y) + float64(g.Up*g.Up)
}

// SpeedMPS is in metres a second over the ground.
func (m *Motion) SpeedMPS() float64 { return math.Sqrt(float64(m.VX*m.VX) + float64(m.VY*m.VY)) }

// AtRest reports whether a gap does not change.
func (g *Gap) AtRest() bool { return g.VX == 0 && g.VY == 0 && g.Climb == 0 }

// Crossing is the number of nanoseconds, rounded up, until the length of a gap next crosses a
// distance; +Inf if it does not. A pair that rounding has left on the wrong side is ignored if
// it is about to cross by itself. A pair at rest is within [rim.Square].
func Crossing(g Gap, rangeM float64, within side) float64 {
	if g.AtRest() {
		if SideOf(g.SquareM2() <= rim.Square(rangeM)) != within {
			return 0
		}
		return math.Inf(1)
	}
	a := float64(g.VX*g.VX) + float64(g.VY*g.VY) + float64(g.Climb*g.Climb)
	b := float64(g.X*g.VX) + float64(g.Y*g.VY) + float64(g.Up*g.Climb)
	c := g.SquareM2() - float64(rangeM*rangeM)
	inside := within == inside
	if inside && c > 0 && (b >= 0 || a == 0) || !inside && c <= 0 && (b < 0 || a == 0) {
		return 0
	}
	if a == 0 || !inside && b >= 0 {
		return math.Inf(1)
	}
	root := float64(b*b) - float64(a*c)
	switch {
	case inside:
		root = math.Sqrt(max(root, 0))
	case root < 0:
		return math.Inf(1)
	default:
		root = -math.Sqrt(root)
	}
	return math.Ceil(max((root-b)/a, 0) * float64(time.Second))
}

// A side says on which side of a rim a point is, or is assumed to be.
type side uint8

// The two sides of a rim.
const (
	outside side = iota
	inside
)

// SideOf returns inside or outside.
func SideOf(within bool) side {
	if within {
		return inside
	}
	return outside
}

// Soon is the longest wait, in nanoseconds, for which an event is queued.
const Soon = float64(kernel.Never / 2)
