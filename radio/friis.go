package radio

import "math"

// Friis is free space: H. T. Friis, "A Note on a Simple Transmission Formula",
// Proceedings of the IRE 34(5), 1946, in ns-3's form
//
//	L(d) = 20·log10(4πd/λ) + 10·log10(SystemLoss), at least MinLossDB.
//
// It holds in the far field: from some wavelengths on.
type Friis struct {
	Carrier
	SystemLoss float64 // loss in hardware, a factor from 1; ns-3: 1
	MinLossDB  float64 // dB; ns-3: 0
}

// DefaultFriis returns the defaults of ns-3.
func DefaultFriis() Friis { return Friis{Carrier{defaultFrequencyHz}, 1, 0} }

// LossDB returns the loss in decibels.
func (m Friis) LossDB(distanceM float64) float64 {
	if distanceM <= 0 {
		return m.MinLossDB
	}
	return max(FreeSpaceDB(distanceM, m.Carrier)+10*math.Log10(m.SystemLoss), m.MinLossDB)
}

// Validate reports every parameter that is out of bounds.
func (m Friis) Validate() error {
	var f faults
	m.Carrier.check(&f)
	f.check(m.SystemLoss >= 1 && m.SystemLoss <= 1e6, "system loss must be a factor from 1 to 1e6, got %g", m.SystemLoss)
	f.check(m.MinLossDB >= 0 && m.MinLossDB <= maxLossDB, "minimum loss must be from 0 to %g dB, got %g", float64(maxLossDB), m.MinLossDB)
	return f.err()
}
