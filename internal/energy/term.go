package energy

import (
	"math"
	"time"
)

// A Term is an exponential in what a battery holds and cannot give yet: charge that is
// on its way to where it is used. A joule drawn puts one on its way in each term, and it
// arrives at a rate. [Diffusion] has ten terms; the two wells of KiBaM (Manwell and
// McGowan, Lead Acid Battery Storage Model for Hybrid Energy Systems, Solar Energy
// 50(5), 1993) are one, of weight (1−c)/c and rate k′.
type Term struct {
	Weight float64 // J that cannot be had for each J on its way
	Rate   float64 // per second
}

// Terms are all of one kind of battery.
type Terms []Term

// A Gradient is what is on its way in one battery, in joules by term. All zero is a
// battery at rest.
type Gradient []float64

// Draw takes joules in no time.
func (g Gradient) Draw(joules float64) {
	for m := range g {
		g[m] += joules
	}
}

// AtOnce is how much a battery seems to lose by a joule that is drawn in no time:
// itself, and what is on its way of each term.
func (t Terms) AtOnce() float64 {
	sum := 1.0
	for _, term := range t {
		sum += term.Weight
	}
	return sum
}

// after is u, what is on its way of a term, once a span has passed in which a constant
// power was drawn.
func (t *Term) after(u, powerW float64, span time.Duration) float64 {
	left := math.Exp(-float64(t.Rate * span.Seconds()))
	return float64(u*left) + float64(powerW/t.Rate*(1-left))
}

// Relax lets a span pass in which a constant power is drawn.
func (t Terms) Relax(g Gradient, powerW float64, span time.Duration) {
	if span <= 0 {
		return
	}
	for m := range t {
		g[m] = t[m].after(g[m], powerW, span)
	}
}

// MissingJ is what cannot be had besides what was drawn: to the microjoule, as
// exponentials differ in the last bit from machine to machine.
func (t Terms) MissingJ(g Gradient) float64 {
	sum := 0.0
	for m := range t {
		sum += float64(t[m].Weight * g[m])
	}
	return math.Round(sum*1e6) / 1e6
}

// MissingAfterJ is MissingJ once a span at a constant power has passed.
func (t Terms) MissingAfterJ(g Gradient, powerW float64, span time.Duration) float64 {
	if span <= 0 {
		return t.MissingJ(g)
	}
	sum := 0.0
	for m := range t {
		sum += float64(t[m].Weight * t[m].after(g[m], powerW, span))
	}
	return math.Round(sum*1e6) / 1e6
}

// LossW bounds how fast a battery can lose what may be had, from now on, at a constant
// power: each term goes to power/rate, from below ever more slowly, and from above it
// only gives back. A battery with J joules lives for J/LossW at least.
func (t Terms) LossW(g Gradient, powerW float64) float64 {
	loss := powerW
	for m := range t {
		loss += float64(t[m].Weight * max(powerW-float64(t[m].Rate*g[m]), 0))
	}
	return loss
}
