package mobility_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"gonum.org/v1/gonum/stat"
)

// Comparisons of the models with their papers and with probability theory.

// plain is a world so large that no node meets a border within a test.
var plain = mobility.Area{Width: 1e6, Height: 1e6}

// uniform fails unless the nodes of a model are spread evenly over a world at
// time t: chi-square over 10 by 10 cells. The 99.9 % point of chi-square with 99
// degrees of freedom is 148.2.
func uniform(t *testing.T, what string, m mobility.Model, w mobility.Area, at time.Duration) {
	t.Helper()
	if x := chiSquare(m, w, at); x > 148.2 {
		t.Errorf("%s: chi-square of places at %v is %.1f, at most 148.2 expected", what, at, x)
	}
}

func chiSquare(m mobility.Model, w mobility.Area, at time.Duration) float64 {
	const side, nodes = 10, 10000
	var cells [side][side]float64
	for node := 1; node <= nodes; node++ {
		p := legAt(pathOf(m, node, 21), at).At(at)
		cells[int(p[0]/w.Width*side)][int(p[1]/w.Height*side)]++
	}
	sum, expected := 0.0, float64(nodes)/side/side
	for _, row := range cells {
		for _, n := range row {
			sum += (n - expected) * (n - expected) / expected
		}
	}
	return sum
}

// Camp, Boleng and Davies 2002: a random walk stays near where it began. After n
// independent steps of length d the mean square displacement is n·d².
func TestWalkSpreadsAsItsRoot(t *testing.T) {
	const distance, steps, nodes = 10.0, 100, 4000
	m := made(mobility.NewWalk(mobility.WalkOptions{World: plain, SpeedMin: 2, SpeedMax: 4, Distance: distance}))
	squares := make([]float64, nodes)
	for i := range squares {
		legs := walk(pathOf(m, i+1, 5), steps+1) // the first is cut by time 0
		a, b := legs[1].From, legs[steps].At(legs[steps].End)
		squares[i] = (b[0]-a[0])*(b[0]-a[0]) + (b[1]-a[1])*(b[1]-a[1])
	}
	mean, deviation := stat.MeanStdDev(squares, nil)
	if want := steps * distance * distance; math.Abs(mean-want) > 3.3*deviation/math.Sqrt(nodes) {
		t.Errorf("mean square displacement %.0f m², want %.0f", mean, want)
	}
}

// In a walk by time, E d² = E v² · step², and E v² is 28/3 m²/s² for v uniform in [2, 4].
// A time of n steps covers parts of the first and of the last one, cut at a uniform point:
// 1/3 + (n - 1) + 1/3 steps' worth.
func TestWalkByTimeSpreadsWithItsSpeeds(t *testing.T) {
	const steps, nodes = 50, 4000
	m := made(mobility.NewWalk(mobility.WalkOptions{World: plain, SpeedMin: 2, SpeedMax: 4, Step: 3 * time.Second}))
	squares := make([]float64, nodes)
	for i := range squares {
		p := pathOf(m, i+1, 6)
		first := p.Next()
		b := legAt(p, steps*3*time.Second).At(steps * 3 * time.Second)
		squares[i] = (b[0]-first.From[0])*(b[0]-first.From[0]) + (b[1]-first.From[1])*(b[1]-first.From[1])
	}
	mean, deviation := stat.MeanStdDev(squares, nil)
	if want := (steps - 1.0/3) * 9 * 28.0 / 3; math.Abs(mean-want) > 3.3*deviation/math.Sqrt(nodes) {
		t.Errorf("mean square displacement %.0f m², want %.0f", mean, want)
	}
}

// instants returns those at which a test examines models: all, or only the second with
// -short, when nodes have moved far.
func instants(at ...time.Duration) []time.Duration {
	if testing.Short() {
		return at[1:2]
	}
	return at
}

// Nain, Towsley, Liu and Liu 2005: with reflection, places that are uniform stay
// so, for any speeds, pauses and times of travel. It holds for every model whose
// directions are uniform and whose borders reflect.
func TestReflectedDirectionsStayUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("many draws")
	}
	w := mobility.Area{Width: 300, Height: 100}
	direction := made(mobility.NewDirection(mobility.DirectionOptions{World: w, SpeedMin: 1, SpeedMax: 9,
		PauseMax: 9 * time.Second, TravelMin: time.Second, TravelMax: time.Minute}))
	step := made(mobility.NewWalk(mobility.WalkOptions{World: w, SpeedMin: 2, SpeedMax: 4, Step: 20 * time.Second}))
	levy := made(mobility.NewLevy(mininet(w)))
	for _, at := range instants(0, 500*time.Second, 17*time.Second) {
		uniform(t, "random direction", direction, w, at)
		uniform(t, "random walk", step, w, at)
		uniform(t, "levy walk", levy, w, at)
	}
	waypoint := made(mobility.NewWaypoint(mobility.WaypointOptions{World: w, SpeedMin: 1, SpeedMax: 9}))
	if x := chiSquare(waypoint, w, 500*time.Second); x < 300 {
		t.Errorf("chi-square %.0f cannot tell that waypoints crowd the middle", x)
	}
}

// Without a time of travel, a node turns only at a border, rests there,
// and leaves it in a direction uniform over the half circle inside (ns-3).
func TestDirectionTurnsAtBorders(t *testing.T) {
	w := mobility.Area{Width: 300, Height: 100}
	m := made(mobility.NewDirection(mobility.DirectionOptions{World: w, SpeedMin: 1, SpeedMax: 2, PauseMin: 2 * time.Second, PauseMax: 2 * time.Second}))
	var angles []float64
	for node := 1; node <= 400; node++ {
		legs := walk(pathOf(m, node, 3), 60)
		for i := 1; i < len(legs); i++ {
			p, resting := legs[i].From, legs[i].Velocity == orb.Point{}
			if resting != (i%2 == 1) || resting && legs[i].End-legs[i].Start != 2*time.Second {
				t.Fatalf("node %d leg %d: %+v", node, i, legs[i])
			}
			gap := min(p[0], p[1], w.Width-p[0], w.Height-p[1])
			if gap > 2e-6 {
				t.Fatalf("node %d turns %g m from the border", node, gap)
			}
			if !resting && p[1] < 2e-6 && p[0] > 1 && p[0] < w.Width-1 { // the south border
				angles = append(angles, math.Atan2(legs[i].Velocity[1], legs[i].Velocity[0]))
			}
		}
	}
	fits(t, "directions off a border", angles, func(a float64) float64 { return a / math.Pi })
}

// Liang and Haas 1999: the autocorrelation of speed after k steps is α^k, and
// the deviation stays what it was from the first step on.
func TestGaussMarkovForgetsByAlpha(t *testing.T) {
	const nodes, steps, mean, deviation = 2000, 40, 20.0, 1.0
	for _, alpha := range []float64{0, 0.5, 0.75, 0.95} {
		m := made(mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: plain, Alpha: alpha, Step: time.Second,
			SpeedMin: mean, SpeedMax: mean, SpeedDeviation: deviation, DirectionDeviation: 0.3}))
		speeds, turns := make([][]float64, nodes), make([][]float64, nodes)
		for i := range nodes {
			for _, l := range walk(pathOf(m, i+1, 8), steps) {
				speeds[i] = append(speeds[i], l.Speed()-mean)
				turns[i] = append(turns[i], math.Atan2(l.Velocity[1], l.Velocity[0]))
			}
		}
		for _, k := range []int{0, 1, 2, 5, 10} {
			var products, cosines []float64
			for i := range nodes {
				products = append(products, speeds[i][k]*speeds[i][0])
				cosines = append(cosines, math.Cos(turns[i][k+20]-turns[i][20]))
			}
			got, spread := stat.MeanStdDev(products, nil)
			if want := math.Pow(alpha, float64(k)); math.Abs(got-want) > 3.5*spread/math.Sqrt(nodes)+1e-3 { // a speed is cut at four deviations
				t.Errorf("α = %g: autocovariance %.3f after %d steps, want %.3f", alpha, got, k, want)
			}
			// The difference of two normal directions has the variance
			// 2σ²(1 - α^k), and its cosine the mean exp(-σ²(1 - α^k)).
			got, spread = stat.MeanStdDev(cosines, nil)
			if want := math.Exp(-0.09 * (1 - math.Pow(alpha, float64(k)))); math.Abs(got-want) > 3.5*spread/math.Sqrt(nodes)+1e-6 {
				t.Errorf("α = %g: directions have a mean cosine of %.4f after %d steps, want %.4f", alpha, got, k, want)
			}
		}
	}
}

// With an Alpha of 1 a node goes straight on until it meets a border.
func TestGaussMarkovWithFullMemoryNeverTurns(t *testing.T) {
	m := made(mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: plain, Alpha: 1, Step: time.Second, SpeedMin: 3, SpeedMax: 5, SpeedDeviation: 0.5, DirectionDeviation: 2}))
	legs := walk(pathOf(m, 1, 4), 100)
	for i, l := range legs {
		if d := math.Hypot(l.Velocity[0]-legs[0].Velocity[0], l.Velocity[1]-legs[0].Velocity[1]); d > 1e-6 {
			t.Fatalf("leg %d turns by %g m/s", i, d)
		}
	}
}

// At a border a node turns about with its mean direction, so that it does not
// creep along the border (Camp, Boleng and Davies 2002, figure 7): its places
// stay about uniform.
func TestGaussMarkovLeavesBorders(t *testing.T) {
	if testing.Short() {
		t.Skip("walks six million steps")
	}
	w := mobility.Area{Width: 200, Height: 200}
	m := made(mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: w, Alpha: 0.75, Step: time.Second, SpeedMin: 5, SpeedMax: 5, SpeedDeviation: 0.5, DirectionDeviation: 0.4}))
	uniform(t, "gauss-markov", m, w, 10*time.Minute)
}

// The flights of a truncated Lévy walk have the distribution
// (1 - (min/l)^α) / (1 - (min/max)^α), its pauses likewise, and a flight takes
// k·l^(1-ρ) seconds (Rhee et al. 2011).
func TestLevyFlightsHaveTheirTail(t *testing.T) {
	o := mininet(plain)
	m := made(mobility.NewLevy(o))
	var flights, pauses []float64
	for node := 1; node <= 100; node++ {
		for _, l := range walk(pathOf(m, node, 12), 201)[1:] { // the first is cut by time 0
			lasts := (l.End - l.Start).Seconds()
			if l.Velocity == (orb.Point{}) {
				pauses = append(pauses, lasts)
				continue
			}
			length := l.Speed() * lasts
			flights = append(flights, length)
			if want := 10 * math.Sqrt(length); math.Abs(lasts-want) > 1e-3*want {
				t.Fatalf("a flight of %g m takes %g s, want %g", length, lasts, want)
			}
		}
	}
	cut := func(least, most, exponent float64) func(float64) float64 {
		return func(x float64) float64 {
			return (1 - math.Pow(least/x, exponent)) / (1 - math.Pow(least/most, exponent))
		}
	}
	fits(t, "flights", flights, cut(1, 50, 1.6))
	fits(t, "pauses", pauses, cut(1, 100, 0.8))

	// Hill's estimate of the exponent, where the cut is far away.
	o.FlightMax, o.PaceExponent = 1e5, 0
	far := made(mobility.NewLevy(o))
	logs, n := 0.0, 0.0
	for node := 1; node <= 100; node++ {
		for _, l := range walk(pathOf(far, node, 13), 201)[1:] {
			if l.Velocity != (orb.Point{}) {
				logs += math.Log(l.Speed() * (l.End - l.Start).Seconds())
				n++
			}
		}
	}
	if got := n / logs; math.Abs(got-1.6) > 3.3*1.6/math.Sqrt(n) {
		t.Errorf("the tail falls as l^-%.3f, want 1.6", got)
	}
}

// meet returns the share of a model's nodes that rest at an instant, what is left of
// their pauses in seconds, and the speeds of the others.
func meet(m mobility.Model, at time.Duration) (resting float64, pauses, speeds []float64) {
	for node := 1; node <= samples(); node++ {
		if l := legAt(pathOf(m, node, 31), at); l.Velocity == (orb.Point{}) {
			pauses = append(pauses, (l.End - at).Seconds())
		} else {
			speeds = append(speeds, l.Speed())
		}
	}
	return float64(len(pauses)) / float64(samples()), pauses, speeds
}

// Renewal theory, at a random instant: the probability of a pause is proportional to the
// mean pause; what is left of the pause has the density P(pause > r)/mean; and the density
// of the speed of a walk by distance is proportional to its reciprocal.
func TestModelsAreSteadyFromTheStart(t *testing.T) {
	// Of pauses from 0 to 9 s and trips from 1 to 60 s, means 4.5 and 30.5 s.
	direction := made(mobility.NewDirection(mobility.DirectionOptions{World: mobility.Area{Width: 300, Height: 100}, SpeedMin: 1, SpeedMax: 9,
		PauseMax: 9 * time.Second, TravelMin: time.Second, TravelMax: time.Minute}))
	// ∫ t·t^-1.8 / ∫ t^-1.8 from 1 to 100 is 4·(100^0.2 - 1) / (1 - 100^-0.8) =
	// 6.2034 s of pauses; 10·∫ l^0.5·l^-2.6 / ∫ l^-2.6 from 1 to 50 is
	// 10·(1.6/1.1)·(1 - 50^-1.1) / (1 - 50^-1.6) = 14.3764 s of flights.
	levy := made(mobility.NewLevy(mininet(plain)))
	step := made(mobility.NewWalk(mobility.WalkOptions{World: plain, SpeedMin: 1, SpeedMax: 9, Distance: 40}))
	for _, at := range instants(0, 600*time.Second, 13*time.Second) {
		share := func(what string, got, want float64) {
			if off := math.Abs(got - want); off > 3.3*math.Sqrt(want*(1-want)/float64(samples())) {
				t.Errorf("%s: at %v a share of %.4f rests, want %.4f", what, at, got, want)
			}
		}
		resting, left, speeds := meet(direction, at)
		share("direction", resting, 4.5/35)
		fits(t, "direction: pause left at "+at.String(), left, func(r float64) float64 { return 1 - (1-r/9)*(1-r/9) })
		fits(t, "direction: speed at "+at.String(), speeds, func(v float64) float64 { return (v - 1) / 8 })
		resting, left, _ = meet(levy, at)
		share("levy", resting, 6.2034/(6.2034+14.3764))
		// P(pause > t) is 1 below 1 s and (t^-0.8 - 100^-0.8) / (1 - 100^-0.8)
		// above, which integrates to a power of 0.2.
		cut := math.Pow(100, -0.8)
		fits(t, "levy: pause left at "+at.String(), left, func(r float64) float64 {
			if r <= 1 {
				return r / 6.2034
			}
			return (1 + ((math.Pow(r, 0.2)-1)/0.2-cut*(r-1))/(1-cut)) / 6.2034
		})
		_, _, speeds = meet(step, at)
		fits(t, "walk: speed at "+at.String(), speeds, func(v float64) float64 { return math.Log(v) / math.Log(9) })
	}
}

// Every leg runs in a lane on the right, and turns have their probabilities.
func TestManhattanKeepsToItsLanes(t *testing.T) {
	m := made(mobility.NewManhattan(mobility.ManhattanOptions{World: mobility.Area{Width: 1014, Height: 1014}, BlocksX: 10, BlocksY: 10,
		Lanes: 2, LaneWidth: 3.5, TurnLeft: 0.25, TurnRight: 0.25, SpeedMin: 5, SpeedMax: 15}))
	// Streets are 100 m apart, 14 m wide; lanes 1.75 and 5.25 m off the middle.
	lane := func(across float64) float64 { return math.Mod(across-7+50, 100) - 50 }
	var straight, left, right int
	for node := 1; node <= 200; node++ {
		legs := walk(pathOf(m, node, 3), 100)
		for i, l := range legs {
			along := 0
			if l.Velocity[1] != 0 {
				along = 1
			}
			if l.Velocity[1-along] != 0 {
				t.Fatalf("node %d leg %d goes askew: %v", node, i, l.Velocity)
			}
			off := lane(l.From[1-along]) * math.Copysign(1, l.Velocity[along])
			if along == 1 {
				off = -off
			}
			if math.Abs(off+1.75) > 1e-6 && math.Abs(off+5.25) > 1e-6 {
				t.Fatalf("node %d leg %d runs %g m left of the middle", node, i, off)
			}
			if i == 0 || !inside(l.From) {
				continue
			}
			former := legs[i-1].Velocity
			switch turn := former[0]*l.Velocity[1] - former[1]*l.Velocity[0]; {
			case turn > 0:
				left++
			case turn < 0:
				right++
			case former[along]*l.Velocity[along] < 0:
				t.Fatalf("node %d leg %d turns about", node, i)
			default:
				straight++
			}
		}
	}
	n := float64(straight + left + right)
	for _, c := range []struct {
		what  string
		count int
		want  float64
	}{{"straight", straight, 0.5}, {"left", left, 0.25}, {"right", right, 0.25}} {
		if got := float64(c.count) / n; math.Abs(got-c.want) > 3.3*math.Sqrt(c.want*(1-c.want)/n) {
			t.Errorf("%s at a share of %.3f of %.0f crossings, want %.2f", c.what, got, n, c.want)
		}
	}
}

// inside reports whether a crossing of the grid above is not at the border.
func inside(p orb.Point) bool {
	return p[0] > 50 && p[0] < 964 && p[1] > 50 && p[1] < 964
}

// A trip goes along the route, not across the block.
func TestShortestPathKeepsToItsRoads(t *testing.T) {
	m := made(mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: square{}, SpeedMin: 1, SpeedMax: 2, PauseMin: time.Second, PauseMax: time.Second}))
	for i, l := range walk(m.Path(1, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2))), 200) {
		if l.Velocity[0] != 0 && math.Abs(l.Velocity[1]) > 1e-9*math.Abs(l.Velocity[0]) && math.Abs(l.Velocity[0]) > 1e-9*math.Abs(l.Velocity[1]) {
			t.Fatalf("leg %d goes askew: %v", i, l.Velocity)
		}
	}
}
