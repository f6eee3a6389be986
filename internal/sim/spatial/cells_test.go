package spatial

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
)

// Memory is proportional to the number of nodes, however far apart they are.
func TestCellsAreFewInHugeWorlds(t *testing.T) {
	for _, c := range []struct {
		name   string
		points []orb.Point
		most   int
	}{
		{"nobody", nil, 64},
		{"two at the ends of the number line", []orb.Point{{-math.MaxFloat64, -math.MaxFloat64}, {math.MaxFloat64, math.MaxFloat64}}, 64},
		{"ten along a road of a million km", tenAlong(1e8, 0), 80},
		{"ten along a diagonal", tenAlong(1e8, 1e8), 80},
	} {
		x := NewIndex(1e-3)
		x.Rebuild(c.points, nil)
		if cells := x.columns * x.rows; cells < 1 || cells > c.most {
			t.Errorf("%s: %d cells, want 1 to %d", c.name, cells, c.most)
		}
		if len(x.first) != x.columns*x.rows+1 || int(x.first[len(x.first)-1]) != len(c.points) {
			t.Errorf("%s: cells do not add up to the points", c.name)
		}
	}
}

func tenAlong(dx, dy float64) []orb.Point {
	points := make([]orb.Point, 10)
	for i := range points {
		points[i] = orb.Point{float64(i) * dx, float64(i) * dy}
	}
	return points
}

// If the grid fits, cells have the given size: 1000 m by 600 m in cells of 125 by 250 m
// are 8 columns and 2 rows, and one more of each for the far border.
func TestCellsHaveTheGivenSize(t *testing.T) {
	x := NewIndex(250)
	x.Rebuild([]orb.Point{{-400, 100}, {600, 700}}, nil)
	if x.columns != 9 || x.rows != 3 {
		t.Errorf("%d columns and %d rows, want 9 and 3", x.columns, x.rows)
	}
}

// The work of a query is the number of points that it examines. It must not grow with the
// world: at the same density, the share of these points within reach is the same for a
// thousand nodes and for a hundred thousand.
func TestWorkPerNodeFoundDoesNotGrow(t *testing.T) {
	const reachM, degree = 275.0, 12.0
	looked := map[int]float64{}
	for _, n := range []int{1_000, 100_000} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		side := math.Sqrt(float64(n) * math.Pi * reachM * reachM / degree)
		points := make([]orb.Point, n)
		for i := range points {
			points[i] = orb.Point{side * rng.Float64(), side * rng.Float64()}
		}
		x := NewIndex(reachM)
		x.Rebuild(points, nil)
		candidates, found := 0, 0
		for _, p := range points[:1000] {
			for row := x.row(p[1] - reachM); row <= x.row(p[1]+reachM); row++ {
				candidates += int(x.first[row*x.columns+x.column(p[0]+reachM)+1] - x.first[row*x.columns+x.column(p[0]-reachM)])
			}
			found += len(x.Near(p, reachM, nil))
		}
		looked[n] = float64(candidates) / float64(found)
	}
	if growth := looked[100_000] / looked[1_000]; growth > 1.05 || looked[100_000] > 3 {
		t.Errorf("%.2f points are examined for each that is found with 1000 nodes, %.2f with 100000", looked[1_000], looked[100_000])
	}
}
