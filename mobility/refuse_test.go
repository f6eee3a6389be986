package mobility_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// Every fault of the options is reported, and by name.
func TestModelsRefuse(t *testing.T) {
	w := mobility.Area{Width: 100, Height: 100}
	still := made(mobility.NewStaticAt([]orb.Point{{1, 1}}))
	way := made(mobility.NewWaypoint(mobility.WaypointOptions{World: w, SpeedMin: 1, SpeedMax: 2}))
	for _, c := range []struct {
		name    string
		options interface{ Validate() error }
		want    []string
	}{
		{"world elsewhere", mobility.Area{Width: 1, Height: 1, Origin: orb.Point{math.NaN(), 2e6}}, []string{"origin", "NaN", "2e+06"}},
		{"walk of nothing", mobility.WalkOptions{}, []string{"world: width", "speed: minimum", "step: must be from 1ms"}},
		{"walk by both", mobility.WalkOptions{World: w, SpeedMin: 1, SpeedMax: 2, Distance: 1, Step: 1}, []string{"not both"}},
		{"walk backwards", mobility.WalkOptions{World: w, SpeedMin: 1, SpeedMax: 2, Distance: -1}, []string{"distance", "got -1"}},
		{"walk at no speed", mobility.WalkOptions{World: w, SpeedMax: 2, Distance: 1}, []string{"speed: minimum"}},
		{"direction", mobility.DirectionOptions{World: w, SpeedMin: 2, SpeedMax: 1, PauseMin: -1, TravelMin: time.Second}, []string{"speed: maximum", "pause: minimum", "travel: maximum"}},
		{"gauss-markov", mobility.GaussMarkovOptions{World: w, Alpha: 1.1, Step: time.Second, SpeedMin: -1, SpeedDeviation: math.NaN(), DirectionDeviation: 7}, []string{"alpha", "speed: must", "speed deviation", "direction deviation"}},
		{"levy walk", mobility.LevyOptions{World: w, FlightMin: 5, FlightMax: 4, PauseMin: time.Second, FlightExponent: 0, PauseExponent: 11, PaceExponent: 2}, []string{"flight: maximum", "pause: maximum", "flight exponent", "pause exponent", "pace exponent"}},
		{"levy walk too slow", mobility.LevyOptions{World: w, FlightMin: 1, FlightMax: 4, PauseMin: 1e9, PauseMax: 1e9, FlightExponent: 1, PauseExponent: 1, PaceFactor: 1e4}, []string{"pace: flights", "0.001"}},
		{"levy walk without pace", mobility.LevyOptions{World: w, FlightMin: 1, FlightMax: 4, PauseMin: 1e9, PauseMax: 1e9, FlightExponent: 1, PauseExponent: 1}, []string{"pace: flights", "Inf"}},
		{"manhattan", mobility.ManhattanOptions{World: w, BlocksX: 0, BlocksY: 1 << 20, Lanes: 0, TurnLeft: 0.6, TurnRight: 0.6, SpeedMin: 1, SpeedMax: 1}, []string{"blocks along x", "blocks along y", "lanes", "lane width", "turn"}},
		{"manhattan too narrow", mobility.ManhattanOptions{World: w, BlocksX: 10, BlocksY: 10, Lanes: 2, LaneWidth: 3.5, SpeedMin: 1, SpeedMax: 1}, []string{"14 m wide", "8.6 m long"}},
		{"group", mobility.ReferenceGroupOptions{Spread: -1, Wander: math.Inf(1)}, []string{"step", "members", "spread", "wander", "centre"}},
		{"slow members", mobility.ReferenceGroupOptions{Centre: way, Members: 1, Step: time.Second, MemberSpeed: 1.9}, []string{"member speed: must be at least the centre's"}},
		{"no speed", mobility.ReferenceGroupOptions{Centre: way, Members: 1, Step: time.Second, MemberSpeed: math.NaN()}, []string{"member speed: must be from 0"}},
		{"no way to wander", mobility.ReferenceGroupOptions{Centre: still, Members: 1, Step: time.Second, Wander: 1}, []string{"member speed: must be given"}},
		{"column", mobility.ColumnOptions{Members: -1}, []string{"members", "headway", "lead"}},
		{"column for ever", mobility.ColumnOptions{Lead: still, Members: 1 << 20, Headway: 300 * 24 * time.Hour}, []string{"headway: makes a column"}},
		{"roads", mobility.ShortestPathOptions{SpeedMin: 1, SpeedMax: 1}, []string{"roads"}},
		{"nobody", mobility.Group{}, []string{"nodes", "model"}},
		{"too many", mobility.Group{Nodes: 2, Model: still}, []string{"knows 1, not 2"}},
		{"gone before it comes", mobility.Group{Nodes: 1, Model: still, ArriveMax: time.Minute, DepartMin: time.Second, DepartMax: time.Hour}, []string{"depart: from 1s on is before"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.options.Validate()
			if err == nil {
				t.Fatal("taken")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
		})
	}
	if _, err := mobility.NewGroups(nil); err == nil {
		t.Error("a world of no groups is taken")
	}
	if _, err := mobility.NewGroups([]mobility.Group{{Nodes: 1, Model: still}, {Nodes: 0, Model: still}}); err == nil || !strings.Contains(err.Error(), "group 2: nodes") {
		t.Errorf("an empty group: %v", err)
	}
}

// Where a way is missing the others share its probability, also if theirs is 0.
func TestManhattanWithoutTurnsTurnsAtTheBorder(t *testing.T) {
	m := made(mobility.NewManhattan(mobility.ManhattanOptions{World: mobility.Area{Width: 300, Height: 300}, BlocksX: 1, BlocksY: 1,
		Lanes: 1, LaneWidth: 3, SpeedMin: 5, SpeedMax: 5}))
	x, y := m.(interface{ Streets() (x, y []float64) }).Streets()
	if len(x) != 2 || len(y) != 2 || x[0] != 3 || x[1] != 297 || y[1] != 297 {
		t.Errorf("streets at %v and %v", x, y)
	}
	for node := 1; node <= 20; node++ {
		legs := walk(pathOf(m, node, 1), 50)
		if law := brokenLaw(legs, orb.Bound{Max: orb.Point{300, 300}}, m.MaxSpeed()); law != "" {
			t.Fatal(law)
		}
	}
}
