package mobility_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"gonum.org/v1/gonum/stat"
)

// samples returns the number of nodes in a sample: a Kolmogorov-Smirnov distance of 0.014 is
// then significant at one in a thousand, with -short one of 0.028.
func samples() int {
	if testing.Short() {
		return 5000
	}
	return 20000
}

// critical is the factor of that test: sqrt(-ln(α/2)/2) at α = 0.001.
const critical = 1.949

// walkers is the world of these tests: pauses as long as trips, speeds that differ by a
// factor of 40, a rectangle that is not a square.
var walkers = mobility.WaypointOptions{
	World:    mobility.Area{Width: 120, Height: 60},
	SpeedMin: 0.5, SpeedMax: 20,
	PauseMin: 4 * time.Second, PauseMax: 20 * time.Second,
}

// later is a time after which any start has become the steady state: some
// fifty trips and pauses.
const later = 1000 * time.Second

// fits fails unless the values have the given cumulative distribution.
func fits(t *testing.T, what string, values []float64, cumulative func(float64) float64) {
	t.Helper()
	values = slices.Sorted(slices.Values(values))
	n, worst := float64(len(values)), 0.0
	for i, v := range values {
		f := cumulative(v)
		worst = max(worst, math.Abs(f-float64(i)/n), math.Abs(f-float64(i+1)/n))
	}
	if limit := critical / math.Sqrt(n); !(worst <= limit) {
		t.Errorf("%s: Kolmogorov-Smirnov distance %.4f of %d values, at most %.4f expected", what, worst, len(values), limit)
	}
}

// alike fails if two samples differ significantly in distribution.
func alike(t *testing.T, what string, a, b []float64) {
	t.Helper()
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	n, m := float64(len(a)), float64(len(b))
	limit := critical * math.Sqrt((n+m)/(n*m))
	if d := stat.KolmogorovSmirnov(a, nil, b, nil); !(d <= limit) {
		t.Errorf("%s: Kolmogorov-Smirnov distance %.4f, at most %.4f expected", what, d, limit)
	}
}

// apart fails unless two samples differ significantly in distribution.
func apart(t *testing.T, what string, a, b []float64) {
	t.Helper()
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	n, m := float64(len(a)), float64(len(b))
	limit := critical * math.Sqrt((n+m)/(n*m))
	if d := stat.KolmogorovSmirnov(a, nil, b, nil); !(d > limit) {
		t.Errorf("%s: Kolmogorov-Smirnov distance %.4f, more than %.4f expected", what, d, limit)
	}
}

// met is the result of a census of the nodes at one instant.
type met struct {
	speeds, pauses, ways []float64 // m/s under way; s left of a pause; m left of a trip
	xs, ys               []float64 // m
}

// An occasion is the world and the instant of a census.
type occasion struct {
	o    mobility.WaypointOptions
	at   time.Duration
	seed uint64
}

// taken are the censuses so far: several tests use the same ones.
var taken = map[occasion]met{}

// census returns the state of all nodes at an instant. Callers must not change it.
func census(t *testing.T, o mobility.WaypointOptions, at time.Duration, seed uint64) met {
	t.Helper()
	if c, ok := taken[occasion{o, at, seed}]; ok {
		return c
	}
	m, err := mobility.NewWaypoint(o)
	if err != nil {
		t.Fatal(err)
	}
	var c met
	for node := 1; node <= samples(); node++ {
		l := legAt(pathOf(m, node, seed), at)
		left := (l.End - at).Seconds()
		if l.Velocity == (orb.Point{}) {
			c.pauses = append(c.pauses, left)
		} else {
			c.speeds = append(c.speeds, l.Speed())
			c.ways = append(c.ways, left*l.Speed())
		}
		p := l.At(at)
		c.xs, c.ys = append(c.xs, p[0]), append(c.ys, p[1])
	}
	taken[occasion{o, at, seed}] = c
	return c
}

// Navidi and Camp 2004: in the steady state the speed of a node under way has
// the density 1/(v ln(max/min)), so the distribution ln(v/min)/ln(max/min).
func TestSpeedsAreSteadyFromTheStart(t *testing.T) {
	cumulative := func(v float64) float64 {
		return math.Log(v/walkers.SpeedMin) / math.Log(walkers.SpeedMax/walkers.SpeedMin)
	}
	for _, at := range []time.Duration{0, later} {
		fits(t, "speed at "+at.String(), census(t, walkers, at, 17).speeds, cumulative)
	}
}

// Yoon, Liu and Noble 2003: the mean speed of a run is not the mean of the speeds drawn. It
// must have its true value from the start, and not decay towards it.
func TestMeanSpeedDoesNotDecay(t *testing.T) {
	want := (walkers.SpeedMax - walkers.SpeedMin) / math.Log(walkers.SpeedMax/walkers.SpeedMin) // 5.29 m/s, not 10.25
	for _, at := range []time.Duration{0, 5 * time.Second, 60 * time.Second} {
		mean, deviation := stat.MeanStdDev(census(t, walkers, at, 17).speeds, nil)
		if off := math.Abs(mean - want); off > 3.3*deviation/math.Sqrt(float64(samples())/4) {
			t.Errorf("at %v the mean speed is %.3f m/s, want %.3f", at, mean, want)
		}
	}
}

// What is left of a pause uniform in [a, b], met at a random instant, has the
// density P(pause > r) / mean: flat up to a, then falling linearly to 0 at b.
func TestPausesAreSteadyFromTheStart(t *testing.T) {
	a, b := walkers.PauseMin.Seconds(), walkers.PauseMax.Seconds()
	cumulative := func(r float64) float64 {
		mean := (a + b) / 2
		if r <= a {
			return r / mean
		}
		return (a + ((b-a)*(b-a)-(b-r)*(b-r))/(2*(b-a))) / mean
	}
	for _, at := range []time.Duration{0, later} {
		fits(t, "pause left at "+at.String(), census(t, walkers, at, 17).pauses, cumulative)
	}
}

func TestPauseOfOneLengthIsMetAnywhere(t *testing.T) {
	o := walkers
	o.PauseMin = o.PauseMax
	fits(t, "pause left", census(t, o, 0, 14).pauses, func(r float64) float64 { return r / o.PauseMax.Seconds() })
}

// rectangleMean is the mean distance of two uniform points in a rectangle in
// closed form, as Navidi and Camp 2004 give it.
func rectangleMean(a, b float64) float64 {
	d := math.Sqrt(a*a + b*b)
	return (a*a*a/(b*b)+b*b*b/(a*a)+d*(3-a*a/(b*b)-b*b/(a*a)))/15 +
		(b*b/a*math.Acosh(d/b)+a*a/b*math.Acosh(d/a))/6
}

func TestShareOfPausesIsSteadyFromTheStart(t *testing.T) {
	for _, w := range []mobility.Area{walkers.World, {Width: 100, Height: 100}, {Width: 1000, Height: 10}} {
		o := walkers
		o.World = w
		pause := (o.PauseMin + o.PauseMax).Seconds() / 2
		trip := rectangleMean(w.Width, w.Height) * math.Log(o.SpeedMax/o.SpeedMin) / (o.SpeedMax - o.SpeedMin)
		want := pause / (pause + trip)
		for _, at := range []time.Duration{0, later} {
			got := float64(len(census(t, o, at, 17).pauses)) / float64(samples())
			if off := math.Abs(got - want); off > 3.3*math.Sqrt(want*(1-want)/float64(samples())) {
				t.Errorf("%+v: at %v a share of %.4f pauses, want %.4f", w, at, got, want)
			}
		}
	}
}

// columns is into how many parts chords divides a side of the world.
const columns = 60

// chords returns the share of the nodes under way that are before each column along a
// side, by E. Hyytiä, P. Lassila and J. Virtamo, "Spatial Node Distribution of the
// Random Waypoint Mobility Model with Applications", IEEE Transactions on Mobile
// Computing 5(6), 2006. The density at a place is proportional to ∫ a·b·(a + b) over the
// directions of half a circle, where a and b are the distances to the border in a direction
// and against it. It is summed over the middles of cells.
func chords(w mobility.Area, axis int) (before [columns + 1]float64) {
	const angles = 180
	side := orb.Point{w.Width, w.Height}
	for i := range columns {
		before[i+1] = before[i]
		for k := range columns {
			var p orb.Point
			p[axis], p[1-axis] = (float64(i)+0.5)/columns*side[axis], (float64(k)+0.5)/columns*side[1-axis]
			for turn := range angles {
				sin, cos := math.Sincos((float64(turn) + 0.5) / angles * math.Pi)
				a := min(wayTo(p[0], cos, side[0]), wayTo(p[1], sin, side[1]))
				b := min(wayTo(p[0], -cos, side[0]), wayTo(p[1], -sin, side[1]))
				before[i+1] += a * b * (a + b)
			}
		}
	}
	for i := range before {
		before[i] /= before[columns]
	}
	return before
}

// wayTo returns how long it takes to the border of [0, side] at a speed along it.
func wayTo(x, speed, side float64) float64 {
	if speed > 0 {
		return (side - x) / speed
	}
	return x / max(-speed, 1e-300)
}

// Navidi and Camp 2004: nodes in a pause are uniform over the world, those under way crowd
// the middle. Hyytiä's formula gives their density.
func TestPlacesAreWhereTheFormulaHasThem(t *testing.T) {
	w := walkers.World
	pause := (walkers.PauseMin + walkers.PauseMax).Seconds() / 2
	trip := rectangleMean(w.Width, w.Height) * math.Log(walkers.SpeedMax/walkers.SpeedMin) / (walkers.SpeedMax - walkers.SpeedMin)
	resting := pause / (pause + trip)
	for axis, side := range []float64{w.Width, w.Height} {
		before := chords(w, axis)
		cumulative := func(x float64) float64 {
			at := x / side * columns
			i := min(int(at), columns-1)
			moving := before[i] + (before[i+1]-before[i])*(at-float64(i))
			return resting*x/side + (1-resting)*moving
		}
		for _, at := range []time.Duration{0, later} {
			c := census(t, walkers, at, 17)
			fits(t, "places at "+at.String(), [][]float64{c.xs, c.ys}[axis], cumulative)
		}
		if quarter := cumulative(side / 4); quarter > 0.22 {
			t.Errorf("the formula has %.3f of the nodes in the first quarter: it does not crowd the middle", quarter)
		}
	}
}

// The distance that nodes still have to go has no simple closed form. But after fifty trips
// every start has become the steady state, so the start must not differ from it.
func TestPlacesAreSteadyFromTheStart(t *testing.T) {
	first, last := census(t, walkers, 0, 16), census(t, walkers, later, 17)
	alike(t, "x", first.xs, last.xs)
	alike(t, "y", first.ys, last.ys)
	alike(t, "way left", first.ways, last.ways)
}

// The test above can fail: it does for uniform places, the usual start.
func TestUniformPlacesAreNotSteady(t *testing.T) {
	last := census(t, walkers, later, 17)
	xs := slices.Sorted(slices.Values(last.xs))
	uniform := make([]float64, samples())
	for i := range uniform {
		uniform[i] = walkers.World.Width * (float64(i) + 0.5) / float64(samples())
	}
	if d := stat.KolmogorovSmirnov(xs, nil, uniform, nil); d < critical*math.Sqrt(2.0/float64(samples())) {
		t.Errorf("places after %v are within %.4f of uniform; they should crowd the middle", later, d)
	}
}
