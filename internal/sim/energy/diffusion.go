package energy

import "fmt"

// Diffusion is a battery whose charge must diffuse to where it is used (Rakhmatov
// and Vrudhula, An Analytical High-Level Battery Model for Use in Energy Management of
// Portable Electronic Systems, ICCAD 2001): if it is drawn fast it seems empty although
// charge is left, and at rest it recovers. The battery is alive while a capacity C
// exceeds the drawn charge and the charge on its way:
//
//	C > ∫P + 2·Σₘ ∫P·exp(−β²m²·(t−τ)) dτ,  m = 1 … 10
//
// The paper's charge and currents stand for energy and powers, at a constant voltage.
// Ten terms, as in the paper and in ns-3's RvBatteryModel. It assumes discharge, without
// charging.
//
// Energy that is drawn at once counts in every term: a frame of a millisecond costs 21
// times its energy until the shortest term, 60 s/(100·β²), has passed.
type Diffusion struct {
	// Beta is β in 1/√min, how fast charge diffuses: 0.273 for the paper's simulated
	// lithium-ion cell, 0.637 for the Itsy's (Rakhmatov, Vrudhula and Wallach, Battery
	// Lifetime Prediction for Energy-Aware Computing, ISLPED 2002). A large value means a
	// linear battery.
	Beta float64
}

// diffusionTerms is how many there are.
const diffusionTerms = 10

// Validate checks the parameter.
func (d Diffusion) Validate() error {
	if !(d.Beta >= 0.01 && d.Beta <= 100) {
		return fmt.Errorf("a battery's beta must be from 0.01 to 100 per root minute, got %g", d.Beta)
	}
	return nil
}

// Drain is p: a battery loses what is drawn.
func (Diffusion) Drain(p Profile, _ float64) Profile { return p }

// Terms are the terms of the sum, of weight 2 and rate β²m² per minute.
func (d Diffusion) Terms() Terms {
	terms := make(Terms, diffusionTerms)
	for n := range terms {
		m := float64(n + 1)
		terms[n] = term{Weight: 2, Rate: float64(d.Beta*d.Beta) * float64(m*m) / 60}
	}
	return terms
}
