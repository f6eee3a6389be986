package energy

import "fmt"

// Diffusion is a battery whose charge must diffuse to where it is used (Rakhmatov
// and Vrudhula, An Analytical High-Level Battery Model for Use in Energy Management of
// Portable Electronic Systems, ICCAD 2001): drawn fast, it looks empty though charge
// is left; left alone, it recovers. Of a capacity C, what is drawn and what is on its
// way are missing:
//
//	C > ∫P + 2·Σₘ ∫P·exp(−β²m²·(t−τ)) dτ,  m = 1 … 10
//
// The paper's charge and currents stand for energy and powers, at a constant voltage.
// Ten terms, as in the paper and in ns-3's RvBatteryModel. It assumes discharge: it
// knows no charging.
//
// What is drawn in no time is drawn of every term: a frame of a millisecond weighs
// 21 times its energy until the shortest term, 60 s/(100·β²), has passed.
type Diffusion struct {
	// Beta is β in 1/√min, how fast charge diffuses: 0.273 of the paper's simulated
	// lithium-ion cell, 0.637 of the Itsy's (Rakhmatov, Vrudhula and Wallach, Battery
	// Lifetime Prediction for Energy-Aware Computing, ISLPED 2002); large is linear.
	Beta float64
}

// diffusionTerms is how many there are.
const diffusionTerms = 10

// Validate says whether the parameter makes sense.
func (d Diffusion) Validate() error {
	if !(d.Beta >= 0.01 && d.Beta <= 100) {
		return fmt.Errorf("energy: a battery's beta must be from 0.01 to 100 per root minute, got %g", d.Beta)
	}
	return nil
}

// Drain is p: a battery loses what is drawn.
func (Diffusion) Drain(p Profile, _ float64) Profile { return p }

// Terms are the sum's, of weight 2 and, per minute, of rate β²m².
func (d Diffusion) Terms() Terms {
	terms := make(Terms, diffusionTerms)
	for n := range terms {
		m := float64(n + 1)
		terms[n] = Term{Weight: 2, Rate: float64(d.Beta*d.Beta) * float64(m*m) / 60}
	}
	return terms
}
