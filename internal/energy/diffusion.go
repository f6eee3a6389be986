package energy

import (
	"fmt"
	"math"
	"time"
)

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

const diffusionTerms = 10

// DrawnAtOnce is how much a battery seems to lose by a joule that is drawn in no time:
// itself, and what is on its way of each term.
const DrawnAtOnce = 1 + 2*diffusionTerms

// Validate says whether the parameter makes sense.
func (d Diffusion) Validate() error {
	if !(d.Beta >= 0.01 && d.Beta <= 100) {
		return fmt.Errorf("energy: a battery's beta must be from 0.01 to 100 per root minute, got %g", d.Beta)
	}
	return nil
}

// rate is how fast a term decays, per second.
func (d Diffusion) rate(term int) float64 {
	m := float64(term + 1)
	return float64(d.Beta*d.Beta) * float64(m*m) / 60
}

// A Gradient is what is on its way in one battery, in joules by term. The zero
// Gradient is a battery at rest.
type Gradient [diffusionTerms]float64

// Draw takes joules in no time.
func (g *Gradient) Draw(joules float64) {
	for m := range g {
		g[m] += joules
	}
}

// MissingJ is what cannot be had besides what was drawn, to the microjoule: the
// exponentials within differ in the last bit from machine to machine.
func (g *Gradient) MissingJ() float64 {
	sum := 0.0
	for _, u := range g {
		sum += u
	}
	return math.Round(2*sum*1e6) / 1e6
}

// Relax lets a span pass in which a constant power is drawn.
func (d Diffusion) Relax(g *Gradient, powerW float64, span time.Duration) {
	if span <= 0 {
		return
	}
	for m := range g {
		k := d.rate(m)
		left := math.Exp(-float64(k * span.Seconds()))
		g[m] = float64(g[m]*left) + float64(powerW/k*(1-left))
	}
}

// LossW bounds how fast a battery can lose what may be had, from now on, at a constant
// power: each term goes to power/rate, from below ever more slowly, and from above it
// only gives back. A battery with J joules lives for J/LossW at least.
func (d Diffusion) LossW(g *Gradient, powerW float64) float64 {
	loss := powerW
	for m, u := range g {
		loss += 2 * max(powerW-float64(d.rate(m)*u), 0)
	}
	return loss
}

// Lifetime is how long a battery lasts at a constant power from rest, to the
// millisecond.
func (d Diffusion) Lifetime(capacityJ, powerW float64) time.Duration {
	if powerW <= 0 {
		return math.MaxInt64
	}
	short, long := time.Duration(0), time.Duration(min(capacityJ/powerW*1e9, math.MaxInt64/4)) // it cannot last longer than a linear one
	for long-short > time.Millisecond {
		middle := short + (long-short)/2
		var g Gradient
		d.Relax(&g, powerW, middle)
		if float64(powerW*middle.Seconds())+g.MissingJ() < capacityJ {
			short = middle
		} else {
			long = middle
		}
	}
	return long
}
