package mobility_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"pgregory.net/rapid"
)

// clearance is how far nodes keep from walls, in metres, but for rounding.
const clearance = 0.3 - 1e-6

// town is a small world with houses: one with a courtyard that is closed, one like an L,
// two that touch, one that reaches beyond the world, and two with a gap of 2 m.
var town = mobility.Area{Width: 60, Height: 40}

var houses = []orb.Polygon{
	{{{5, 5}, {20, 5}, {20, 18}, {5, 18}, {5, 5}}, {{8, 8}, {8, 15}, {17, 15}, {17, 8}, {8, 8}}},
	{{{25, 6}, {40, 6}, {40, 20}, {34, 20}, {34, 11}, {25, 11}, {25, 6}}},
	{{{8, 24}, {16, 22}, {17, 34}, {9, 35}, {8, 24}}},
	{{{17, 28}, {26, 28}, {26, 36}, {17, 36}, {17, 28}}},
	{{{28, 28}, {38, 25}, {38, 36}, {28, 36}, {28, 28}}},
	{{{45, 14}, {70, 14}, {70, 22}, {45, 22}, {45, 14}}},
}

// around returns random waypoint in the town, at 1 m/s with pauses of 1 s unless said otherwise.
func around(t testing.TB, world mobility.Area, of []orb.Polygon) mobility.WaypointOptions {
	t.Helper()
	o, err := mobility.NewObstacles(world, of)
	if err != nil {
		t.Fatal(err)
	}
	return mobility.WaypointOptions{World: world, SpeedMin: 1, SpeedMax: 1, PauseMin: time.Second, PauseMax: time.Second, Around: o}
}

// tooNear returns how far a place is from the walls that it is too near to; ok if it is not,
// and in no house. It is judged by package planar, which shares nothing with the model.
func tooNear(p orb.Point, of []orb.Polygon) (metres float64, ok bool) {
	for _, house := range of {
		if planar.PolygonContains(house, p) {
			return 0, false
		}
		for _, ring := range house {
			for i := 1; i < len(ring); i++ {
				if d := planar.DistanceFromSegment(ring[i-1], ring[i], p); d < clearance {
					return d, false
				}
			}
		}
	}
	return 0, true
}

// randomTown draws houses that may touch, overlap and reach beyond the world: rectangles, of
// which some are turned, and triangles, of which some are acute.
func randomTown(t *rapid.T) []orb.Polygon {
	var of []orb.Polygon
	for range rapid.IntRange(1, 8).Draw(t, "houses") {
		at := orb.Point{rapid.Float64Range(-5, 65).Draw(t, "x"), rapid.Float64Range(-5, 45).Draw(t, "y")}
		sin, cos := math.Sincos(rapid.SampledFrom([]float64{0, 0, 0.3, 1.1}).Draw(t, "turn"))
		long, wide := rapid.Float64Range(0.5, 25).Draw(t, "long"), rapid.Float64Range(0.5, 10).Draw(t, "wide")
		corner := func(x, y float64) orb.Point { return orb.Point{at[0] + x*cos - y*sin, at[1] + x*sin + y*cos} }
		ring := orb.Ring{corner(0, 0), corner(long, 0), corner(long, wide), corner(0, wide), corner(0, 0)}
		if rapid.Bool().Draw(t, "triangle") {
			ring = orb.Ring{corner(0, 0), corner(long, 0), corner(long*0.3, wide), corner(0, 0)}
		}
		of = append(of, orb.Polygon{ring})
	}
	return of
}

// No place of any leg is in a house or nearer to a wall than nodes keep, sampled every 10 cm;
// and legs keep the laws of all paths.
func TestNobodyWalksThroughObstacles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		of := randomTown(rt)
		obstacles, err := mobility.NewObstacles(town, of)
		if err != nil {
			if strings.Contains(err.Error(), "% of the world") {
				rt.Skip("a town without streets")
			}
			rt.Fatal(err)
		}
		m := made(mobility.NewWaypoint(mobility.WaypointOptions{World: town, SpeedMin: 0.5, SpeedMax: 2, PauseMax: time.Second, Around: obstacles}))
		for node := 1; node <= 2; node++ {
			legs := walk(pathOf(m, node, 1), 16)
			if law := brokenLaw(legs, town.Bound(), m.MaxSpeed()); law != "" {
				rt.Fatal(law)
			}
			for i, l := range legs {
				step := time.Duration(0.1 / max(l.Speed(), 0.1) * float64(time.Second))
				for at := l.Start; at <= l.End; at += step {
					if d, ok := tooNear(l.At(at), of); !ok {
						rt.Fatalf("node %d, leg %d: at %v it is at %v, %.3f m from a wall", node, i, at, l.At(at), d)
					}
				}
			}
		}
	})
}

// trip is a way from one pause to the next.
type trip struct {
	from, to orb.Point
	metres   float64
	bends    int
}

// trips returns the first whole trips of a node that pauses between them.
func trips(p mobility.Path, n int) (out []trip) {
	for p.Next().Velocity != (orb.Point{}) { // the trip or the pause at time 0
	}
	for range n {
		l := p.Next()
		one := trip{from: l.From, bends: -1}
		for ; l.Velocity != (orb.Point{}); l = p.Next() {
			one.metres += l.Speed() * (l.End - l.Start).Seconds()
			one.to = l.At(l.End)
			one.bends++
		}
		out = append(out, one)
	}
	return out
}

// A house of 10 m by 10 m is in the middle between two kinds of places: the way between them is
// known. All others are straight.
func TestWaysAroundOneHouseAreKnown(t *testing.T) {
	house := []orb.Polygon{{{{10, 10}, {20, 10}, {20, 20}, {10, 20}, {10, 10}}}}
	m := made(mobility.NewWaypoint(around(t, mobility.Area{Width: 30, Height: 30}, house)))
	const out = 0.301
	bends := []orb.Point{{10 - out, 10 - out}, {20 + out, 10 - out}, {20 + out, 20 + out}, {10 - out, 20 + out}}
	long := func(points ...orb.Point) (sum float64) {
		for i := 1; i < len(points); i++ {
			sum += planar.Distance(points[i-1], points[i])
		}
		return sum
	}
	count := [3]int{}
	for node := 1; node <= 20; node++ {
		for _, of := range trips(pathOf(m, node, 3), 25) {
			want := long(of.from, of.to)
			if !seen(of.from, of.to, house) {
				want = math.Inf(1)
				for i, b := range bends {
					next := bends[(i+1)%4]
					for _, by := range [][]orb.Point{{of.from, b, of.to}, {of.from, b, next, of.to}, {of.from, next, b, of.to}} {
						open := true
						for k := 1; k < len(by); k++ {
							open = open && seen(by[k-1], by[k], house)
						}
						if open {
							want = min(want, long(by...))
						}
					}
				}
			}
			if math.Abs(of.metres-want) > 1e-4 {
				t.Fatalf("from %v to %v: %.6f m, want %.6f", of.from, of.to, of.metres, want)
			}
			count[of.bends]++
		}
	}
	for bends, n := range count {
		if n < 20 {
			t.Errorf("only %d ways with %d bends", n, bends)
		}
	}
}

// seen reports whether the straight way between two places is open: no wall is near, and it is in
// no house, sampled every 10 cm.
func seen(a, b orb.Point, of []orb.Polygon) bool {
	for _, house := range of {
		for _, ring := range house {
			for i := 1; i < len(ring); i++ {
				c, d := ring[i-1], ring[i]
				if min(planar.DistanceFromSegment(c, d, a), planar.DistanceFromSegment(c, d, b),
					planar.DistanceFromSegment(a, b, c), planar.DistanceFromSegment(a, b, d)) < clearance {
					return false
				}
			}
		}
	}
	n := int(planar.Distance(a, b)/0.1) + 1
	for i := range n + 1 {
		part := float64(i) / float64(n)
		for _, house := range of {
			if planar.PolygonContains(house, orb.Point{a[0] + (b[0]-a[0])*part, a[1] + (b[1]-a[1])*part}) {
				return false
			}
		}
	}
	return true
}

// Ways are no longer than those that a search in a fine grid finds, but for half a metre for
// each corner. The ways of the grid are up to 2.8 % longer than free ones, and never shorter.
func TestWaysAreShortest(t *testing.T) {
	g := gridOf(town, houses)
	m := made(mobility.NewWaypoint(around(t, town, houses)))
	bent := 0
	for node := 1; node <= 8; node++ {
		for _, of := range trips(pathOf(m, node, 5), 3) {
			found := g.distance(of.from, of.to)
			if of.metres > found+0.5*float64(of.bends)+1e-6 {
				t.Errorf("from %v to %v: %.2f m with %d bends, the grid has %.2f m", of.from, of.to, of.metres, of.bends, found)
			}
			if of.metres < found/1.03-3*gridM {
				t.Errorf("from %v to %v: %.2f m, shorter than any: the grid has %.2f m", of.from, of.to, of.metres, found)
			}
			bent += of.bends
		}
	}
	if bent < 20 {
		t.Errorf("the ways have %d bends: they show nothing", bent)
	}
}

// The courtyard is closed: nobody is there. The rest of the open world is reached.
func TestNobodyIsInAClosedCourtyard(t *testing.T) {
	o := around(t, town, houses)
	open, reached := o.Around.Shares()
	court := (9 - 0.6) * (7 - 0.6) / (town.Width * town.Height)
	if math.Abs(open-reached-court) > 0.01 || open < 0.5 {
		t.Errorf("%.3f of the world is open and %.3f is reached; the courtyard is %.3f", open, reached, court)
	}
	m := made(mobility.NewWaypoint(o))
	for node := 1; node <= 500; node++ {
		for _, l := range walk(pathOf(m, node, 4), 3) {
			if p := l.From; p[0] > 8 && p[0] < 17 && p[1] > 8 && p[1] < 15 {
				t.Fatalf("node %d is at %v", node, p)
			}
		}
	}
	gate := append([]orb.Polygon{{{{5, 5}, {20, 5}, {20, 18}, {13, 18}, {13, 15}, {17, 15}, {17, 8}, {8, 8}, {8, 15}, {12, 15}, {12, 18}, {5, 18}, {5, 5}}}}, houses[1:]...)
	if open, reached := around(t, town, gate).Around.Shares(); open != reached {
		t.Errorf("with a gate, %.3f of the world is open and %.3f is reached", open, reached)
	}
}

// A world that is one convex room, or two rooms, has no corner to go round.
func TestRoomsWithoutCorners(t *testing.T) {
	strip := []orb.Polygon{{{{-10, 25}, {70, 25}, {70, 30}, {-10, 30}, {-10, 25}}}} // from border to border: 24.7 m and 9.7 m remain
	o := around(t, town, strip)
	if open, reached := o.Around.Shares(); math.Abs(open-34.4/40) > 0.01 || math.Abs(reached-24.7/40) > 0.01 {
		t.Errorf("%.3f open, %.3f reached", open, reached)
	}
	m := made(mobility.NewWaypoint(o))
	for node := 1; node <= 50; node++ {
		for _, of := range trips(pathOf(m, node, 4), 3) {
			if of.bends != 0 || of.from[1] > 24.7 {
				t.Fatalf("%+v", of)
			}
		}
	}
}

func TestObstaclesRefuse(t *testing.T) {
	full := orb.Polygon{{{-1, -1}, {61, -1}, {61, 41}, {-1, 41}, {-1, -1}}}
	many := make([]orb.Polygon, 251)
	for i := range many {
		x, y := 3*float64(i%16)+1, 2.4*float64(i/16)+1
		many[i] = orb.Polygon{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}, {x, y}}}
	}
	for name, c := range map[string]struct {
		world mobility.Area
		of    []orb.Polygon
		want  []string
	}{
		"nothing":       {town, nil, []string{"obstacles: none given"}},
		"no world":      {mobility.Area{}, houses, []string{"world: width"}},
		"no rings":      {town, []orb.Polygon{houses[0], {}}, []string{"outline 2: has no rings"}},
		"open ring":     {town, []orb.Polygon{{{{0, 0}, {1, 0}, {1, 1}, {2, 2}}}}, []string{"outline 1: ring 1 must have three corners and the first again"}},
		"not a number":  {town, []orb.Polygon{{{{0, 0}, {math.NaN(), 0}, {1, 1}, {0, 0}}}}, []string{"coordinates"}},
		"crosses":       {town, []orb.Polygon{{{{0, 0}, {4, 4}, {4, 0}, {0, 4}, {0, 0}}}}, []string{"ring 1 crosses itself: its sides from [0 0] and from [4 0] do"}},
		"no room":       {town, []orb.Polygon{full}, []string{"they leave 0 % of the world"}},
		"hardly a room": {town, []orb.Polygon{append(orb.Polygon{{{1, 1}, {4, 1}, {4, 4}, {1, 4}, {1, 1}}}, full...)}, []string{"% of the world", "at least 1 %"}},
		"too many":      {town, many, []string{"ways bend at 1004 points", "at most 1000"}},
	} {
		_, err := mobility.NewObstacles(c.world, c.of)
		if err == nil {
			t.Errorf("%s: taken", name)
			continue
		}
		for _, want := range append(c.want, "mobility: obstacles: ") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q does not say %q", name, err, want)
			}
		}
	}
	o := around(t, town, houses)
	o.World.Width++
	if _, err := mobility.NewWaypoint(o); err == nil || !strings.Contains(err.Error(), "around: the obstacles are of another world") {
		t.Errorf("of another world: %v", err)
	}
}

// gridM is the side of a cell of the grid, in metres.
const gridM = 0.5

// grid is a world of places of which some are open, for a search that shares nothing with the
// model.
type grid struct {
	columns, rows int
	of            []orb.Polygon
	open          []bool
}

func gridOf(w mobility.Area, of []orb.Polygon) *grid {
	g := &grid{columns: int(w.Width/gridM) + 1, rows: int(w.Height/gridM) + 1, of: of}
	for i := range g.columns * g.rows {
		_, ok := tooNear(g.at(i), of)
		g.open = append(g.open, ok)
	}
	return g
}

func (g *grid) at(i int) orb.Point {
	return orb.Point{float64(i%g.columns) * gridM, float64(i/g.columns) * gridM}
}

// distance returns the length of the shortest way by steps of a chess queen or knight, by
// Bellman's relaxation over a queue.
func (g *grid) distance(from, to orb.Point) float64 {
	metres := make([]float64, len(g.open))
	var queue []int
	waiting := make([]bool, len(g.open))
	relax := func(i int, d float64) {
		if d < metres[i] {
			metres[i] = d
			if !waiting[i] {
				waiting[i], queue = true, append(queue, i)
			}
		}
	}
	for i := range metres {
		metres[i] = math.Inf(1)
	}
	for i, ok := range g.open {
		if ok && planar.Distance(g.at(i), from) < 2*gridM && seen(g.at(i), from, g.of) {
			relax(i, planar.Distance(g.at(i), from))
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue, waiting[i] = queue[1:], false
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				x, y := i%g.columns+dx, i/g.columns+dy
				if x < 0 || y < 0 || x >= g.columns || y >= g.rows || dx*dx+dy*dy > 5 || dx*dx+dy*dy == 4 || dx*dx+dy*dy == 0 {
					continue
				}
				k := y*g.columns + x
				if g.open[k] {
					relax(k, metres[i]+gridM*math.Sqrt(float64(dx*dx+dy*dy)))
				}
			}
		}
	}
	best := math.Inf(1)
	for i, d := range metres {
		if far := planar.Distance(g.at(i), to); far < 2*gridM && !math.IsInf(d, 1) && seen(g.at(i), to, g.of) {
			best = min(best, d+far)
		}
	}
	return best
}
