package phy_test

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// house is a square of 10 m, 20 m high, with walls of 7 dB.
var house = radio.Obstacle{Outline: orb.Polygon{{{10, 10}, {20, 10}, {20, 20}, {10, 20}, {10, 10}}}, WallDB: 7, TopM: 20}

// bridge is above the ground from 5 m to 6 m.
var bridge = radio.Obstacle{Outline: orb.Polygon{{{40, 0}, {50, 0}, {50, 30}, {40, 30}, {40, 0}}}, WallDB: 5, BottomM: 5, TopM: 6}

func TestPrismsAreCrossedInSpace(t *testing.T) {
	tower := radio.Obstacle{Outline: orb.Polygon{{{70, 0}, {80, 0}, {80, 30}, {70, 30}, {70, 0}}}, WallDB: 3} // no end upwards
	o, err := phy.NewObstacles([]radio.Obstacle{house, bridge, tower})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what   string
		l      phy.Line
		wantDB float64
	}{
		{"on the ground, through the house", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}}, 14},
		{"above the roof", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: 25, ToAltitudeM: 21}, 0},
		{"over the edge of the roof, level with it", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: 20, ToAltitudeM: 20}, 0},
		{"just below the roof", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: 19.99, ToAltitudeM: 19.99}, 14},
		{"in by the roof, out by a wall", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: 35, ToAltitudeM: 5}, 14},
		{"slanting over the house", phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: 70, ToAltitudeM: 1}, 0},
		{"straight down into the house", phy.Line{From: orb.Point{15, 15}, To: orb.Point{15, 15}, FromAltitudeM: 50, ToAltitudeM: 1}, 7},
		{"from the roof upwards", phy.Line{From: orb.Point{15, 15}, To: orb.Point{40, 90}, FromAltitudeM: 20, ToAltitudeM: 60}, 0},
		{"from the roof to the street", phy.Line{From: orb.Point{15, 15}, To: orb.Point{15, 60}, FromAltitudeM: 20}, 14},
		{"under the bridge", phy.Line{From: orb.Point{35, 15}, To: orb.Point{55, 15}}, 0},
		{"through the bridge from below", phy.Line{From: orb.Point{45, 15}, To: orb.Point{45, 15}, ToAltitudeM: 30}, 10},
		{"along the bridge's inside", phy.Line{From: orb.Point{35, 15}, To: orb.Point{55, 15}, FromAltitudeM: 5.5, ToAltitudeM: 5.5}, 10},
		{"over the bridge", phy.Line{From: orb.Point{35, 15}, To: orb.Point{55, 15}, FromAltitudeM: 6, ToAltitudeM: 6}, 0},
		{"through the tower, however high", phy.Line{From: orb.Point{65, 15}, To: orb.Point{85, 15}, FromAltitudeM: 90_000, ToAltitudeM: 90_000}, 6},
		{"straight up in the tower, which has no roof", phy.Line{From: orb.Point{75, 15}, To: orb.Point{75, 15}, ToAltitudeM: 99_000}, 0},
		{"up along a wall and by the edge of its roof", phy.Line{From: orb.Point{10, 15}, To: orb.Point{10, 15}, FromAltitudeM: 1, ToAltitudeM: 30}, 14},
	} {
		back := phy.Line{From: c.l.To, To: c.l.From, FromAltitudeM: c.l.ToAltitudeM, ToAltitudeM: c.l.FromAltitudeM}
		closeTo(t, c.what, o.AttenuationOf(c.l), c.wantDB, 1e-9)
		closeTo(t, c.what+", back", o.AttenuationOf(back), c.wantDB, 1e-9)
	}
}

// A vector in space, for the computation that prisms are compared with.
type vector [3]float64

func minus(a, b vector) vector { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func dot(a, b vector) float64  { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func cross(a, b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// pierces reports whether a segment goes through a triangle: T. Möller and B. Trumbore, "Fast,
// Minimum Storage Ray/Triangle Intersection", Journal of Graphics Tools 2(1), 1997.
func pierces(from, to vector, t [3]vector) bool {
	way, e1, e2 := minus(to, from), minus(t[1], t[0]), minus(t[2], t[0])
	p := cross(way, e2)
	det := dot(e1, p)
	if math.Abs(det) < 1e-12 {
		return false
	}
	s := minus(from, t[0])
	u := dot(s, p) / det
	q := cross(s, e1)
	v, at := dot(way, q)/det, dot(e2, q)/det
	return u >= 0 && v >= 0 && u+v <= 1 && at >= 0 && at <= 1
}

// faces triangulates a prism over a polygon that is star-shaped about a centre.
func faces(ring orb.Ring, centre orb.Point, bottomM, topM float64) (walls, levels [][3]vector) {
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		low := [2]vector{{a[0], a[1], bottomM}, {b[0], b[1], bottomM}}
		high := [2]vector{{a[0], a[1], topM}, {b[0], b[1], topM}}
		walls = append(walls, [3]vector{low[0], low[1], high[1]}, [3]vector{low[0], high[1], high[0]})
		levels = append(levels, [3]vector{high[0], high[1], {centre[0], centre[1], topM}})
		if bottomM > 0 {
			levels = append(levels, [3]vector{low[0], low[1], {centre[0], centre[1], bottomM}})
		}
	}
	return walls, levels
}

// What many prisms take of a ray is what the triangles of their faces take that it pierces.
func TestPrismsAgreeWithTrianglesOfTheirFaces(t *testing.T) {
	rays, hit := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		cm := func(low, high int, name string) float64 {
			return float64(rapid.IntRange(low*100, high*100).Draw(t, name)) / 100
		}
		var list []radio.Obstacle
		var all [][3]vector
		for range rapid.IntRange(1, 12).Draw(t, "prisms") {
			centre := orb.Point{cm(0, 200, "x"), cm(0, 200, "y")}
			size, corners := cm(2, 90, "size"), rapid.IntRange(3, 9).Draw(t, "corners")
			var ring orb.Ring
			for k := range corners { // a star: not convex
				r, angle := size*(0.3+0.7*float64(k*k%5)/4), 2*math.Pi*float64(k)/float64(corners)
				ring = append(ring, orb.Point{math.Round((centre[0]+r*math.Cos(angle))*100) / 100, math.Round((centre[1]+r*math.Sin(angle))*100) / 100})
			}
			ring = append(ring, ring[0])
			bottom := cm(0, 20, "bottom") * float64(rapid.IntRange(0, 1).Draw(t, "floats"))
			one := radio.Obstacle{Outline: orb.Polygon{ring}, WallDB: 1, BottomM: bottom, TopM: bottom + cm(1, 60, "depth")}
			walls, levels := faces(ring, centre, one.BottomM, one.TopM)
			list, all = append(list, one), append(append(all, walls...), levels...)
		}
		o, err := phy.NewObstacles(list)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			a := vector{cm(-50, 250, "ax"), cm(-50, 250, "ay"), cm(0, 90, "az")}
			b := vector{cm(-50, 250, "bx"), cm(-50, 250, "by"), cm(0, 90, "bz")}
			want, unsure := 0, a == b // on a face, a line of no length
			for _, f := range all {
				in := pierces(a, b, f)
				for signs := range 8 { // to all sides
					d := vector{1e-6, 2e-6, 3e-6}
					for axis := range d {
						if signs>>axis&1 != 0 {
							d[axis] = -d[axis]
						}
					}
					unsure = unsure || in != pierces(vector{a[0] + d[0], a[1] + d[1], a[2] + d[2]}, vector{b[0] + d[0], b[1] + d[1], b[2] + d[2]}, f)
				}
				if in {
					want++
				}
			}
			if unsure {
				continue // by an edge: rounding decides
			}
			got := o.AttenuationOf(phy.Line{From: orb.Point{a[0], a[1]}, To: orb.Point{b[0], b[1]}, FromAltitudeM: a[2], ToAltitudeM: b[2]})
			if rays++; want > 0 {
				hit++
			}
			if got != float64(want) {
				t.Fatalf("%v to %v loses %v dB, and goes through %d faces of %+v", a, b, got, want, list)
			}
		}
	})
	if !testing.Short() && (rays < 1000 || hit < rays/5) {
		t.Errorf("only %d rays, %d of them through something", rays, hit)
	}
}

func TestPrismsRefuse(t *testing.T) {
	for _, c := range []struct{ bottom, top float64 }{{1, 0}, {-1, 5}, {5, 5}, {6, 5}, {0, math.NaN()}, {math.NaN(), 3}, {0, math.Inf(1)}, {0, -2}, {0, 1e6}, {4.999, 5}} {
		one := house
		one.BottomM, one.TopM = c.bottom, c.top
		if err := phy.CheckObstacle(one); err == nil && !(c.bottom == 4.999) {
			t.Errorf("from %g m to %g m: taken", c.bottom, c.top)
		}
	}
}

// Worlds whose obstacles have no top, and whose nodes no altitude, are as they were.
func TestObstaclesWithoutATopHaveNoEndUpwards(t *testing.T) {
	flat := house
	flat.TopM = 0
	o, err := phy.NewObstacles([]radio.Obstacle{flat})
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range []float64{0, 15, 1000} {
		l := phy.Line{From: orb.Point{0, 15}, To: orb.Point{30, 15}, FromAltitudeM: z, ToAltitudeM: z}
		closeTo(t, "through the house", o.AttenuationOf(l), 14, 0)
	}
}

// Above the ground a path by two rays is ns-3's TwoRayGroundPropagationLossModel, whose code
// is repeated here, with HeightAboveZ: power of 0 dBm, less the loss.
func TestTwoRaysAboveTheGroundAreThoseOfNs3(t *testing.T) {
	m := radio.DefaultTwoRay()
	lambda := 299792458 / m.FrequencyHz
	ns3 := func(d, za, zb float64) float64 {
		if d <= m.MinDistanceM {
			return 0
		}
		tx, rx := za+m.HeightM, zb+m.HeightM
		if dCross := 4 * math.Pi * tx * rx / lambda; d <= dCross {
			tmp := math.Pi * d
			return 10 * math.Log10(lambda*lambda/(16*tmp*tmp*m.SystemLoss))
		}
		tmp := tx * rx
		num := tmp * tmp
		tmp = d * d
		return 10 * math.Log10(num/(tmp*tmp*m.SystemLoss))
	}
	c := mustChannel(t, radio.ChannelOptions{Path: m, HighestM: 300, Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -160}})
	beyond, far := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		za, zb := rapid.Float64Range(0, 300).Draw(t, "a"), rapid.Float64Range(0, 3).Draw(t, "b")
		h := radio.Hop{From: 1, To: 2, ToM: orb.Point{rapid.Float64Range(0, 30_000).Draw(t, "away"), 0}, FromAltitudeM: za, ToAltitudeM: zb}
		d := math.Hypot(h.ToM[0], za-zb)
		want := ns3(d, za, zb)
		if d > 4*math.Pi*(za+1.5)*(zb+1.5)/lambda {
			far++
		}
		switch got := c.MeanDBm(h); {
		case math.IsInf(got, -1) && want > -159.9:
			t.Fatalf("%+v is not heard, and arrives with %v dBm", h, want)
		case math.IsInf(got, -1):
			beyond++
		case math.Abs(got-want) > 0.0006: // rounded to 0.001 dB
			t.Fatalf("%+v: %v dBm, ns-3 has %v", h, got, want)
		case c.MeanDBm(phy.Reversed(h)) != got:
			t.Fatalf("%+v: not the same both ways", h)
		}
	})
	t.Logf("%d paths beyond the crossover", far)
	if !testing.Short() && far < 1 {
		t.Errorf("only %d paths beyond the crossover", far)
	}
	if _, ok := c.CheckAltitude(301); ok {
		t.Error("a node above HighestM is taken")
	}
}
