package mobility_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// streets is a town in which few ways are straight: three long houses, one behind the other, with
// a gap at one end each. Trips take some 40 s, pauses 10 s, so that at settled each
// node has made some ten of both.
func streets(t *testing.T, start mobility.Start) mobility.WaypointOptions {
	o := around(t, mobility.Area{Width: 60, Height: 40}, []orb.Polygon{
		{{{-5, 8}, {52, 8}, {52, 12}, {-5, 12}, {-5, 8}}},
		{{{8, 18}, {65, 18}, {65, 22}, {8, 22}, {8, 18}}},
		{{{-5, 28}, {52, 28}, {52, 32}, {-5, 32}, {-5, 28}}},
	})
	o.SpeedMin, o.SpeedMax, o.PauseMin, o.PauseMax, o.Start = 0.5, 4, 0, 20*time.Second, start
	return o
}

// settled is ten minutes.
const settled = 600 * time.Second

// residentsAt returns the state of the residents at an instant.
func residentsAt(t *testing.T, o mobility.WaypointOptions, at time.Duration, seed uint64) (c met) {
	t.Helper()
	m := made(mobility.NewWaypoint(o))
	for node := 1; node <= samples(); node++ {
		l := legAt(pathOf(m, node, seed), at)
		if l.Velocity == (orb.Point{}) {
			c.pauses = append(c.pauses, (l.End - at).Seconds())
		} else {
			c.speeds = append(c.speeds, l.Speed())
		}
		p := l.At(at)
		c.xs, c.ys = append(c.xs, p[0]), append(c.ys, p[1])
	}
	return c
}

// Places, speeds, what is left of pauses, and the share of nodes in a pause are the same at 0
// and after ten minutes, at one in a thousand each. With a uniform start they are not: the
// test can fail.
func TestWaysAroundObstaclesAreSteadyFromTheStart(t *testing.T) {
	last := residentsAt(t, streets(t, mobility.StartSteady), settled, 22)
	first := residentsAt(t, streets(t, mobility.StartSteady), 0, 21)
	alike(t, "x", first.xs, last.xs)
	alike(t, "y", first.ys, last.ys)
	alike(t, "speed", first.speeds, last.speeds)
	alike(t, "pause left", first.pauses, last.pauses)
	n := float64(samples())
	p, q := float64(len(first.pauses))/n, float64(len(last.pauses))/n
	if off := math.Abs(p - q); off > 3.3*math.Sqrt(2*p*(1-p)/n) {
		t.Errorf("a share of %.4f pauses at the start, %.4f after %v", p, q, settled)
	}
	if p < 0.1 || p > 0.4 {
		t.Errorf("a share of %.3f pauses: it shows little", p)
	}
	leaving := residentsAt(t, streets(t, mobility.StartLeaving), 0, 21)
	apart(t, "x of a uniform start", leaving.xs, last.xs)
	apart(t, "y of a uniform start", leaving.ys, last.ys)
	apart(t, "speed of a uniform start", leaving.speeds, last.speeds)
}

// The same paths on every machine: see TestWaypointIsTheSameOnEveryMachine.
func TestWaysAroundObstaclesAreTheSameOnEveryMachine(t *testing.T) {
	o := around(t, town, houses)
	o.SpeedMin, o.SpeedMax, o.PauseMax = 0.3, 17.7, 9*time.Second
	m := made(mobility.NewWaypoint(o))
	h := sha256.New()
	for node := 1; node <= 100; node++ {
		for _, l := range walk(pathOf(m, node, 42), 40) {
			if err := binary.Write(h, binary.LittleEndian, inPlane(l)); err != nil {
				t.Fatal(err)
			}
			if err := binary.Write(h, binary.LittleEndian, l.At(l.Start+(l.End-l.Start)/3)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = "6c52e811b947609f"
	if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
		t.Errorf("100 nodes hash to %s, want %s", got, want)
	}
}

// Nodes that stand are where walkers pause, and those that begin by leaving leave at once.
func TestStartsAroundObstacles(t *testing.T) {
	o := around(t, town, houses)
	o.Start = mobility.StartLeaving
	if l := pathOf(made(mobility.NewWaypoint(o)), 1, 1).Next(); l.Velocity == (orb.Point{}) {
		t.Errorf("begins with %+v", l)
	}
	o.Start, o.SpeedMin, o.SpeedMax = mobility.StartSteady, 0, 0
	m := made(mobility.NewWaypoint(o))
	for node := 1; node <= 200; node++ {
		l := pathOf(m, node, 1).Next()
		if _, ok := tooNear(l.From, houses); !ok || l.End != mobility.Forever || l.Speed() != 0 {
			t.Fatalf("node %d: %+v", node, l)
		}
	}
}
