package mobility

import (
	"fmt"
	"time"
)

const (
	// minStep bounds the steps of models that go by steps: below a millisecond a
	// model is stepped more often than a radio sends.
	minStep = time.Millisecond

	// maxStep is a day: longer ones are no steps.
	maxStep = 24 * time.Hour
)

func validStep(d time.Duration) error {
	if d < minStep || d > maxStep {
		return fmt.Errorf("must be from %v to %v, got %v", minStep, maxStep, d)
	}
	return nil
}

// validMetres checks a length that nodes go.
func validMetres(m float64) error {
	if !(m >= minSide && m <= maxSide) { // true for NaN
		return fmt.Errorf("must be from %g to %g m, got %g", minSide, maxSide, m)
	}
	return nil
}
