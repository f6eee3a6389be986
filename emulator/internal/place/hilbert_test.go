package place

import "testing"

// TestHilbert: the curve passes every square once, and each is beside the one before.
func TestHilbert(t *testing.T) {
	const side = 32
	at := map[uint32][2]int{}
	for x := range side {
		for y := range side {
			d := hilbert(uint32(x), uint32(y))
			if before, twice := at[d]; twice {
				t.Fatalf("%v and %v are both at %d", before, [2]int{x, y}, d)
			}
			at[d] = [2]int{x, y}
		}
	}
	for d := uint32(1); d < side*side; d++ {
		a, b := at[d-1], at[d]
		if apart := abs(a[0]-b[0]) + abs(a[1]-b[1]); apart != 1 {
			t.Fatalf("%d at %v and %d at %v are not beside each other", d-1, a, d, b)
		}
	}
}

func abs(x int) int { return max(x, -x) }
