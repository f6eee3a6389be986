package geo

import (
	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
)

// Common puts traces that each have a plane of their own on one plane, about the rectangles of
// their places. It returns for each a function from its metres to the plane's, and the anchor
// of the plane, without a date. Places move by at most 2 µm against a direct projection,
// because either plane rounds to one. Each trace must be on Earth.
func Common(traces []*movetrace.Trace) ([]func(orb.Point) orb.Point, movetrace.Anchor, error) {
	backs := make([]func(orb.Point) (orb.Point, error), len(traces))
	var around orb.Bound
	placed := false
	for i, t := range traces {
		back, err := Back(t.Anchor())
		if err != nil {
			return nil, movetrace.Anchor{}, err
		}
		backs[i] = back
		b := t.Bounds()
		for _, x := range []float64{b.Min[0], b.Center()[0], b.Max[0]} {
			for _, y := range []float64{b.Min[1], b.Center()[1], b.Max[1]} {
				at, err := back(orb.Point{x, y})
				if err != nil {
					return nil, movetrace.Anchor{}, err
				}
				if placed {
					at[0] = movetrace.Unwrapped(at[0], around.Min[0])
				}
				if !placed {
					around, placed = orb.Bound{Min: at, Max: at}, true
				}
				around = around.Extend(at)
			}
		}
	}
	metres, anchor, err := About(around)
	if err != nil {
		return nil, movetrace.Anchor{}, err
	}
	out := make([]func(orb.Point) orb.Point, len(traces))
	for i, back := range backs {
		out[i] = func(p orb.Point) orb.Point {
			at, err := back(p)
			if err != nil {
				return p // all places of the trace were converted before
			}
			return metres(at)
		}
	}
	return out, anchor, nil
}
