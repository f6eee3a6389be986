package mobility_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

var box = mobility.Area{Width: 600, Height: 400}
var high = mobility.Altitudes{MinM: 20, MaxM: 120}

// Random waypoint in space is stationary: positions, altitudes and the share of nodes that
// pause have the same distribution at time 0 and long after. A start that is uniform over
// the box, as ns-3 begins, would fail: under way, nodes crowd its middle.
func TestWaypoint3DIsStationary(t *testing.T) {
	m := made(mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: box, Altitudes: high, SpeedMin: 2, SpeedMax: 20, PauseMax: 40 * time.Second}))
	const nodes = 8000
	at := func(instant time.Duration) (x, z, speed []float64, paused float64) {
		for node := 1; node <= nodes; node++ {
			l := legAt(pathOf(m, node, 5), instant)
			x, z, speed = append(x, math.Abs(l.At(instant)[0]-300)), append(z, math.Abs(l.AltitudeAt(instant)-70)), append(speed, l.Speed())
			if l.Speed() == 0 {
				paused += 1.0 / nodes
			}
		}
		return x, z, speed, paused
	}
	x0, z0, v0, p0 := at(0)
	for _, later := range []time.Duration{time.Minute, time.Hour} {
		x, z, v, p := at(later)
		for what, pair := range map[string][2][]float64{"distance from the middle": {x0, x}, "altitude from the middle": {z0, z}, "speed": {v0, v}} {
			a, va := stat.MeanVariance(pair[0], nil)
			b, vb := stat.MeanVariance(pair[1], nil)
			if z := (a - b) / math.Sqrt((va+vb)/nodes); math.Abs(z) > 3.5 {
				t.Errorf("%s: mean %.3f at 0, %.3f at %v, %.1f standard errors apart", what, a, b, later, z)
			}
		}
		if z := (p0 - p) / math.Sqrt(2*p*(1-p)/nodes); math.Abs(z) > 3.5 {
			t.Errorf("%.3f of the nodes pause at 0, %.3f at %v", p0, p, later)
		}
	}
	if uniformZ := 25.0; stat.Mean(z0, nil) > uniformZ-2 {
		t.Errorf("nodes are %.2f m from the middle altitude on average, as if they were uniform", stat.Mean(z0, nil))
	}
}

// Trips last as theory says: the mean distance of two points in a cube of side 1 is
// Robbins's constant, 0.661707182 (D. P. Robbins, American Mathematical Monthly 85, 1978).
func TestWaypoint3DTripsHaveRobbinsLength(t *testing.T) {
	m := made(mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: mobility.Area{Width: 100, Height: 100},
		Altitudes: mobility.Altitudes{MinM: 10, MaxM: 110}, SpeedMin: 10, SpeedMax: 10}))
	var lengths []float64
	for node := 1; node <= 300; node++ {
		for _, l := range walk(pathOf(m, node, 3), 41)[1:] {
			lengths = append(lengths, l.Speed()*(l.End-l.Start).Seconds())
		}
	}
	mean, deviation := stat.MeanStdDev(lengths, nil)
	if want := 66.1707182; math.Abs(mean-want) > 3.5*deviation/math.Sqrt(float64(len(lengths))) {
		t.Errorf("mean trip of %.3f m, want %.3f", mean, want)
	}
	paused := made(mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: mobility.Area{Width: 100, Height: 100},
		Altitudes: mobility.Altitudes{MinM: 10, MaxM: 110}, SpeedMin: 10, SpeedMax: 10, PauseMin: 6617071820, PauseMax: 6617071820}))
	resting := 0.0
	for node := 1; node <= 10000; node++ {
		if pathOf(paused, node, 9).Next().Speed() == 0 {
			resting++
		}
	}
	if math.Abs(resting-5000) > 3.5*50 {
		t.Errorf("%v of 10000 nodes begin in a pause as long as a mean trip, want half", resting)
	}
}

// Every place of the area is within half a spacing of the way of one node, at some time, in
// any shape of area.
func TestCoverageCoversTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := mobility.Area{Width: rapid.Float64Range(20, 300).Draw(t, "width"), Height: rapid.Float64Range(20, 300).Draw(t, "height"), Origin: orb.Point{-7, 40}}
		nodes := rapid.IntRange(1, 5).Draw(t, "nodes")
		o := mobility.CoverageOptions{World: w, Nodes: nodes, Spacing: rapid.Float64Range(3, 80).Draw(t, "spacing"), SpeedMin: 1, SpeedMax: 9}
		m := made(mobility.NewCoverage(o))
		var legs []mobility.Leg
		for node := 1; node <= nodes; node++ {
			way := 0.0
			for p := pathOf(m, node, 1); way < 2.1*(max(w.Width, w.Height)*(min(w.Width, w.Height)/float64(nodes)/o.Spacing+2)+min(w.Width, w.Height)); {
				l := p.Next()
				legs = append(legs, l)
				way += l.Speed() * (l.End - l.Start).Seconds()
			}
		}
		for range 50 {
			spot := orb.Point{w.Origin[0] + rapid.Float64Range(0, w.Width).Draw(t, "x"), w.Origin[1] + rapid.Float64Range(0, w.Height).Draw(t, "y")}
			nearest := math.Inf(1)
			for _, l := range legs {
				nearest = min(nearest, toSegment(spot, l.From, l.At(l.End)))
			}
			if nearest > o.Spacing/2+1e-6 {
				t.Fatalf("%v is %.3f m from the nearest lane, and lanes are to be %.3f m apart", spot, nearest, o.Spacing)
			}
		}
	})
}

// toSegment is the distance of a point from a segment.
func toSegment(p, a, b orb.Point) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		t = max(0, min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/long))
	}
	return math.Hypot(p[0]-a[0]-t*dx, p[1]-a[1]-t*dy)
}

// Nodes of a survey are anywhere on their way at time 0, as later: places along the lanes
// are uniform, and each strip has its own node.
func TestCoverageIsStationary(t *testing.T) {
	const nodes = 6000
	m := made(mobility.NewCoverage(mobility.CoverageOptions{World: mobility.Area{Width: 1000, Height: nodes * 40}, Nodes: 1, Spacing: 500, SpeedMin: 5, SpeedMax: 15}))
	for _, at := range []time.Duration{0, 7 * time.Hour} {
		var along []float64
		for seed := range uint64(nodes) {
			along = append(along, legAt(pathOf(m, 1, seed), at).At(at)[1])
		}
		mean, deviation := stat.MeanStdDev(along, nil)
		if want := nodes * 20.0; math.Abs(mean-want) > 3.5*deviation/math.Sqrt(nodes) || math.Abs(deviation/(nodes*40/math.Sqrt(12))-1) > 0.03 {
			t.Errorf("at %v nodes are %.0f ± %.0f m along lanes of %d m: not uniform", at, mean, deviation, nodes*40)
		}
	}
	strips := made(mobility.NewCoverage(mobility.CoverageOptions{World: box, Nodes: 4, Spacing: 30, SpeedMin: 5, SpeedMax: 15}))
	for node := 1; node <= 4; node++ {
		for _, l := range walk(pathOf(strips, node, 8), 60) {
			if y := l.From[1]; y < float64(node-1)*100 || y > float64(node)*100 {
				t.Fatalf("node %d is at %v, outside its strip", node, l.From)
			}
		}
	}
}

// A drone that hovers stays in a ball around its station, fills it, and goes from one place
// to the next in a step.
func TestHoverStaysInItsBall(t *testing.T) {
	const drift = 4.0
	m := made(mobility.NewHover(mobility.HoverOptions{World: box, Positions: []orb.Point{{100, 200}}, Altitudes: mobility.Altitudes{MinM: 50, MaxM: 50}, Drift: drift, Step: time.Second}))
	farthest, square, n := 0.0, 0.0, 0.0
	for seed := range uint64(30) {
		for _, l := range walk(pathOf(m, 1, seed), 400)[1:] {
			d := math.Sqrt(math.Pow(l.From[0]-100, 2) + math.Pow(l.From[1]-200, 2) + math.Pow(l.AltitudeM-50, 2))
			farthest, square, n = max(farthest, d), square+d*d, n+1
		}
	}
	if farthest > drift || farthest < 0.98*drift {
		t.Errorf("a drone was up to %.3f m from its station, and may be %g", farthest, drift)
	}
	// The mean square of the radius in a ball is 3/5 of its square.
	if ratio := square / n / (0.6 * drift * drift); math.Abs(ratio-1) > 0.02 {
		t.Errorf("the mean square distance from the station is %.3f of what it is in a ball", ratio)
	}
}

// A model that is lifted moves in the plane exactly as it would on the ground, at one
// altitude; without an altitude it is the model itself.
func TestAtAltitudeKeepsThePlane(t *testing.T) {
	flat := made(mobility.NewWalk(mobility.WalkOptions{World: box, SpeedMin: 1, SpeedMax: 3, Step: 5 * time.Second}))
	lifted := made(mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: flat, Altitudes: high}))
	var altitudes []float64
	for node := 1; node <= 500; node++ {
		a, b := walk(pathOf(flat, node, 4), 20), walk(pathOf(lifted, node, 4), 20)
		up := b[0].AltitudeM
		for i := range a {
			if b[i].AltitudeM != up || b[i].ClimbMPS != 0 {
				t.Fatalf("node %d changes its altitude", node)
			}
			b[i].AltitudeM = 0
			if a[i] != b[i] {
				t.Fatalf("node %d moves by %v in the air, by %v on the ground", node, b[i], a[i])
			}
		}
		altitudes = append(altitudes, pathOf(lifted, node, 4).Next().AltitudeM)
	}
	if mean, sd := stat.MeanStdDev(altitudes, nil); math.Abs(mean-70) > 5 || math.Abs(sd-28.87) > 3 {
		t.Errorf("altitudes of %.1f ± %.1f m are not uniform from 20 to 120", mean, sd)
	}
	if same := made(mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: flat})); same != flat {
		t.Error("a model on the ground was wrapped")
	}
	each := made(mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: made(mobility.NewStaticAt([]orb.Point{{1, 2}, {3, 4}})), EachM: []float64{0, 7}}))
	if nodesOf(each) != 2 || pathOf(each, 2, 1).Next().AltitudeM != 7 || mobility.AltitudesOf(each) != (mobility.Altitudes{MaxM: 7}) {
		t.Errorf("the altitudes of single nodes are lost")
	}
}

func TestSpatialModelsRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	fly := mobility.Waypoint3DOptions{World: box, Altitudes: high, SpeedMin: 1, SpeedMax: 2}
	sweep := mobility.CoverageOptions{World: box, Nodes: 2, Spacing: 30, SpeedMin: 1, SpeedMax: 2}
	hang := mobility.HoverOptions{World: box, Altitudes: high, Drift: 1, Step: time.Second}
	lift := mobility.AtAltitudeOptions{Model: made(mobility.NewStatic(box)), Altitudes: high}
	for _, c := range []struct {
		want string
		make func() (mobility.Model, error)
	}{
		{"altitude: minimum", func() (mobility.Model, error) { o := fly; o.Altitudes.MinM = -1; return mobility.NewWaypoint3D(o) }},
		{"altitude: minimum", func() (mobility.Model, error) { o := fly; o.Altitudes.MinM = nan; return mobility.NewWaypoint3D(o) }},
		{"altitude: maximum", func() (mobility.Model, error) { o := fly; o.Altitudes.MaxM = inf; return mobility.NewWaypoint3D(o) }},
		{"altitude: maximum", func() (mobility.Model, error) { o := fly; o.Altitudes.MaxM = 3; return mobility.NewWaypoint3D(o) }},
		{"no steady state", func() (mobility.Model, error) { o := fly; o.SpeedMin = 0; return mobility.NewWaypoint3D(o) }},
		{"spacing", func() (mobility.Model, error) { o := sweep; o.Spacing = nan; return mobility.NewCoverage(o) }},
		{"members", func() (mobility.Model, error) { o := sweep; o.Nodes = 0; return mobility.NewCoverage(o) }},
		{"must take 1ms", func() (mobility.Model, error) {
			o := sweep
			o.SpeedMax, o.Spacing = 1e5, 1
			return mobility.NewCoverage(o)
		}},
		{"drift", func() (mobility.Model, error) { o := hang; o.Drift = -1; return mobility.NewHover(o) }},
		{"below the ground", func() (mobility.Model, error) { o := hang; o.Drift = 21; return mobility.NewHover(o) }},
		{"do not fit", func() (mobility.Model, error) {
			o := hang
			o.Drift, o.Altitudes.MinM = 200, 120
			o.Altitudes.MaxM = 500
			o.Drift = 200
			o.Altitudes.MinM = 300
			return mobility.NewHover(o)
		}},
		{"step", func() (mobility.Model, error) { o := hang; o.Step = 0; return mobility.NewHover(o) }},
		{"leave the world", func() (mobility.Model, error) {
			o := hang
			o.Positions = []orb.Point{{0.5, 50}}
			return mobility.NewHover(o)
		}},
		{"none given", func() (mobility.Model, error) { o := lift; o.Model = nil; return mobility.NewAtAltitude(o) }},
		{"altitudes of its own", func() (mobility.Model, error) {
			o := lift
			o.Model = made(mobility.NewWaypoint3D(fly))
			return mobility.NewAtAltitude(o)
		}},
		{"not both", func() (mobility.Model, error) { o := lift; o.EachM = []float64{1}; return mobility.NewAtAltitude(o) }},
		{"altitude: m", func() (mobility.Model, error) {
			o := lift
			o.Altitudes = mobility.Altitudes{}
			o.EachM = []float64{1, nan}
			return mobility.NewAtAltitude(o)
		}},
	} {
		if _, err := c.make(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// A world with drones over ground stations: the model of the whole world knows the range of
// altitudes, the path of each node its own.
func ExampleNewAtAltitude() {
	field := mobility.Area{Width: 400, Height: 300}
	sweep, _ := mobility.NewCoverage(mobility.CoverageOptions{World: field, Nodes: 2, Spacing: 50, SpeedMin: 10, SpeedMax: 10})
	drones, _ := mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: sweep, Altitudes: mobility.Altitudes{MinM: 60, MaxM: 60}})
	gateway, _ := mobility.NewStaticAt([]orb.Point{{200, 150}})
	world, _ := mobility.NewGroups([]mobility.Group{{Nodes: 2, Model: drones}, {Nodes: 1, Model: gateway}})
	fmt.Println(mobility.AltitudesOf(world))
	// Output: {0 60}
}
