package geo

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// About makes the plane around the centre of a rectangle of degrees, for a recorder.
// Coordinates are metres from the south-west corner of the rectangle's content, so none is
// negative. Longitudes of a rectangle across the date line go on beyond 180 degrees.
func About(degrees orb.Bound) (func(orb.Point) orb.Point, movetrace.Anchor, error) {
	if degrees.Max[0]-degrees.Min[0] > 180 {
		return nil, movetrace.Anchor{}, fmt.Errorf("longitudes from %g to %g: %w: a trace around half the Earth cannot be put on a plane", degrees.Min[0], degrees.Max[0], ErrFar)
	}
	centre := degrees.Center()
	centre[0] = movetrace.Unwrapped(centre[0], 0)
	plane, err := NewPlane(centre)
	if err != nil {
		return nil, movetrace.Anchor{}, err
	}
	// The rectangle's edges are curved on the plane: the least coordinates are at its
	// corners, in the middle of an edge, or where it is widest, at the equator.
	middle := degrees.Center()
	widest := min(max(0, degrees.Min[1]), degrees.Max[1])
	corner := orb.Point{math.Inf(1), math.Inf(1)}
	for _, lon := range []float64{degrees.Min[0], middle[0], degrees.Max[0]} {
		for _, lat := range []float64{degrees.Min[1], widest, degrees.Max[1]} {
			at, err := plane.Metres(orb.Point{lon, lat})
			if err != nil {
				return nil, movetrace.Anchor{}, err
			}
			corner = orb.Point{min(corner[0], math.Floor(at[0])), min(corner[1], math.Floor(at[1]))}
		}
	}
	// All places within the rectangle are nearer than its corners, so none is refused.
	metres := func(p orb.Point) orb.Point {
		at, _ := plane.Metres(p)
		return orb.Point{micrometres(at[0] - corner[0]), micrometres(at[1] - corner[1])}
	}
	return metres, movetrace.Anchor{OnEarth: true, Centre: plane.Centre(), Corner: corner}, nil
}

// On is the least rectangle around the corners of a rectangle of degrees, on the plane of a trace.
func On(a movetrace.Anchor, of Rectangle) (around orb.Bound, err error) {
	degrees := *Bound(&of)
	plane, err := NewPlane(a.Centre)
	if err != nil {
		return orb.Bound{}, err
	}
	for i, corner := range []orb.Point{degrees.Min, {degrees.Max[0], degrees.Min[1]}, {degrees.Min[0], degrees.Max[1]}, degrees.Max} {
		at, err := plane.Metres(corner)
		if err != nil {
			return orb.Bound{}, err
		}
		at = orb.Point{at[0] - a.Corner[0], at[1] - a.Corner[1]}
		if i == 0 {
			around = orb.Bound{Min: at, Max: at}
		}
		around = around.Extend(at)
	}
	return around, nil
}

// A Rectangle is a part of the Earth, in degrees.
type Rectangle = text.Rectangle

// Bound is a rectangle of degrees; nil of nil.
func Bound(of *Rectangle) *orb.Bound {
	if of == nil {
		return nil
	}
	return &orb.Bound{Min: orb.Point{of.West, of.South}, Max: orb.Point{of.East, of.North}}
}

// Back returns a function that converts the metres of a trace to degrees.
func Back(a movetrace.Anchor) (func(orb.Point) (orb.Point, error), error) {
	plane, err := NewPlane(a.Centre)
	if err != nil {
		return nil, err
	}
	return func(p orb.Point) (orb.Point, error) {
		return plane.Degrees(orb.Point{p[0] + a.Corner[0], p[1] + a.Corner[1]})
	}, nil
}
