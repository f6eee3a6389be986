package mobility

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

const (
	// micrometre is the grid, in metres, on which drawn places lie: far below
	// any distance that matters to a radio model.
	micrometre = 1e-6

	// minSide is the least width and height of a world, in metres: a thousand
	// steps of the grid, so that a draw among them is nearly uniform.
	minSide = 1e-3

	// maxSide is the greatest side, in metres: beyond 1000 km the Earth is not flat,
	// and 10¹² steps of the grid leave 12 bits of a float64 for rounding.
	maxSide = 1e6
)

// An Area is the rectangle in which nodes move: a whole world, or the part of it
// in which a group of nodes stays.
type Area struct {
	Width, Height float64   // metres
	Origin        orb.Point // metres, the corner with the least coordinates; default (0, 0)
}

// Validate reports every fault of the area.
func (w Area) Validate() error {
	faults := []error{validSide("width", w.Width), validSide("height", w.Height)}
	for _, at := range w.Origin {
		if !(math.Abs(at) <= maxSide) {
			faults = append(faults, fmt.Errorf("origin: coordinates must be from %g to %g m, got %g", -maxSide, maxSide, at))
		}
	}
	return errors.Join(faults...)
}

// Bound returns the rectangle.
func (w Area) Bound() orb.Bound {
	return orb.Bound{Min: w.Origin, Max: orb.Point{w.Origin[0] + w.Width, w.Origin[1] + w.Height}}
}

// Inset returns the area without a margin, in metres, along each border. The result may
// be empty: validate it.
func (w Area) Inset(margin float64) Area {
	return Area{
		Width: w.Width - 2*margin, Height: w.Height - 2*margin,
		Origin: orb.Point{w.Origin[0] + margin, w.Origin[1] + margin},
	}
}

// draw returns a place uniform over the grid inside the area. It draws x before y.
func (w Area) draw(r *rand.Rand) orb.Point {
	x := drawSide(r, w.Width)
	return orb.Point{w.Origin[0] + x, w.Origin[1] + drawSide(r, w.Height)}
}

func validSide(name string, metres float64) error {
	if metres >= minSide && metres <= maxSide { // false for NaN
		return nil
	}
	return errs.In(name, fmt.Errorf("must be from %g to %g m, got %g", minSide, maxSide, metres))
}

// drawSide returns a multiple of a micrometre strictly between 0 and metres.
func drawSide(r *rand.Rand, metres float64) float64 {
	steps := uint64(math.Round(metres / micrometre))
	return float64(1+r.Uint64N(steps-1)) / 1e6 // a quotient is rounded once, a product with 1e-6 twice
}
