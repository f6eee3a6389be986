package chance_test

import (
	"math"
	"testing"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
)

// The tests below check that losses are independent in all that distinguishes two frames:
// slot, link, direction, sender, receiver, seed. The seeds are fixed, so that a test
// always passes or always fails. Independent losses exceed the bounds once in a million
// tests.
const onceInAMillionSigma = 4.9

// The losses per link over many slots have a binomial distribution: no link, receiver,
// sender or seed has too many, and they do not vary too little.
func TestLossesAreBinomial(t *testing.T) {
	if testing.Short() {
		t.Skip("two million draws")
	}
	const tosses, coins = 2000, 1000
	for i, p := range []float64{0.01, 0.05, 0.5, 0.9} {
		if !sample.Takes(i, 2) {
			continue // ten million draws each
		}
		b := mustBernoulli(t, 42, p, radio.DefaultSlot)
		for name, lost := range map[string]func(coin, toss int) bool{
			"slots of each link":     func(c, i int) bool { return b.Lost(protocol.ID(1+c/32), protocol.ID(101+c%32), slotTime(i)) },
			"receivers of a slot":    func(c, i int) bool { return b.Lost(1, protocol.ID(2+i), slotTime(c)) },
			"senders of a slot":      func(c, i int) bool { return b.Lost(protocol.ID(2+i), 1, slotTime(c)) },
			"one beacon each second": func(c, i int) bool { return b.Lost(protocol.ID(1+c), 9999, slotTime(1000*i)) },
			"seeds in a row": func(c, i int) bool {
				return mustBernoulli(t, uint64(c), p, radio.DefaultSlot).Lost(1, 2, slotTime(i))
			},
		} {
			chi := 0.0
			for c := range coins {
				count := 0
				for i := range tosses {
					if lost(c, i) {
						count++
					}
				}
				d := float64(count) - tosses*p
				chi += d * d / (tosses * p * (1 - p))
			}
			// χ² with 1000 degrees of freedom: mean 1000, variance 2000, and the excess
			// kurtosis of the binomial adds 1000·(1−6p(1−p))/(2000·p(1−p)).
			variance := 2*coins + coins*(1-6*p*(1-p))/(tosses*p*(1-p))
			if sigma := (chi - coins) / math.Sqrt(variance); math.Abs(sigma) > onceInAMillionSigma {
				t.Errorf("p = %g, %s: χ² %.0f over %d, %.1f deviations off", p, name, chi, coins, sigma)
			}
		}
	}
}

// The losses of two frames that differ in one thing agree no more often than by chance: χ²
// of the 2×2 table, one degree of freedom.
func TestNeighbouringLossesAreIndependent(t *testing.T) {
	const samples = 200_000
	type loss func(i int) bool
	for _, p := range []float64{0.05, 0.5} {
		b := mustBernoulli(t, 7, p, radio.DefaultSlot)
		next := mustBernoulli(t, 8, p, radio.DefaultSlot)
		link := func(i int) (protocol.ID, protocol.ID) { return protocol.ID(1 + i%100), protocol.ID(201 + i/100%100) }
		at := func(i int) protocol.Time { return slotTime(i / 10_000) }
		one := func(i int) bool { from, to := link(i); return b.Lost(from, to, at(i)) }
		for name, other := range map[string]loss{
			"the next slot":     func(i int) bool { from, to := link(i); return b.Lost(from, to, at(i)+1_000_000) },
			"a second later":    func(i int) bool { from, to := link(i); return b.Lost(from, to, at(i)+1_000_000_000) },
			"the way back":      func(i int) bool { from, to := link(i); return b.Lost(to, from, at(i)) },
			"the next receiver": func(i int) bool { from, to := link(i); return b.Lost(from, to+1, at(i)) },
			"the next sender":   func(i int) bool { from, to := link(i); return b.Lost(from+1, to, at(i)) },
			"the next seed":     func(i int) bool { from, to := link(i); return next.Lost(from, to, at(i)) },
		} {
			var table [2][2]float64
			for i := range samples {
				table[index(one(i))][index(other(i))]++
			}
			if chi := chiSquare2x2(table); chi > onceInAMillionSigma*onceInAMillionSigma {
				t.Errorf("p = %g, %s: χ² %.1f of table %v", p, name, chi, table)
			}
		}
	}
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

func chiSquare2x2(o [2][2]float64) float64 {
	total := o[0][0] + o[0][1] + o[1][0] + o[1][1]
	chi := 0.0
	for i := range 2 {
		for j := range 2 {
			expected := (o[i][0] + o[i][1]) * (o[0][j] + o[1][j]) / total
			chi += (o[i][j] - expected) * (o[i][j] - expected) / expected
		}
	}
	return chi
}

// The computation of the statistic is tested, too, with a table of a textbook (χ² =
// 100·(20·40−10·30)²/(30·70·50·50) = 4.7619…).
func TestChiSquareByHand(t *testing.T) {
	if got := chiSquare2x2([2][2]float64{{20, 10}, {30, 40}}); math.Abs(got-100.0*500*500/(30*70*50*50)) > 1e-9 {
		t.Errorf("χ² %g, want 4.7619", got)
	}
}
