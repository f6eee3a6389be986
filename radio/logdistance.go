package radio

import "math"

// LogDistance is a loss that grows with the logarithm of distance (T. S.
// Rappaport, "Wireless Communications", 2nd edition, 2002, §4.9.1), in ns-3's
// form
//
//	L(d) = ReferenceLossDB + 10·Exponent·log10(d/ReferenceDistanceM)
//
// and ReferenceLossDB nearer than the reference distance.
type LogDistance struct {
	Exponent           float64 // 2 in free space, 2.7 to 5 in cities; ns-3: 3
	ReferenceDistanceM float64 // metres; ns-3: 1
	ReferenceLossDB    float64 // dB; ns-3: 46.6777, free space at 1 m and 5.15 GHz with c = 3e8 m/s
}

// DefaultLogDistance returns the defaults of ns-3.
func DefaultLogDistance() LogDistance { return LogDistance{3, 1, 46.6777} }

// LossDB returns the loss in decibels.
func (m LogDistance) LossDB(distanceM float64) float64 {
	if distanceM <= m.ReferenceDistanceM {
		return m.ReferenceLossDB
	}
	return m.ReferenceLossDB + 10*m.Exponent*math.Log10(distanceM/m.ReferenceDistanceM)
}

// Validate reports every parameter that is out of bounds.
func (m LogDistance) Validate() error {
	var f faults
	f.check(m.Exponent > 0 && m.Exponent <= maxExponent, "exponent must be above 0 and at most %d, got %g", maxExponent, m.Exponent)
	f.check(m.ReferenceDistanceM > 0 && m.ReferenceDistanceM <= maxRangeM, "reference distance must be above 0 and at most %g m, got %g", float64(maxRangeM), m.ReferenceDistanceM)
	f.check(m.ReferenceLossDB >= 0 && m.ReferenceLossDB <= maxLossDB, "reference loss must be from 0 to %g dB, got %g", float64(maxLossDB), m.ReferenceLossDB)
	return f.err()
}
