package radio

import "math"

// ThreeLogDistance is a log-distance loss whose exponent changes twice, after
// ns-3's ThreeLogDistancePropagationLossModel: the loss is 0 nearer than the
// first distance and ReferenceLossDB at it; from distance i on it grows with
// exponent i.
type ThreeLogDistance struct {
	DistancesM      [3]float64 // metres, rising; ns-3: 1, 200, 500
	Exponents       [3]float64 // ns-3: 1.9, 3.8, 3.8
	ReferenceLossDB float64    // dB; ns-3: 46.6777
}

// DefaultThreeLogDistance returns the defaults of ns-3.
func DefaultThreeLogDistance() ThreeLogDistance {
	return ThreeLogDistance{[3]float64{1, 200, 500}, [3]float64{1.9, 3.8, 3.8}, 46.6777}
}

// LossDB returns the loss in decibels.
func (m ThreeLogDistance) LossDB(distanceM float64) float64 {
	if distanceM < m.DistancesM[0] {
		return 0
	}
	loss := m.ReferenceLossDB
	for i, from := range m.DistancesM {
		if distanceM <= from {
			break
		}
		to := distanceM
		if i < 2 {
			to = min(to, m.DistancesM[i+1])
		}
		loss += 10 * m.Exponents[i] * math.Log10(to/from)
	}
	return loss
}

// Validate reports every parameter that is out of bounds.
func (m ThreeLogDistance) Validate() error {
	var f faults
	d := m.DistancesM
	f.check(d[0] > 0 && d[0] < d[1] && d[1] < d[2] && d[2] <= maxRangeM,
		"the three distances must rise from above 0 to at most %g m, got %g, %g, %g", float64(maxRangeM), d[0], d[1], d[2])
	for _, e := range m.Exponents {
		f.check(e > 0 && e <= maxExponent, "exponent must be above 0 and at most %d, got %g", maxExponent, e)
	}
	f.check(m.ReferenceLossDB >= 0 && m.ReferenceLossDB <= maxLossDB, "reference loss must be from 0 to %g dB, got %g", float64(maxLossDB), m.ReferenceLossDB)
	return f.err()
}
