package energy

import (
	"errors"
	"fmt"
	"math"

	"bellwether/mobility"
)

// maxW bounds the powers of motors.
const maxW = 1e6

// A Constant motor takes one power while its node moves, and another while it stands or
// hovers.
type Constant struct {
	RestW float64 // of a node that stands, or of a drone that hovers
	MoveW float64 // at any speed
}

// Validate reports every power that is out of bounds.
func (c Constant) Validate() error {
	return errors.Join(bounded("power at rest", c.RestW, maxW), bounded("power to move", c.MoveW, maxW))
}

// PowerW returns the power on a leg.
func (c Constant) PowerW(l mobility.Leg) float64 {
	if l.Speed() == 0 {
		return c.RestW
	}
	return c.MoveW
}

// bounded checks a quantity from 0 to a bound.
func bounded(what string, x, most float64) error {
	if x >= 0 && x <= most { // false for NaN
		return nil
	}
	return fmt.Errorf("the %s must be from 0 to %g, got %g", what, most, x)
}

// A RotaryWing is the power of a drone with rotors, by its speed over ground V:
//
//	P(V) = P0·(1 + 3V²/Utip²) + Pi·√(√(1 + V⁴/4v0⁴) − V²/2v0²) + ½·d0·ρ·s·A·V³
//
// Y. Zeng, J. Xu and R. Zhang, "Energy Minimization for Wireless Communication with
// Rotary-Wing UAV", IEEE Transactions on Wireless Communications 18(4), 2019, eq. (12), whose
// table I has the defaults. A climb takes the weight times its rate besides, the potential
// energy; a descent saves nothing, and accelerations cost nothing: the paper has level flight
// alone. On the ground, at rest, the rotors stand.
type RotaryWing struct {
	BladeW     float64 // P0, of the blade profile in hovering status
	InducedW   float64 // Pi, induced in hovering status
	TipMPS     float64 // Utip, speed of the tips of the blades
	InducedMPS float64 // v0, mean induced velocity of the rotors in hover
	DragRatio  float64 // d0, of the fuselage
	AirKgPerM3 float64 // ρ, density of the air
	Solidity   float64 // s, of the rotors
	DiscM2     float64 // A, area of the rotors
	WeightN    float64 // of the drone
}

// DefaultRotaryWing returns the drone of the paper: 20 N, 168.5 W in hover.
func DefaultRotaryWing() RotaryWing {
	return RotaryWing{BladeW: 79.86, InducedW: 88.63, TipMPS: 120, InducedMPS: 4.03, DragRatio: 0.6,
		AirKgPerM3: 1.225, Solidity: 0.05, DiscM2: 0.503, WeightN: 20}
}

// Validate reports every parameter that is out of bounds.
func (w RotaryWing) Validate() error {
	faults := []error{bounded("power of the blade profile", w.BladeW, maxW), bounded("induced power", w.InducedW, maxW),
		bounded("drag ratio", w.DragRatio, 100), bounded("density of the air", w.AirKgPerM3, 100),
		bounded("solidity", w.Solidity, 1), bounded("area of the rotors", w.DiscM2, 1e4), bounded("weight", w.WeightN, 1e6)}
	if !(w.TipMPS >= 1 && w.TipMPS <= 1000) {
		faults = append(faults, fmt.Errorf("the speed of the tips must be from 1 to 1000 m/s, got %g", w.TipMPS))
	}
	if !(w.InducedMPS >= 0.01 && w.InducedMPS <= 1000) {
		faults = append(faults, fmt.Errorf("the induced velocity must be from 0.01 to 1000 m/s, got %g", w.InducedMPS))
	}
	return errors.Join(faults...)
}

// PowerW returns the power on a leg. It needs roots and products alone, so that it is the
// same on every machine.
func (w RotaryWing) PowerW(l mobility.Leg) float64 {
	square := float64(l.Velocity[0]*l.Velocity[0]) + float64(l.Velocity[1]*l.Velocity[1])
	if square == 0 && l.ClimbMPS == 0 && l.AltitudeM == 0 {
		return 0
	}
	blade := w.BladeW * (1 + float64(3*square/(w.TipMPS*w.TipMPS)))
	part := square / (2 * (w.InducedMPS * w.InducedMPS))
	// √(1+x²) − x = 1/(√(1+x²) + x), which loses no digits at high speeds.
	induced := w.InducedW * math.Sqrt(1/(math.Sqrt(1+float64(part*part))+part))
	parasite := 0.5 * w.DragRatio * w.AirKgPerM3 * w.Solidity * w.DiscM2 * (square * math.Sqrt(square))
	climb := w.WeightN * max(l.ClimbMPS, 0)
	return float64(blade) + float64(induced) + float64(parasite) + float64(climb)
}
