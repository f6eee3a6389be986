package mobility_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// anyOptions draws options over the whole range of valid values.
func anyOptions(t *rapid.T) mobility.WaypointOptions {
	exponent := func(low, high float64, name string) float64 {
		return math.Pow(10, rapid.Float64Range(low, high).Draw(t, name))
	}
	o := mobility.WaypointOptions{World: mobility.Area{Width: exponent(-3, 6, "width"), Height: exponent(-3, 6, "height")}}
	o.SpeedMin = exponent(-3, 6, "slow")
	o.SpeedMax = min(o.SpeedMin*exponent(0, 3, "spread"), 1e6)
	o.PauseMin = time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "short"))
	o.PauseMax = o.PauseMin + time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "more"))
	if rapid.Bool().Draw(t, "no pause") {
		o.PauseMin, o.PauseMax = 0, 0
	}
	return o
}

func TestWaypointPathKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := anyOptions(t)
		m, err := mobility.NewWaypoint(o)
		if err != nil {
			t.Fatal(err)
		}
		legs := walk(pathOf(m, rapid.IntRange(1, 100).Draw(t, "node"), rapid.Uint64().Draw(t, "seed")), 60)
		if law := brokenLaw(legs, o.World.Bound(), m.MaxSpeed()); law != "" {
			t.Fatal(law)
		}
		if m.MaxSpeed() > o.SpeedMax*(1+1e-11) {
			t.Fatalf("greatest speed %g, asked for %g", m.MaxSpeed(), o.SpeedMax)
		}
	})
}

// A path alternates trips and pauses, each within its limits; only the first
// leg, cut by time 0, may be shorter.
func TestWaypointPathAlternates(t *testing.T) {
	o := mobility.WaypointOptions{
		World:    mobility.Area{Width: 500, Height: 500},
		SpeedMin: 1, SpeedMax: 3,
		PauseMin: 2 * time.Second, PauseMax: 5 * time.Second,
	}
	m, err := mobility.NewWaypoint(o)
	if err != nil {
		t.Fatal(err)
	}
	for node := 1; node <= 200; node++ {
		legs := walk(pathOf(m, node, 7), 41)
		for i, l := range legs {
			lasts, resting := l.End-l.Start, l.Velocity == orb.Point{}
			switch {
			case l.Absent:
				t.Fatalf("node %d leg %d: absent", node, i)
			case i > 0 && resting == (legs[i-1].Velocity == orb.Point{}):
				t.Fatalf("node %d leg %d: two pauses or two trips in a row", node, i)
			case resting && (lasts > 5*time.Second || i > 0 && lasts < 2*time.Second):
				t.Fatalf("node %d leg %d: a pause of %v", node, i, lasts)
			case !resting && l.Speed() < 1-1e-4: // a trip of a tenth of a millimetre is that much slowed by its nanosecond
				t.Fatalf("node %d leg %d: a trip at %g m/s", node, i, l.Speed())
			}
		}
	}
}

func TestWaypointWithoutPauseNeverRests(t *testing.T) {
	m, err := mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 100, Height: 100}, SpeedMin: 4, SpeedMax: 4})
	if err != nil {
		t.Fatal(err)
	}
	for node := 1; node <= 100; node++ {
		for i, l := range walk(pathOf(m, node, 3), 50) {
			if math.Abs(l.Speed()-4) > 1e-3 {
				t.Fatalf("node %d leg %d moves at %g m/s, want 4", node, i, l.Speed())
			}
		}
	}
}

func TestWaypointAtSpeedZeroStands(t *testing.T) {
	w := mobility.Area{Width: 100, Height: 100}
	m, err := mobility.NewWaypoint(mobility.WaypointOptions{World: w, PauseMax: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for node := 1; node <= 100; node++ {
		legs := walk(pathOf(m, node, 3), 3)
		if law := brokenLaw(legs, w.Bound(), 0); law != "" || len(legs) != 1 {
			t.Fatalf("node %d: %v: %s", node, legs, law)
		}
	}
}

// Movement must not change placement: the same world with another movement seed begins in the
// same places, and so does a world of which the test reads more legs.
func TestWaypointPlacementHasItsOwnStream(t *testing.T) {
	m, err := mobility.NewWaypoint(mobility.WaypointOptions{
		World: mobility.Area{Width: 1000, Height: 1000}, SpeedMin: 1, SpeedMax: 10, PauseMax: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	shared := rand.New(rand.NewPCG(5, 5))
	alone := rand.New(rand.NewPCG(5, 5))
	for node := 1; node <= 50; node++ {
		p := m.Path(node, shared, rand.New(rand.NewPCG(1, uint64(node))))
		q := m.Path(node, alone, rand.New(rand.NewPCG(2, uint64(node))))
		first := p.Next()
		walk(p, 20)
		if other := q.Next(); first.From != other.From {
			t.Fatalf("node %d begins at %v with one movement and at %v with another", node, first.From, other.From)
		}
	}
}

func TestWaypointRefuses(t *testing.T) {
	w := mobility.Area{Width: 10, Height: 10}
	for _, c := range []struct {
		name    string
		options mobility.WaypointOptions
		want    []string
	}{
		{"no steady state", mobility.WaypointOptions{World: w, SpeedMax: 5}, []string{"speed", "no steady state", "Yoon"}},
		{"negative speed", mobility.WaypointOptions{World: w, SpeedMin: -1, SpeedMax: 5}, []string{"speed: minimum", "got -1"}},
		{"too slow", mobility.WaypointOptions{World: w, SpeedMin: 1e-4, SpeedMax: 5}, []string{"speed: minimum", "from 0.001"}},
		{"too fast", mobility.WaypointOptions{World: w, SpeedMin: 1, SpeedMax: 2e6}, []string{"speed: maximum", "1e+06"}},
		{"speeds swapped", mobility.WaypointOptions{World: w, SpeedMin: 5, SpeedMax: 1}, []string{"speed: maximum", "from the minimum, 5"}},
		{"no number", mobility.WaypointOptions{World: w, SpeedMin: math.NaN(), SpeedMax: 1}, []string{"speed: minimum"}},
		{"maximum no number", mobility.WaypointOptions{World: w, SpeedMin: 1, SpeedMax: math.NaN()}, []string{"speed: maximum"}},
		{"negative pause", mobility.WaypointOptions{World: w, PauseMin: -1}, []string{"pause: minimum"}},
		{"pauses swapped", mobility.WaypointOptions{World: w, PauseMin: 2, PauseMax: 1}, []string{"pause: maximum"}},
		{"endless pause", mobility.WaypointOptions{World: w, PauseMax: mobility.Forever}, []string{"pause: maximum", "at most"}},
		{"all at once", mobility.WaypointOptions{SpeedMax: 1, PauseMin: -1}, []string{"world: width", "height", "speed", "pause"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mobility.NewWaypoint(c.options)
			if err == nil {
				t.Fatal("taken")
			}
			for _, want := range append(c.want, "mobility: random waypoint: ") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
		})
	}
}

func TestWaypointNextAllocatesNothing(t *testing.T) {
	m, err := mobility.NewWaypoint(mobility.WaypointOptions{
		World: mobility.Area{Width: 1000, Height: 1000}, SpeedMin: 1, SpeedMax: 10, PauseMax: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	p := pathOf(m, 1, 1)
	if n := testing.AllocsPerRun(1000, func() { p.Next() }); n != 0 {
		t.Errorf("%g allocations per leg", n)
	}
}

// The same seed must give the same bytes on every machine and with every
// instruction set: run it with GOAMD64=v3 and on arm64, where a product and a
// sum are one instruction unless the code forbids it.
func TestWaypointIsTheSameOnEveryMachine(t *testing.T) {
	m, err := mobility.NewWaypoint(mobility.WaypointOptions{
		World:    mobility.Area{Width: 1234.5, Height: 678.9},
		SpeedMin: 0.3, SpeedMax: 17.7,
		PauseMin: 100 * time.Millisecond, PauseMax: 9 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for node := 1; node <= 300; node++ {
		for _, l := range walk(pathOf(m, node, 42), 40) {
			middle := l.At(l.Start + (l.End-l.Start)/3)
			if err := binary.Write(h, binary.LittleEndian, inPlane(l)); err != nil {
				t.Fatal(err)
			}
			if err := binary.Write(h, binary.LittleEndian, middle); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = "aff3f5ac179cb8a5"
	if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
		t.Errorf("300 nodes hash to %s, want %s", got, want)
	}
}

// Leaving, all nodes are under way at time 0, from places that are uniform: three quarters are
// outside the middle quarter of the world, where the steady state has more. The first pause comes
// after the first trip.
func TestWaypointBeginsLeaving(t *testing.T) {
	o := mobility.WaypointOptions{World: mobility.Area{Width: 1000, Height: 1000}, SpeedMin: 1, SpeedMax: 3,
		PauseMin: time.Hour, PauseMax: time.Hour}
	const nodes = 4000
	middle := map[mobility.Start]int{}
	for _, start := range []mobility.Start{mobility.StartSteady, mobility.StartLeaving} {
		o.Start = start
		m, err := mobility.NewWaypoint(o)
		if err != nil {
			t.Fatal(err)
		}
		moving := 0
		for node := 1; node <= nodes; node++ {
			legs := walk(pathOf(m, node, 1), 2)
			if legs[0].Velocity != (orb.Point{}) {
				moving++
			}
			if start == mobility.StartLeaving && legs[1].End-legs[1].Start != time.Hour {
				t.Fatalf("node %d: its second leg lasts %v", node, legs[1].End-legs[1].Start)
			}
			if x, y := legs[0].From[0], legs[0].From[1]; x > 250 && x < 750 && y > 250 && y < 750 {
				middle[start]++
			}
		}
		// In steady state a node pauses for an hour after a trip of 5 to 10 minutes.
		if start == mobility.StartLeaving && moving != nodes || start == mobility.StartSteady && moving > nodes/4 {
			t.Errorf("start %q: %d of %d move", start, moving, nodes)
		}
	}
	if got := float64(middle[mobility.StartLeaving]) / nodes; math.Abs(got-0.25) > 4*math.Sqrt(0.25*0.75/nodes) {
		t.Errorf("%.3f begin in the middle quarter, want 0.25", got)
	}
	o.Start = "sitting"
	if _, err := mobility.NewWaypoint(o); err == nil || !strings.Contains(err.Error(), "sitting") {
		t.Errorf("start sitting: %v", err)
	}
}
