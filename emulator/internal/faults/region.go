package faults

import (
	"math"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/trace"
)

// A Region is a part of the plane, its rim included: the circle about (X, Y), or, if
// RadiusM is 0, the rectangle whose least corner is (X, Y). In metres.
type Region struct {
	X, Y            float64
	RadiusM         float64
	WidthM, HeightM float64
}

// told returns the record of a region.
func (r *Region) told(strike uint64) trace.Record {
	if r.RadiusM > 0 {
		return trace.Record{Kind: trace.Region, Frame: strike, Name: "circle", X: r.X, Y: r.Y, VX: 2 * r.RadiusM, VY: 2 * r.RadiusM}
	}
	return trace.Record{Kind: trace.Region, Frame: strike, Name: "rectangle", X: r.X, Y: r.Y, VX: r.WidthM, VY: r.HeightM}
}

func (r *Region) validate(f *Fault, check checker) {
	for _, v := range []float64{r.X, r.Y, r.RadiusM, r.WidthM, r.HeightM} {
		check(!math.IsNaN(v) && !math.IsInf(v, 0), "%s at %v: a region without bounds", f.Kind, f.At)
	}
	check(r.RadiusM > 0 || r.RadiusM == 0 && r.WidthM > 0 && r.HeightM > 0, "%s at %v: an empty region", f.Kind, f.At)
}

// Holds reports whether a point lies in the region.
func (r *Region) Holds(x, y float64) bool {
	dx, dy := x-r.X, y-r.Y
	if r.RadiusM > 0 {
		return float64(dx*dx)+float64(dy*dy) <= float64(r.RadiusM*r.RadiusM)
	}
	return dx >= 0 && dy >= 0 && dx <= r.WidthM && dy <= r.HeightM
}

// crosses is the first whole nanosecond at which a motion has entered the region or, if it is
// inside now, left it; kernel.Never if it never does.
func (r *Region) crosses(m *place.Motion, now int64) int64 {
	x, y := m.At(now)
	inside := r.Holds(x, y)
	var in float64 // nanoseconds
	if r.RadiusM > 0 {
		in = place.Crossing(place.Gap{X: x - r.X, Y: y - r.Y, VX: m.VX, VY: m.VY}, r.RadiusM, place.SideOf(inside))
	} else {
		in = r.crossesSide(x-r.X, y-r.Y, m, inside)
	}
	if !(in < float64(kernel.Never/2)) {
		return kernel.Never
	}
	at := now + int64(in)
	if inside {
		at++ // the rim is still within
	}
	return max(at, now+1)
}

// crossesSide is the number of nanoseconds, rounded up, until a point at (dx, dy) from
// the rectangle's least corner goes in or out; +Inf if it does not.
func (r *Region) crossesSide(dx, dy float64, m *place.Motion, inside bool) float64 {
	enterX, leaveX := slab(dx, m.VX, r.WidthM)
	enterY, leaveY := slab(dy, m.VY, r.HeightM)
	enter, leave := max(enterX, enterY), min(leaveX, leaveY)
	switch {
	case inside:
		return math.Floor(leave * float64(time.Second))
	case enter > leave || leave < 0 || math.IsInf(enter, 1):
		return math.Inf(1)
	}
	return math.Ceil(max(enter, 0) * float64(time.Second))
}

// slab is when, in seconds from now, a coordinate d moving at v is within
// [0, width].
func slab(d, v, width float64) (enter, leave float64) {
	switch {
	case v > 0:
		return -d / v, (width - d) / v
	case v < 0:
		return (width - d) / v, -d / v
	case d >= 0 && d <= width:
		return math.Inf(-1), math.Inf(1)
	}
	return math.Inf(1), math.Inf(-1)
}
