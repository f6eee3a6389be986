package stats

import "slices"

// Holm corrects the p of a family for their number, so that a false rejection among them has
// the chance of the level: the k-th smallest of m is multiplied by m-k+1, and none becomes less
// than the one before it.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	adjusted, least := make([]float64, len(p)), 0.0
	for k, i := range order {
		least = max(least, min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}

// LeastPairs is how many pairs of runs a sign test needs for any verdict in a family of so
// many tests: n signs cannot give a p below 2/2ⁿ, and the smallest p of the family is multiplied
// by its size.
func LeastPairs(family int) int {
	n := 1
	for p := 1.0; p*float64(family) > Level; p /= 2 {
		n++
	}
	return n
}
