package smallworld

import "iter"

// Orders returns every order of 1 … n, in one slice that it changes as it goes.
func Orders(n int) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		values := make([]int64, n)
		for i := range values {
			values[i] = int64(i + 1)
		}
		var permute func(k int) bool
		permute = func(k int) bool {
			if k == n {
				return yield(values)
			}
			for i := k; i < n; i++ {
				values[k], values[i] = values[i], values[k]
				if !permute(k + 1) {
					return false
				}
				values[k], values[i] = values[i], values[k]
			}
			return true
		}
		permute(0)
	}
}
