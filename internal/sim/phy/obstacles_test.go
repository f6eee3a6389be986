package phy_test

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// square returns a house between two corners.
func square(x0, y0, x1, y1 float64) orb.Polygon {
	return orb.Polygon{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}
}

func mustObstacles(t testing.TB, list ...radio.Obstacle) *phy.Obstacles {
	t.Helper()
	o, err := phy.NewObstacles(list)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWallsByHand(t *testing.T) {
	o := mustObstacles(t,
		radio.Obstacle{Outline: square(10, 10, 20, 20), WallDB: 9},
		radio.Obstacle{Outline: square(30, 0, 40, 50), WallDB: 5.5},
		radio.Obstacle{Outline: append(square(100, 100, 200, 200), square(120, 120, 180, 180)[0]), WallDB: 1})
	if o.Walls() != 16 {
		t.Fatalf("%d walls, want 16", o.Walls())
	}
	for _, c := range []struct {
		what   string
		a, b   orb.Point
		wantDB float64
	}{
		{"past everything", orb.Point{0, 60}, orb.Point{50, 60}, 0},
		{"through one house", orb.Point{0, 15}, orb.Point{25, 15}, 18},
		{"through two", orb.Point{0, 15}, orb.Point{50, 15}, 29},
		{"out of a house", orb.Point{15, 15}, orb.Point{25, 15}, 9},
		{"within a house", orb.Point{12, 12}, orb.Point{18, 18}, 0},
		{"along a wall: it and the two that end at it", orb.Point{0, 10}, orb.Point{25, 10}, 27},
		{"a corner touched: two walls", orb.Point{5, 15}, orb.Point{15, 5}, 18},
		{"through two corners of one house", orb.Point{5, 5}, orb.Point{25, 25}, 36},
		{"ending at a wall", orb.Point{0, 15}, orb.Point{10, 15}, 9},
		{"ending a centimetre before it", orb.Point{0, 15}, orb.Point{9.99, 15}, 0},
		{"standing in a wall", orb.Point{10, 15}, orb.Point{10, 15}, 9},
		{"through a courtyard", orb.Point{90, 150}, orb.Point{210, 150}, 4},
		{"out of the courtyard", orb.Point{150, 150}, orb.Point{150, 210}, 2},
	} {
		closeTo(t, c.what, o.Attenuation(c.a, c.b), c.wantDB, 1e-9)
		closeTo(t, c.what+", back", o.Attenuation(c.b, c.a), c.wantDB, 1e-9)
		if o.Blocked(c.a, c.b) != (c.wantDB > 0) {
			t.Errorf("%s: blocked is %v", c.what, o.Blocked(c.a, c.b))
		}
	}
	if none := mustObstacles(t); none.Attenuation(orb.Point{}, orb.Point{1, 1}) != 0 {
		t.Error("a town without walls attenuates")
	}
}

// touch reports, in exact rational arithmetic, whether the segments pq and rs have a point
// in common. It solves for the two parameters; on one line it compares projections.
func touch(p, q, r, s [2]int64) bool {
	rat := func(i int64) *big.Rat { return new(big.Rat).SetInt64(i) }
	cross := func(ax, ay, bx, by int64) *big.Rat {
		return new(big.Rat).Sub(new(big.Rat).Mul(rat(ax), rat(by)), new(big.Rat).Mul(rat(ay), rat(bx)))
	}
	dx, dy, ex, ey := q[0]-p[0], q[1]-p[1], s[0]-r[0], s[1]-r[1]
	fx, fy := r[0]-p[0], r[1]-p[1]
	det := cross(dx, dy, ex, ey)
	unit := func(v *big.Rat) bool { return v.Sign() >= 0 && v.Cmp(rat(1)) <= 0 }
	if det.Sign() != 0 {
		t := new(big.Rat).Quo(cross(fx, fy, ex, ey), det)
		u := new(big.Rat).Quo(cross(fx, fy, dx, dy), det)
		return unit(t) && unit(u)
	}
	if cross(fx, fy, ex, ey).Sign() != 0 || cross(fx, fy, dx, dy).Sign() != 0 {
		return false // parallel lines, or a point beside one
	}
	overlap := func(k int) bool {
		return max(p[k], q[k]) >= min(r[k], s[k]) && max(r[k], s[k]) >= min(p[k], q[k])
	}
	return overlap(0) && overlap(1)
}

// The grid gives the same walls as a test of every wall in exact arithmetic, in worlds so
// small that lines often meet corners, run along walls, or end in them.
func TestSightAgreesWithASlowReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.SampledFrom([]int64{4, 12, 60, 1000, 500_000_000}).Draw(t, "span")
		coordinate := rapid.Int64Range(-span, span)
		point := func(name string) [2]int64 {
			return [2]int64{coordinate.Draw(t, name+" x"), coordinate.Draw(t, name+" y")}
		}
		metres := func(p [2]int64) orb.Point { return orb.Point{float64(p[0]) / 100, float64(p[1]) / 100} }
		var list []radio.Obstacle
		var walls [][2][2]int64
		for range rapid.IntRange(0, 12).Draw(t, "obstacles") {
			var ring orb.Ring
			var corners [][2]int64
			for range rapid.IntRange(3, 6).Draw(t, "corners") {
				corners = append(corners, point("corner"))
			}
			corners = append(corners, corners[0])
			for i, c := range corners {
				ring = append(ring, metres(c))
				if i > 0 && c != corners[i-1] { // two corners at one place make no wall
					walls = append(walls, [2][2]int64{corners[i-1], c})
				}
			}
			list = append(list, radio.Obstacle{Outline: orb.Polygon{ring}, WallDB: 1})
		}
		o, err := phy.NewObstacles(list)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			a, b := point("a"), point("b")
			want := 0.0
			for _, w := range walls {
				if touch(a, b, w[0], w[1]) {
					want++
				}
			}
			if got := o.Attenuation(metres(a), metres(b)); got != want {
				t.Fatalf("%v to %v meets %v walls, want %v", a, b, got, want)
			}
		}
	})
}

func TestInvalidObstaclesAreRefused(t *testing.T) {
	for want, outline := range map[string]orb.Polygon{
		"no outline":               {},
		"three corners":            {{{0, 0}, {1, 1}, {0, 0}}},
		"does not close":           {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
		"beyond 1e+07 m":           {{{0, 0}, {1e8, 0}, {1, 1}, {0, 0}}},
		"beyond 1e+07 m\nobstacle": {{{0, 0}, {math.NaN(), 0}, {1, 1}, {0, 0}}},
	} {
		want, _, _ = strings.Cut(want, "\n")
		_, err := phy.NewObstacles([]radio.Obstacle{{Outline: square(0, 0, 1, 1)}, {Outline: outline}})
		if err == nil || !strings.Contains(err.Error(), "obstacle 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", outline, err, want)
		}
	}
	if _, err := phy.NewObstacles([]radio.Obstacle{{Outline: square(0, 0, 1, 1), WallDB: math.Inf(1)}}); err == nil {
		t.Error("a wall with infinite attenuation is accepted")
	}
}

// The rings of a map are those that were given, to the centimetre: a house, another that
// begins at the same corner, and its courtyard.
func TestRingsAreTheOutlines(t *testing.T) {
	house := orb.Ring{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}
	other := orb.Ring{{0, 0}, {-8, 0}, {-8, -8.126}, {0, 0}}
	court := orb.Ring{{-6, -2}, {-6, -3}, {-5, -3}, {-6, -2}}
	o, err := phy.NewObstacles([]radio.Obstacle{{Outline: orb.Polygon{house}}, {Outline: orb.Polygon{other, court}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []orb.Ring{house, {{0, 0}, {-8, 0}, {-8, -8.13}, {0, 0}}, court}
	if got := o.Rings(); !slices.EqualFunc(got, want, orb.Ring.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
