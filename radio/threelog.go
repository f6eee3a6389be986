package radio

import "math"

// ThreeLogDistance is a log-distance loss whose exponent changes twice, after
// ns-3's ThreeLogDistancePropagationLossModel: nothing is lost nearer than the
// first distance, ReferenceLossDB is lost there, and from each distance on the
// loss grows with the exponent of the same place.
type ThreeLogDistance struct {
	DistancesM      [3]float64 // metres, rising; ns-3: 1, 200, 500
	Exponents       [3]float64 // ns-3: 1.9, 3.8, 3.8
	ReferenceLossDB float64    // dB; ns-3: 46.6777
}

// DefaultThreeLogDistance is ns-3's.
func DefaultThreeLogDistance() ThreeLogDistance {
	return ThreeLogDistance{[3]float64{1, 200, 500}, [3]float64{1.9, 3.8, 3.8}, 46.6777}
}

// LossDB is the loss in decibels.
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

// Validate says which parameters make no sense.
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
