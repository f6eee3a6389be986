package mobility_test

import (
	"math"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"gonum.org/v1/gonum/stat"
)

// Hong et al. 1999: the random vector's length is uniform up to its greatest, so
// a member's distance from its reference point has the mean r/2 and the mean
// square r²/3, and the reference point's from the centre, uniform in a disc of
// radius R, the mean square R²/2.
func TestMembersKeepToTheirReferencePoint(t *testing.T) {
	const members, radius, wander = 3000, 40.0, 12.0
	still := made(mobility.NewStaticAt([]orb.Point{{100, 100}}))
	m := made(mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: still, Members: members, Spread: radius, Wander: wander, Step: time.Second, MemberSpeed: 2 * wander}))
	var apart, beside []float64
	for node := 1; node <= members; node++ {
		legs := walk(pathOf(m, node, 2), 64)
		var middle orb.Point // the mean place over many steps: the reference point
		for _, l := range legs {
			middle[0] += l.From[0] / 64
			middle[1] += l.From[1] / 64
		}
		beside = append(beside, math.Pow(math.Hypot(middle[0]-100, middle[1]-100), 2))
		apart = append(apart, math.Hypot(legs[0].From[0]-middle[0], legs[0].From[1]-middle[1]))
	}
	near := func(what string, values []float64, want float64) {
		if mean, deviation := stat.MeanStdDev(values, nil); math.Abs(mean-want) > 3.3*deviation/math.Sqrt(members)+want*0.01 { // the mean of 64 is not the point itself
			t.Errorf("%s: %.3f, want %.3f", what, mean, want)
		}
	}
	near("distance from the reference point", apart, wander/2)
	near("its square from the centre", beside, radius*radius/2+wander*wander/3/64)
}

// TestMembersKeepTheirSpeedLimit holds that no member is faster over ground than the
// bound, whatever its vectors are, and that members still move about their reference points.
// With a bound of two wanders a step they reach a new vector in each step.
func TestMembersKeepTheirSpeedLimit(t *testing.T) {
	centre := made(mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 500, Height: 500}, SpeedMin: 0.5, SpeedMax: 2, PauseMax: 30 * time.Second}))
	for _, c := range []struct{ bound, fastest, turns float64 }{{0, 2, 0.25}, {3, 3, 0.25}, {22, 22, 1}} {
		m := mobility.ForRun(made(mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: centre, Members: 4, Spread: 50, Wander: 10, Step: time.Second, MemberSpeed: c.bound})), 3)
		if got := m.MaxSpeed(); math.Abs(got-c.fastest) > 1e-5 {
			t.Errorf("bound %g: the greatest speed is %g, want %g", c.bound, got, c.fastest)
		}
		most, turns, legs := 0.0, 0, 0
		for node := 1; node <= 8; node++ {
			former := mobility.Leg{}
			for _, l := range walk(pathOf(m, node, uint64(node)), 2000) {
				most = max(most, l.Speed())
				if beside := math.Hypot(l.Velocity[0]-former.Velocity[0], l.Velocity[1]-former.Velocity[1]); beside > 1e-6 {
					turns++
				}
				legs, former = legs+1, l
			}
		}
		if most > m.MaxSpeed() || most < 0.9*c.fastest {
			t.Errorf("bound %g: members go up to %.2f m/s, want %g", c.bound, most, c.fastest)
		}
		if share := float64(turns) / float64(legs); share < c.turns-0.15 {
			t.Errorf("bound %g: members turn in %.2f of the steps, want %g", c.bound, share, c.turns)
		}
	}
}

// Members of a group stay together, and groups do not. Another run has other ways for all
// nodes, and the draws of one member change no other.
func TestMembersMoveTogether(t *testing.T) {
	centre := made(mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 1e5, Height: 1e5}, SpeedMin: 10, SpeedMax: 20}))
	m := made(mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: centre, Members: 3, Spread: 30, Wander: 5, Step: time.Second}))
	at := func(m mobility.Model, node int, t time.Duration) orb.Point { return legAt(pathOf(m, node, 9), t).At(t) }
	distance := func(a, b orb.Point) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
	first, second := mobility.ForRun(m, 1), mobility.ForRun(m, 2)
	for _, when := range []time.Duration{0, time.Minute, time.Hour} {
		if d := distance(at(first, 1, when), at(first, 3, when)); d > 70 {
			t.Errorf("at %v members are %.0f m apart", when, d)
		}
		if d := distance(at(first, 1, when), at(first, 4, when)); d < 70 {
			t.Errorf("at %v groups are %.0f m apart", when, d)
		}
		if d := distance(at(first, 1, when), at(second, 1, when)); d < 70 {
			t.Errorf("at %v runs are %.0f m apart", when, d)
		}
		if at(first, 2, when) != at(mobility.ForRun(m, 1), 2, when) {
			t.Errorf("at %v two runs of one seed differ", when)
		}
	}
}

// A node follows the one before it along the same way, a headway later.
func TestColumnFollowsItsHead(t *testing.T) {
	lead := made(mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 5000, Height: 5000}, SpeedMin: 10, SpeedMax: 20, PauseMax: 20 * time.Second}))
	m := mobility.ForRun(made(mobility.NewColumn(mobility.ColumnOptions{Lead: lead, Members: 5, Headway: 3 * time.Second})), 4)
	for when := time.Duration(0); when < 20*time.Minute; when += 7 * time.Second {
		head := legAt(pathOf(m, 1, 1), when).At(when)
		for node := 2; node <= 5; node++ {
			then := when + time.Duration(node-1)*3*time.Second
			p := legAt(pathOf(m, node, uint64(node)), then).At(then)
			if d := math.Hypot(p[0]-head[0], p[1]-head[1]); d > 1e-6 {
				t.Fatalf("node %d at %v is %g m off where the head was at %v", node, then, d, when)
			}
		}
	}
	if a, b := legAt(pathOf(m, 1, 1), time.Hour), legAt(pathOf(m, 6, 1), time.Hour); a.From == b.From {
		t.Error("two columns go one way")
	}
}

// Nodes of a group arrive and depart at uniform instants within the bounds, and move by
// their model in between.
func TestGroupsArriveAndDepart(t *testing.T) {
	w := mobility.Area{Width: 100, Height: 100}
	step := made(mobility.NewWalk(mobility.WalkOptions{World: w, SpeedMin: 1, SpeedMax: 1, Step: time.Second}))
	still := made(mobility.NewStaticAt([]orb.Point{{1, 1}, {2, 2}}))
	m := made(mobility.NewGroups([]mobility.Group{
		{Nodes: 2, Model: still},
		{Nodes: 2000, Model: step, ArriveMin: 10 * time.Second, ArriveMax: 30 * time.Second, DepartMin: time.Minute, DepartMax: 2 * time.Minute},
	}))
	if nodesOf(m) != 2002 || m.MaxSpeed() != step.MaxSpeed() {
		t.Errorf("%d nodes at up to %g m/s", nodesOf(m), m.MaxSpeed())
	}
	if l := pathOf(m, 2, 1).Next(); l.From != (orb.Point{2, 2}) || l.End != mobility.Forever || l.Absent {
		t.Errorf("node 2 is %+v", l)
	}
	if l := pathOf(m, 2003, 1).Next(); !l.Absent || l.End != mobility.Forever {
		t.Errorf("a node too many is %+v", l)
	}
	var arrivals, departures []float64
	for node := 3; node <= 2002; node++ {
		legs := walk(pathOf(m, node, 1), 1000)
		last := legs[len(legs)-1]
		for i, l := range legs {
			if l.Absent != (i == 0 || i == len(legs)-1) {
				t.Fatalf("node %d leg %d of %d: %+v", node, i, len(legs), l)
			}
		}
		if law := brokenLaw(legs, w.Bound(), m.MaxSpeed()); law != "" || last.End != mobility.Forever {
			t.Fatalf("node %d: %s", node, law)
		}
		arrivals, departures = append(arrivals, legs[0].End.Seconds()), append(departures, last.Start.Seconds())
	}
	fits(t, "arrivals", arrivals, func(s float64) float64 { return (s - 10) / 20 })
	fits(t, "departures", departures, func(s float64) float64 { return (s - 60) / 60 })
}
