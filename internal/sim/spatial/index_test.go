package spatial_test

import (
	"math"
	"slices"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/spatial"
	"bellwether/radio"
)

// world draws positions that are difficult for an index: on the borders of cells, many at
// one place, negative, or so far apart that no grid of the given size would fit.
func world(t *rapid.T) (points []orb.Point, present []bool) {
	coordinate := rapid.OneOf(
		rapid.Float64Range(-1000, 1000),
		rapid.Map(rapid.IntRange(-8, 8), func(i int) float64 { return float64(i) * 62.5 }),
		rapid.Map(rapid.IntRange(0, 1), func(i int) float64 { return math.Nextafter(125, float64(i)*1000) }),
		rapid.SampledFrom([]float64{0, 0, 0, -1e9, 1e9, 1e300, -math.MaxFloat64, math.MaxFloat64}),
	)
	point := rapid.Custom(func(t *rapid.T) orb.Point {
		return orb.Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
	})
	points = rapid.SliceOfN(point, 0, 40).Draw(t, "points")
	present = rapid.SliceOfN(rapid.Bool(), len(points), len(points)).Draw(t, "present")
	return points, present
}

// byScan examines all points.
func byScan(points []orb.Point, present []bool, p orb.Point, reachM float64) []int32 {
	var found []int32
	for i, q := range points {
		if present[i] && radio.DistanceSquared(p, q) <= reachM*reachM {
			found = append(found, int32(i))
		}
	}
	return found
}

func TestNearFindsWhatAScanFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := spatial.NewIndex(rapid.SampledFrom([]float64{1e-3, 62.5, 125, 275, 1e12}).Draw(t, "cell"))
		for range rapid.IntRange(1, 3).Draw(t, "snapshots") {
			points, present := world(t)
			x.Rebuild(points, present)
			for range 4 {
				p := orb.Point{rapid.Float64Range(-1200, 1200).Draw(t, "x"), rapid.Float64Range(-1200, 1200).Draw(t, "y")}
				if len(points) > 0 && rapid.Bool().Draw(t, "at a node") {
					p = points[rapid.IntRange(0, len(points)-1).Draw(t, "node")]
				}
				reachM := rapid.OneOf(
					rapid.Float64Range(0, 600),
					rapid.SampledFrom([]float64{0, 62.5, 125, 250, 1e4, 1e10, math.Inf(1)}),
				).Draw(t, "reach")
				got := x.Near(p, reachM, nil)
				slices.Sort(got)
				if want := byScan(points, present, p, reachM); !slices.Equal(got, want) {
					t.Fatalf("within %g m of %v: %v, want %v", reachM, p, got, want)
				}
			}
		}
	})
}

// What an index held before does not change the order of what it finds.
func TestOrderDependsOnTheSnapshotAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		used, fresh := spatial.NewIndex(125), spatial.NewIndex(125)
		points, present := world(t)
		used.Rebuild(points, present)
		points, present = world(t)
		used.Rebuild(points, present)
		fresh.Rebuild(points, present)
		for _, p := range points {
			if got, want := used.Near(p, 300, nil), fresh.Near(p, 300, nil); !slices.Equal(got, want) {
				t.Fatalf("near %v: %v, from a fresh index %v", p, got, want)
			}
		}
	})
}

func TestADistanceEqualToTheReachIsWithinIt(t *testing.T) {
	x := spatial.NewIndex(5)
	x.Rebuild([]orb.Point{{0, 0}, {3, 4}, {-5, 0}, {0, 5.000001}}, nil)
	got := x.Near(orb.Point{0, 0}, 5, nil)
	slices.Sort(got)
	if want := []int32{0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("within 5 m: %v, want %v", got, want)
	}
	if got := x.Near(orb.Point{0, 0}, math.Nextafter(5, 0), nil); !slices.Equal(got, []int32{0}) {
		t.Errorf("within a little less: %v, want [0]", got)
	}
}

// The distance from −(½ + 2^-53) to ½ is 1 + 2^-53, which rounds to 1 and is within reach.
// But the point one metre to the right is below ½, in the cell before.
func TestADistanceThatRoundsToTheReachIsFound(t *testing.T) {
	x := spatial.NewIndex(1)
	x.Rebuild([]orb.Point{{0, 0}, {0.5, 0}}, nil)
	p := orb.Point{-math.Nextafter(0.5, 1), 0}
	if got := x.Near(p, 1, nil); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("found %v, want [0 1]", got)
	}
}

func TestIndexOfAnyWorld(t *testing.T) {
	heap := make([]orb.Point, 100)
	for i := range heap {
		heap[i] = orb.Point{7, -7}
	}
	for _, c := range []struct {
		name   string
		points []orb.Point
		nobody bool
		p      orb.Point
		reachM float64
		want   int
	}{
		{"nobody at all", nil, false, orb.Point{0, 0}, 1e9, 0},
		{"all absent", heap, true, orb.Point{7, -7}, 1e9, 0},
		{"all in one place, asked there", heap, false, orb.Point{7, -7}, 0, 100},
		{"all in one place, asked elsewhere", heap, false, orb.Point{0, 0}, 9, 0},
		{"all in one place, asked far off", heap, false, orb.Point{1e12, -1e12}, 9, 0},
		{"ends of the number line", []orb.Point{{-math.MaxFloat64, 0}, {math.MaxFloat64, 0}, {5, 0}}, false, orb.Point{0, 0}, 5, 1},
		{"a line north", []orb.Point{{0, 0}, {0, 1e8}, {0, 2e8}}, false, orb.Point{0, 1e8}, 1, 1},
		{"a line east", []orb.Point{{0, 0}, {1e8, 0}, {2e8, 0}}, false, orb.Point{2e8, 0}, 1e8, 2},
		{"backwards", heap, false, orb.Point{7, -7}, -1, 0},
		{"no distance", heap, false, orb.Point{7, -7}, math.NaN(), 0},
		{"no place", heap, false, orb.Point{math.NaN(), -7}, 10, 0},
		{"one is nowhere", []orb.Point{{math.NaN(), 1}, {1, math.NaN()}, {1, 1}}, false, orb.Point{1, 1}, 10, 1},
		{"all are nowhere", []orb.Point{{math.NaN(), math.NaN()}}, false, orb.Point{1, 1}, 10, 0},
		{"out of this world", []orb.Point{{math.Inf(1), math.Inf(-1)}, {1, 1}}, false, orb.Point{1, 1}, 10, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := spatial.NewIndex(250)
			var present []bool
			if c.nobody {
				present = make([]bool, len(c.points))
			}
			x.Rebuild(c.points, present)
			if got := x.Near(c.p, c.reachM, nil); len(got) != c.want {
				t.Errorf("found %d, want %d", len(got), c.want)
			}
		})
	}
}

func TestNewIndexPanicsWithoutACellSide(t *testing.T) {
	for _, cellM := range []float64{0, -1, math.Inf(1), math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a cell side of %g m was accepted", cellM)
				}
			}()
			spatial.NewIndex(cellM)
		}()
	}
}

func TestNearAppends(t *testing.T) {
	x := spatial.NewIndex(10)
	if got := x.Near(orb.Point{0, 0}, 1, []int32{7}); !slices.Equal(got, []int32{7}) {
		t.Errorf("an index that was never built returns %v, want [7]", got)
	}
	x.Rebuild([]orb.Point{{0, 0}, {50, 50}, {1, 0}}, nil)
	if got := x.Near(orb.Point{0, 0}, 2, []int32{7}); !slices.Equal(got, []int32{7, 0, 2}) {
		t.Errorf("got %v, want [7 0 2]", got)
	}
}

func TestSteadyIndexAllocatesNothing(t *testing.T) {
	points, present := benchWorld(1000)
	x := spatial.NewIndex(benchReachM)
	x.Rebuild(points, present)
	if n := testing.AllocsPerRun(20, func() { x.Rebuild(points, present) }); n != 0 {
		t.Errorf("Rebuild: %v allocations", n)
	}
	var out []int32
	each := func() {
		for _, p := range points {
			out = x.Near(p, benchReachM, out[:0])
		}
	}
	each()
	if n := testing.AllocsPerRun(5, each); n != 0 {
		t.Errorf("Near: %v allocations in a thousand", n)
	}
}
