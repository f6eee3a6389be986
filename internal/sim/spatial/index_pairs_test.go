package spatial

import (
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/radio"
)

// TestPairsAreEachPairOnce compares with all pairs, by the definition.
func TestPairsAreEachPairOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-300, 300)
		points := make([]orb.Point, rapid.IntRange(0, 60).Draw(t, "points"))
		present := make([]bool, len(points))
		for i := range points {
			points[i] = orb.Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
			present[i] = rapid.IntRange(0, 9).Draw(t, "present") > 0
		}
		reachM := rapid.SampledFrom([]float64{0, 10, 50, 120, 1000}).Draw(t, "reach")
		x := NewIndex(rapid.SampledFrom([]float64{10, 52, 400}).Draw(t, "cell"))
		x.Rebuild(points, present)
		seen := map[[2]int32]int{}
		x.Pairs(Ring{MostM: reachM}, nil, func(i int32, others []int32) bool {
			for _, j := range others {
				seen[[2]int32{min(i, j), max(i, j)}]++
			}
			return true
		})
		for i := range points {
			for j := i + 1; j < len(points); j++ {
				want := 0
				if present[i] && present[j] && radio.DistanceSquared(points[i], points[j]) <= reachM*reachM {
					want = 1
				}
				if got := seen[[2]int32{int32(i), int32(j)}]; got != want {
					t.Fatalf("%d and %d, %v and %v: visited %d times, want %d", i, j, points[i], points[j], got, want)
				}
			}
		}
	})
}
