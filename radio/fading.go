package radio

import (
	"time"
)

// Shadowing is the change of a path loss by hills, houses and bodies: a
// normal deviation in decibels (log-normal in watts), the same in both
// directions. It is drawn from the pair's own stream, so that every algorithm meets the
// same and no other pair changes it.
//
// Its correlation falls as exp(−Δ/D) with the distance Δ that either end moves: M.
// Gudmundson, "Correlation model for shadow fading in mobile radio systems",
// Electronics Letters 27(23), 1991, who measured σ 7.5 dB and 0.82 at 100 m in
// suburbs (D = 500 m), 4.3 dB and 0.3 at 10 m in a city (D = 8.3 m). With a
// coherence time it is drawn again once in each such time, at instants that differ
// from pair to pair, also while both ends stand still.
type Shadowing struct {
	SigmaDB      float64       // standard deviation, dB; 0: none
	CorrelationM float64       // D, metres; 0: fixed for the pair, wherever its ends go
	Coherence    time.Duration // 0: for ever
}

// Fading is fast fading, by waves that add up or cancel from one frame to the
// next: M. Nakagami, "The m-distribution", in "Statistical Methods in Radio Wave
// Propagation", 1960. The received power has a Gamma distribution of shape m around the
// mean path; m = 1 is Rayleigh fading, a greater m varies less. As in ns-3 the shape
// depends on distance. A fade lasts for a slot, is the same in both directions,
// and is drawn from the pair's own stream.
type Fading struct {
	// Shapes are m0 nearer than the first distance, m1 between the two, and m2 from the
	// second on, each 0.5 to 100; ns-3: 1.5, 0.75, 0.75. All zero: no fading.
	Shapes     [3]float64
	DistancesM [2]float64    // metres; ns-3: 80, 200
	Slot       time.Duration // default DefaultSlot
	// DopplerHz is the maximal Doppler frequency v·f/c of a speed v between the ends: fades vary as
	// in Clarke's model, with the autocorrelation J0(2π·DopplerHz·τ), and Slot does not count. It is
	// the same for all pairs, however fast they move. 0: fades of neighbouring slots are independent.
	DopplerHz float64
}

// Nakagami returns the fading of ns-3.
func Nakagami() Fading {
	return Fading{Shapes: [3]float64{1.5, 0.75, 0.75}, DistancesM: [2]float64{80, 200}, Slot: DefaultSlot}
}

// Rayleigh returns fading without a line of sight.
func Rayleigh() Fading {
	return Fading{Shapes: [3]float64{1, 1, 1}, DistancesM: [2]float64{80, 200}, Slot: DefaultSlot}
}
