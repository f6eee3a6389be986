package spatial

import (
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/radio"
)

// TestNearWithSquaresIsNear: the same points in the same order, with their squared
// distances.
func TestNearWithSquaresIsNear(t *testing.T) {
	var found Found // used again and again, like in a run
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-1000, 1000)
		place := rapid.Custom(func(t *rapid.T) orb.Point { return orb.Point{at.Draw(t, "x"), at.Draw(t, "y")} })
		points := rapid.SliceOfN(place, 0, 60).Draw(t, "points")
		p, reach := place.Draw(t, "p"), rapid.Float64Range(-10, 800).Draw(t, "reach")
		x := NewIndex(rapid.Float64Range(50, 400).Draw(t, "cell"))
		x.Rebuild(points, nil)
		x.NearWithSquares(p, reach, &found)
		if want := x.Near(p, reach, nil); !slices.Equal(found.Points, want) {
			t.Fatalf("%v, want %v", found.Points, want)
		}
		if len(found.SquaresM2) != len(found.Points) {
			t.Fatalf("%d squares of %d points", len(found.SquaresM2), len(found.Points))
		}
		for n, i := range found.Points {
			if got, want := found.SquaresM2[n], radio.DistanceSquared(points[i], p); got != want {
				t.Fatalf("point %d is √%v m away, want √%v", i, got, want)
			}
		}
	})
}
