package mobility_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

func TestStaticDrawsUniformlyInTheWorld(t *testing.T) {
	w := mobility.Area{Width: 300, Height: 20}
	m, err := mobility.NewStatic(w)
	if err != nil {
		t.Fatal(err)
	}
	var xs, ys []float64
	for node := 1; node <= samples(); node++ {
		legs := walk(pathOf(m, node, 1), 2)
		if law := brokenLaw(legs, w.Bound(), m.MaxSpeed()); law != "" || len(legs) != 1 || legs[0].Absent {
			t.Fatalf("node %d: %v: %s", node, legs, law)
		}
		xs, ys = append(xs, legs[0].From[0]), append(ys, legs[0].From[1])
	}
	fits(t, "x", xs, func(x float64) float64 { return x / 300 })
	fits(t, "y", ys, func(y float64) float64 { return y / 20 })
}

// The smallest world has 999 places either way, all inside and all drawn.
func TestPlacesKeepAMicrometreFromTheBorder(t *testing.T) {
	m, err := mobility.NewStatic(mobility.Area{Width: 1e-3, Height: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[float64]bool{}
	for node := 1; node <= samples(); node++ {
		p := pathOf(m, node, 2).Next().From
		drawn[p[0]], drawn[p[1]] = true, true
	}
	for um := 1.0; um < 1000; um++ {
		if !drawn[um/1e6] {
			t.Errorf("%g µm is never drawn", um)
		}
		delete(drawn, um/1e6)
	}
	if len(drawn) > 0 {
		t.Errorf("places off the grid: %v", drawn)
	}
}

func TestStaticLeavesTheMovementStreamAlone(t *testing.T) {
	m, err := mobility.NewStatic(mobility.Area{Width: 10, Height: 10})
	if err != nil {
		t.Fatal(err)
	}
	m.Path(1, rand.New(rand.NewPCG(1, 1)), nil).Next() // a draw from nil would panic
}

func TestStaticAtGivenPositions(t *testing.T) {
	given := []orb.Point{{1, 2}, {-3, 4.5}}
	m, err := mobility.NewStaticAt(given)
	if err != nil {
		t.Fatal(err)
	}
	given[0] = orb.Point{9, 9}
	want := []mobility.Leg{
		{End: mobility.Forever, From: orb.Point{1, 2}},
		{End: mobility.Forever, From: orb.Point{-3, 4.5}},
		{End: mobility.Forever, Absent: true},
	}
	for i, w := range want {
		if got := m.Path(i+1, nil, nil).Next(); got != w {
			t.Errorf("node %d: %+v, want %+v", i+1, got, w)
		}
	}
	if nodesOf(m) != 2 || m.MaxSpeed() != 0 {
		t.Errorf("%d nodes at up to %g m/s, want 2 at 0", nodesOf(m), m.MaxSpeed())
	}
}

func TestStaticRefuses(t *testing.T) {
	for _, c := range []struct {
		name      string
		positions []orb.Point
		want      string
	}{
		{"nothing", nil, "none given"},
		{"not a number", []orb.Point{{0, 0}, {1, math.NaN()}}, "node 2"},
		{"infinity", []orb.Point{{math.Inf(-1), 0}}, "node 1"},
		{"too many", make([]orb.Point, 1<<20+1), "at most 1048576"},
	} {
		if _, err := mobility.NewStaticAt(c.positions); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestWorldRefuses(t *testing.T) {
	for _, c := range []struct {
		world mobility.Area
		want  []string
	}{
		{mobility.Area{Width: 0, Height: 10}, []string{"width"}},
		{mobility.Area{Width: 10, Height: -1}, []string{"height", "got -1"}},
		{mobility.Area{Width: math.NaN(), Height: math.Inf(1)}, []string{"width", "height"}},
		{mobility.Area{Width: 2e6, Height: 1e-4}, []string{"width", "height"}},
	} {
		_, err := mobility.NewStatic(c.world)
		if err == nil {
			t.Errorf("%+v is taken", c.world)
			continue
		}
		for _, want := range append(c.want, "mobility: static: world:") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %q does not say %q", c.world, err, want)
			}
		}
	}
	if err := (mobility.Area{Width: 1e-3, Height: 1e6}).Validate(); err != nil {
		t.Errorf("the limits themselves are refused: %v", err)
	}
}
