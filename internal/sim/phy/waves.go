package phy

import (
	"math"

	"bellwether/internal/contract/chance"
	"bellwether/protocol"
)

// waveCount is how many waves N a process has. The variance of the power is 1 − 1/N, and 1 with
// infinitely many; the paper has 8.
const waveCount = 32

// waves are the correlated Rayleigh process of each pair, by sums of sinusoids: C. Xiao, Y. R.
// Zheng, N. C. Beaulieu, "Novel Sum-of-Sinusoids Simulation Models for Rayleigh and Rician
// Fading Channels", IEEE Transactions on Wireless Communications 5(12), 2006, eq. 6:
//
//	Y(t) = Σ exp(j(ω·t·cos((2πn + θn)/N) + φn)) / √N,  θn and φn uniform in [−π, π)
//
// Its autocorrelation is J0(ωτ) on average over pairs, Clarke's. A pair's draws depend on the
// seed and the pair alone.
type waves struct {
	omega float64 // 2π · maximal Doppler frequency, 1/s
	key   uint64
}

// at is the complex gain of a pair at an instant, of mean power 1.
func (w *waves) at(pair uint64, when protocol.Time) (re, im float64) {
	const turn = 2 * math.Pi
	t := float64(when) * 1e-9
	draw := pair ^ w.key
	for n := range uint64(waveCount) {
		theta := turn * (uniform(draw, 2*n) - 0.5)
		phi := turn * (uniform(draw, 2*n+1) - 0.5)
		phase := float64(float64(w.omega*t)*math.Cos((turn*float64(n)+theta)/waveCount)) + phi
		sin, cos := math.Sincos(phase)
		re, im = re+cos, im+sin
	}
	scale := 1 / math.Sqrt(waveCount)
	return re * scale, im * scale
}

func uniform(key, n uint64) float64 { return float64(chance.Mix(key, n)>>11) / (1 << 53) }

// rank is the place in a table of fades of the process at an instant: its power has an
// exponential distribution, and its quantile is taken as the quantile of the fade. So a fade
// of any shape varies as fast as the process does, and a Rayleigh fade is the process itself.
func (w *waves) rank(pair uint64, when protocol.Time) int {
	re, im := w.at(pair, when)
	power := float64(re*re) + im*im
	half, tail := uint64(0), -math.Expm1(-power)
	if tail > 0.5 {
		half, tail = 1, math.Exp(-power)
	}
	const grain = 1 << 40 // results of exp are rounded, see package radio
	rest := min(uint64(math.Round(2*tail*grain)), grain-1)
	return rankOf(half<<63 | rest<<(63-40))
}
