package radio

import (
	"time"
)

// Shadowing is what hills, houses and bodies add to a path and take from it: a
// normal deviation in decibels (log-normal in watts), the same in both
// directions, drawn from the pair's own stream, so that every algorithm meets the
// same and no other pair changes it.
//
// Its correlation falls with the distance that either end moves as exp(−Δ/D): M.
// Gudmundson, "Correlation model for shadow fading in mobile radio systems",
// Electronics Letters 27(23), 1991, who measured σ 7.5 dB and 0.82 at 100 m in
// suburbs (D = 500 m), 4.3 dB and 0.3 at 10 m in a city (D = 8.3 m). With a
// coherence time it is drawn anew once in that time, at instants of the pair's
// own, however still the ends are.
type Shadowing struct {
	SigmaDB      float64       // standard deviation, dB; 0: none
	CorrelationM float64       // D, metres; 0: fixed for the pair, wherever its ends go
	Coherence    time.Duration // 0: for ever
}

// Fading is the fast kind, by waves that add up or cancel from one frame to the
// next: M. Nakagami, "The m-distribution", in "Statistical Methods in Radio Wave
// Propagation", 1960. The received power is Gamma-distributed about the mean path
// with shape m; m = 1 is Rayleigh's, larger is calmer. As in ns-3 the shape
// depends on distance. A fade holds for a slot, is the same in both directions,
// and is drawn from the pair's own stream.
type Fading struct {
	// Shapes m0, m1, m2 nearer than the first distance, between, and from the
	// second on, 0.5 to 100; ns-3: 1.5, 0.75, 0.75. All zero: no fading.
	Shapes     [3]float64
	DistancesM [2]float64    // metres; ns-3: 80, 200
	Slot       time.Duration // default DefaultSlot
}

// Nakagami is ns-3's.
func Nakagami() Fading {
	return Fading{[3]float64{1.5, 0.75, 0.75}, [2]float64{80, 200}, DefaultSlot}
}

// Rayleigh is fading without a line of sight.
func Rayleigh() Fading { return Fading{[3]float64{1, 1, 1}, [2]float64{80, 200}, DefaultSlot} }
