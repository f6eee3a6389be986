package measure

import (
	"math"
	"slices"
)

// exactRanks is up to how many pairs the distribution of the signed-rank sum is computed
// exactly. Beyond it the normal distribution is used, which differs there from the exact
// one by less than 0.0006 at p = 0.05 (a test compares them).
const exactRanks = 64

// A rankSum is the distribution of Wilcoxon's signed-rank sum of n pairs if all sign
// patterns are equally likely: the sum of the ranks 1 … n whose sign is positive (Wilcoxon,
// Biometrics Bulletin 1, 1945).
type rankSum struct {
	n        int
	atMost   []float64 // P(sum ≤ i), for n up to exactRanks
	critical int       // the greatest sum that rejects at 5 %, two-sided; -1: none does
}

func newRankSum(n int) rankSum {
	r := rankSum{n: n, critical: -1}
	if n <= exactRanks {
		p := make([]float64, n*(n+1)/2+1)
		p[0] = 1
		for rank, top := 1, 0; rank <= n; rank++ {
			top += rank
			for sum := top; sum >= 0; sum-- {
				p[sum] /= 2
				if sum >= rank {
					p[sum] += p[sum-rank] / 2
				}
			}
		}
		for sum := 1; sum < len(p); sum++ {
			p[sum] += p[sum-1]
		}
		r.atMost = p
	}
	for r.twoSided(r.critical+1) <= 1-confidence {
		r.critical++
	}
	return r
}

// twoSided is the probability of a sum as small as this, or as great on the other side.
func (r rankSum) twoSided(sum int) float64 {
	if r.atMost != nil {
		return min(1, 2*r.atMost[sum])
	}
	n := float64(r.n)
	deviation := math.Sqrt(n * (n + 1) * (2*n + 1) / 24)
	z := (float64(sum) + 0.5 - n*(n+1)/4) / deviation
	if z >= 0 {
		return 1
	}
	return normalTails(z)
}

// walsh are paired differences, sorted. Their Walsh averages are the means of each two and
// of each with itself: n(n+1)/2 of them. The number of those below zero is the negative
// signed-rank sum (Tukey 1949), and two of them, by their place in order, are the ends of
// the interval of the test (Hollander, Wolfe, Chicken, Nonparametric Statistical Methods,
// 3rd ed. 2014, §3.1 to §3.3).
type walsh []float64

func newWalsh(differences []float64) walsh {
	w := slices.Clone(differences)
	slices.Sort(w)
	return w
}

func (w walsh) count() int { return len(w) * (len(w) + 1) / 2 }

// notAbove counts the averages that are at most x.
func (w walsh) notAbove(x float64) int {
	count, j := 0, len(w)-1
	for i := range w {
		for j >= i && w[i]/2+w[j]/2 > x {
			j--
		}
		if j < i {
			break
		}
		count += j - i + 1
	}
	return count
}

// at is the average at a place in their order, from 1.
func (w walsh) at(place int) float64 {
	low, high := ordered(w[0]), ordered(w[len(w)-1])
	for low < high {
		middle := low + (high-low)/2
		if w.notAbove(number(middle)) >= place {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return number(low)
}

// ordered maps floats to integers of the same order, so that a binary search ends at one.
func ordered(x float64) uint64 {
	bits := math.Float64bits(x)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// number is the inverse of ordered.
func number(place uint64) float64 {
	if place>>63 == 1 {
		return math.Float64frombits(place &^ (1 << 63))
	}
	return math.Float64frombits(^place)
}

// typical is the median of the Walsh averages, the estimate of the middle of the
// differences by Hodges and Lehmann (Annals of Mathematical Statistics 34, 1963).
func (w walsh) typical() float64 {
	m := w.count()
	if m%2 == 1 {
		return w.at(m/2 + 1)
	}
	return w.at(m/2)/2 + w.at(m/2+1)/2
}

// p is the p of the test whether the differences lie around zero. An average of exactly
// zero counts against both directions, so ties and zeros never make a difference look more
// certain than it is.
func (w walsh) p(r rankSum) float64 {
	negative, notPositive := w.notAbove(-math.SmallestNonzeroFloat64), w.notAbove(0)
	return r.twoSided(min(notPositive, w.count()-negative))
}

// interval is the interval of the test: it excludes zero exactly if p is at most 5 %. Fewer
// than six pairs give no interval.
func (w walsh) interval(r rankSum) *interval {
	if r.critical < 0 {
		return nil
	}
	return &interval{w.at(r.critical + 1), w.at(w.count() - r.critical)}
}
