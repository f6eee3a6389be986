package mobility

import (
	"fmt"
	"time"
)

const (
	// minStep is the least step of a model: below a millisecond a node would have more
	// legs than its radio sends frames.
	minStep = time.Millisecond

	// maxStep is the greatest step of a model: a longer one is a typing error.
	maxStep = 24 * time.Hour
)

func validStep(d time.Duration) error {
	if d < minStep || d > maxStep {
		return fmt.Errorf("must be from %v to %v, got %v", minStep, maxStep, d)
	}
	return nil
}

// validMetres checks a length of a way, in metres.
func validMetres(m float64) error {
	if !(m >= minSide && m <= maxSide) { // true for NaN
		return fmt.Errorf("must be from %g to %g m, got %g", minSide, maxSide, m)
	}
	return nil
}
