package radio

import "math"

// TwoRay is a direct ray and one reflected by flat ground (Rappaport 2002, §4.6), in
// ns-3's form: the loss is 0 up to MinDistanceM; that of free space up to the
// crossover 4π·h²/λ of two antennas at height h; beyond it
//
//	L(d) = 40·log10(d) − 20·log10(h²) + 10·log10(SystemLoss).
//
// The two formulas agree at the crossover. Above the ground h² is the product of the heights
// of both antennas, each HeightM above its node, and d the distance in space: ns-3's formula,
// where HeightM is called HeightAboveZ.
type TwoRay struct {
	Carrier
	SystemLoss   float64 // a factor from 1; ns-3: 1
	MinDistanceM float64 // metres; ns-3: 0.5
	HeightM      float64 // metres, of each antenna above its node; default 1.5, a hand or a car roof; ns-3: 0, which has no meaning on the ground
}

// DefaultTwoRay returns the defaults of ns-3, except for the height.
func DefaultTwoRay() TwoRay { return TwoRay{Carrier{defaultFrequencyHz}, 1, 0.5, 1.5} }

// crossoverM returns the distance from which on the reflected ray counts, in metres.
func (m TwoRay) crossoverM() float64 { return 4 * math.Pi * m.HeightM * m.HeightM / m.wavelengthM() }

// LossDB returns the loss in decibels.
func (m TwoRay) LossDB(distanceM float64) float64 {
	if distanceM <= m.MinDistanceM {
		return 0
	}
	system := 10 * math.Log10(m.SystemLoss)
	if distanceM <= m.crossoverM() {
		return max(FreeSpaceDB(distanceM, m.Carrier)+system, 0)
	}
	return max(40*math.Log10(distanceM)-40*math.Log10(m.HeightM)+system, 0)
}

// LossAboveDB returns the loss of two nodes with altitudes, in decibels.
func (m TwoRay) LossAboveDB(a Above) float64 {
	if a.DistanceM <= m.MinDistanceM {
		return 0
	}
	heights := (a.FromM + m.HeightM) * (a.ToM + m.HeightM)
	system := 10 * math.Log10(m.SystemLoss)
	if a.DistanceM <= 4*math.Pi*heights/m.wavelengthM() {
		return max(FreeSpaceDB(a.DistanceM, m.Carrier)+system, 0)
	}
	return max(40*math.Log10(a.DistanceM)-20*math.Log10(heights)+system, 0)
}

// Validate reports every parameter that is out of bounds.
func (m TwoRay) Validate() error {
	var f faults
	m.Carrier.check(&f)
	f.check(m.SystemLoss >= 1 && m.SystemLoss <= 1e6, "system loss must be a factor from 1 to 1e6, got %g", m.SystemLoss)
	f.check(m.MinDistanceM >= 0 && m.MinDistanceM <= maxRangeM, "minimum distance must be from 0 to %g m, got %g", float64(maxRangeM), m.MinDistanceM)
	f.check(m.HeightM > 0 && m.HeightM <= 1e4, "antenna height must be above 0 and at most 1e4 m, got %g", m.HeightM)
	return f.err()
}
