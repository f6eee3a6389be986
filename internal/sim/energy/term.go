package energy

import (
	"math"
	"time"
)

// A term is an exponential part of the charge that a battery holds and cannot give yet,
// since it is on its way to the electrode. Each joule that is drawn puts a joule on its
// way in each term, and it arrives at the term's rate. [Diffusion] has ten terms; the two
// wells of KiBaM (Manwell and McGowan, Lead Acid Battery Storage Model for Hybrid Energy
// Systems, Solar Energy 50(5), 1993) are one, of weight (1−c)/c and rate k′.
type term struct {
	Weight float64 // J that are not available for each J on its way
	Rate   float64 // per second
}

// Terms are all of one kind of battery.
type Terms []term

// A Gradient is what is on its way in one battery, in joules by term. All zero is a
// battery at rest.
type Gradient []float64

// Draw takes joules at once.
func (g Gradient) Draw(joules float64) {
	for m := range g {
		g[m] += joules
	}
}

// AtOnce is how much a battery seems to lose for a joule that is drawn at once: that
// joule, and what each term puts on its way.
func (t Terms) AtOnce() float64 {
	sum := 1.0
	for _, term := range t {
		sum += term.Weight
	}
	return sum
}

// after is the charge on its way in a term, at first u, after a span in which a constant
// power was drawn.
func (t *term) after(u, powerW float64, span time.Duration) float64 {
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

// MissingJ is the charge that is not available besides what was drawn. It is rounded to a
// microjoule, since exponentials differ in the last bit between machines.
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

// LossW bounds how fast a battery can lose available charge, from now on, at a constant
// power. Each term approaches power/rate: from below more and more slowly, and from above
// it only gives charge back. A battery with J joules lasts at least J/LossW.
func (t Terms) LossW(g Gradient, powerW float64) float64 {
	loss := powerW
	for m := range t {
		loss += float64(t[m].Weight * max(powerW-float64(t[m].Rate*g[m]), 0))
	}
	return loss
}
