package mobility

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"
)

const (
	// micrometre is the grid, in metres, on which drawn places lie: far below
	// anything a radio model can tell apart.
	micrometre = 1e-6

	// minSide is the least width and height of a world, in metres: a thousand
	// steps of the grid, so that a draw among them looks uniform.
	minSide = 1e-3

	// maxSide is the greatest, in metres: beyond 1000 km the Earth is not flat,
	// and 10¹² steps of the grid leave 12 bits of a float64 for rounding.
	maxSide = 1e6
)

// A World is the rectangle [0, Width] × [0, Height] in which nodes move.
type World struct {
	Width, Height float64 // metres
}

// Validate reports every fault of the world.
func (w World) Validate() error {
	return errors.Join(validSide("width", w.Width), validSide("height", w.Height))
}

// Bound returns the rectangle.
func (w World) Bound() orb.Bound {
	return orb.Bound{Max: orb.Point{w.Width, w.Height}}
}

// draw returns a place uniform over the grid inside the world; it takes the
// abscissa first.
func (w World) draw(r *rand.Rand) orb.Point {
	x := drawSide(r, w.Width)
	return orb.Point{x, drawSide(r, w.Height)}
}

func validSide(name string, metres float64) error {
	if metres >= minSide && metres <= maxSide { // false for NaN
		return nil
	}
	return fmt.Errorf("%s: must be from %g to %g m, got %g", name, minSide, maxSide, metres)
}

// drawSide returns a multiple of a micrometre strictly between 0 and metres.
func drawSide(r *rand.Rand, metres float64) float64 {
	steps := uint64(math.Round(metres / micrometre))
	return float64(1+r.Uint64N(steps-1)) / 1e6 // a quotient is rounded once, a product with 1e-6 twice
}
