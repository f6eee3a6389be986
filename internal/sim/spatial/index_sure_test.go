package spatial

import (
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestNearOrSureSplitsNear compares the two groups with the answers of Near at both distances.
func TestNearOrSureSplitsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-1000, 1000)
		place := rapid.Custom(func(t *rapid.T) orb.Point { return orb.Point{at.Draw(t, "x"), at.Draw(t, "y")} })
		points := rapid.SliceOfN(place, 0, 60).Draw(t, "points")
		p := place.Draw(t, "p")
		sure := rapid.Float64Range(-10, 500).Draw(t, "sure")
		reach := max(sure, 0) + rapid.Float64Range(0, 300).Draw(t, "more")
		x := NewIndex(rapid.Float64Range(50, 400).Draw(t, "cell"))
		x.Rebuild(points, nil)

		var within, between []int32
		for _, i := range x.NearOrSure(p, sure, reach, nil) {
			if i >= 0 {
				within = append(within, i)
			} else {
				between = append(between, ^i)
			}
		}
		all := x.Near(p, reach, nil)
		wantWithin := x.Near(p, sure, nil)
		var wantBetween []int32
		for _, i := range all {
			if !slices.Contains(wantWithin, i) {
				wantBetween = append(wantBetween, i)
			}
		}
		if !slices.Equal(within, wantWithin) || !slices.Equal(between, wantBetween) {
			t.Fatalf("sure %v and maybe %v, want %v and %v", within, between, wantWithin, wantBetween)
		}
	})
}
