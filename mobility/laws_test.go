package mobility_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// made returns the result of a constructor, and panics on an error.
func made[M any](m M, err error) M {
	if err != nil {
		panic(err)
	}
	return m
}

// nodesOf returns the fixed number of nodes of a model.
func nodesOf(m mobility.Model) int { return m.(interface{ Nodes() int }).Nodes() }

// gambler draws options over the whole range of valid values.
type gambler struct{ *rapid.T }

func (t gambler) power(low, high float64, name string) float64 {
	return math.Pow(10, rapid.Float64Range(low, high).Draw(t.T, name))
}

func (t gambler) share(name string) float64 { return rapid.Float64Range(0, 1).Draw(t.T, name) }

func (t gambler) span(low, high time.Duration, name string) time.Duration {
	return time.Duration(rapid.Int64Range(int64(low), int64(high)).Draw(t.T, name))
}

func (t gambler) world() mobility.Area {
	side := rapid.Float64Range(-1e6, 1e6)
	w := mobility.Area{Width: t.power(-3, 6, "width"), Height: t.power(-3, 6, "height")}
	if rapid.Bool().Draw(t.T, "elsewhere") {
		w.Origin = orb.Point{side.Draw(t.T, "x"), side.Draw(t.T, "y")}
	}
	return w
}

func (t gambler) speeds() (low, high float64) {
	low = t.power(-3, 6, "slow")
	return low, min(low*t.power(0, 3, "spread"), 1e6)
}

func (t gambler) altitudes() mobility.Altitudes {
	low := t.power(-2, 4, "low") - 0.01
	return mobility.Altitudes{MinM: low, MaxM: low + t.power(-6, 4, "depth")}
}

// anyModel are the models of this package with options drawn at random, and the
// rectangle that their nodes may not leave.
var anyModel = map[string]func(t gambler) (mobility.Model, orb.Bound, error){
	"walk by distance": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.WalkOptions{World: t.world(), Distance: t.power(-3, 6, "distance")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		o.Distance = min(max(o.Distance, o.SpeedMax*0.00101), 1e6)
		m, err := mobility.NewWalk(o)
		return m, o.World.Bound(), err
	},
	"walk by time": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.WalkOptions{World: t.world(), Step: t.span(time.Millisecond, time.Hour, "step")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewWalk(o)
		return m, o.World.Bound(), err
	},
	"direction to the border": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.DirectionOptions{World: t.world(), PauseMax: t.span(0, time.Hour, "pause")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewDirection(o)
		return m, o.World.Bound(), err
	},
	"direction for a time": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.DirectionOptions{World: t.world(), TravelMin: t.span(time.Millisecond, time.Hour, "travel")}
		o.TravelMax = o.TravelMin + t.span(0, time.Hour, "more")
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewDirection(o)
		return m, o.World.Bound(), err
	},
	"gauss-markov": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.GaussMarkovOptions{World: t.world(), Alpha: t.share("alpha"), Step: t.span(time.Millisecond, time.Hour, "step"),
			SpeedDeviation: t.power(-6, 4, "deviation"), DirectionDeviation: 6 * t.share("direction")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewGaussMarkov(o)
		return m, o.World.Bound(), err
	},
	"levy walk": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.LevyOptions{World: t.world(), FlightMin: t.power(-3, 3, "flight"), FlightExponent: t.power(-2, 1, "alpha"), PauseExponent: t.power(-2, 1, "beta"),
			PauseMin: t.span(time.Millisecond, time.Minute, "pause"), PaceFactor: t.power(-1, 1, "pace"), PaceExponent: t.share("rho")}
		o.FlightMax = o.FlightMin * t.power(0, 3, "longer")
		o.PauseMax = o.PauseMin + t.span(0, time.Hour, "more")
		m, err := mobility.NewLevy(o)
		if err != nil && strings.Contains(err.Error(), "pace: flights must be") {
			t.Skip("too slow or too fast")
		}
		return m, o.World.Bound(), err
	},
	"manhattan": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.ManhattanOptions{World: mobility.Area{Width: t.power(2, 6, "width"), Height: t.power(2, 6, "height")}, BlocksX: rapid.IntRange(1, 20).Draw(t.T, "columns"), BlocksY: rapid.IntRange(1, 20).Draw(t.T, "rows"),
			Lanes: rapid.IntRange(1, 3).Draw(t.T, "lanes"), TurnLeft: t.share("left")}
		o.TurnRight = (1 - o.TurnLeft) * t.share("right")
		o.SpeedMin, o.SpeedMax = t.speeds()
		block := min(o.World.Width/float64(o.BlocksX), o.World.Height/float64(o.BlocksY))
		o.LaneWidth = max(block/float64(2*o.Lanes)*0.4*t.share("lane"), 0.001)
		m, err := mobility.NewManhattan(o)
		return m, o.World.Bound(), err
	},
	"reference point group": func(t gambler) (mobility.Model, orb.Bound, error) {
		w := t.world()
		o := mobility.ReferenceGroupOptions{Members: rapid.IntRange(1, 9).Draw(t.T, "members"), Step: t.span(time.Millisecond, time.Hour, "step")}
		margin := min(w.Width, w.Height) * 0.49 * t.share("margin")
		o.Spread = margin * t.share("spread")
		o.Wander = margin - o.Spread
		way := mobility.WaypointOptions{World: w.Inset(margin)}
		way.SpeedMin, way.SpeedMax = t.speeds()
		if o.Step.Seconds()*way.SpeedMax > 100*min(way.World.Width, way.World.Height) {
			t.Skip("the centre crosses the world a hundred times in a step")
		}
		centre, err := mobility.NewWaypoint(way)
		if err != nil {
			t.Skip(err)
		}
		o.Centre = centre
		if rapid.Bool().Draw(t.T, "bounded apart") {
			o.MemberSpeed = min(way.SpeedMax*(1+9*t.share("faster")), max(way.SpeedMax, 1e5))
		}
		m, err := mobility.NewReferenceGroup(o)
		if err != nil {
			return nil, w.Bound(), err
		}
		return mobility.ForRun(m, rapid.Uint64().Draw(t.T, "run")), w.Bound(), err
	},
	"column": func(t gambler) (mobility.Model, orb.Bound, error) {
		w := mobility.Area{Width: 1000, Height: 500}
		o := mobility.ColumnOptions{Members: rapid.IntRange(1, 9).Draw(t.T, "members"), Headway: t.span(time.Millisecond, time.Minute, "headway")}
		way := mobility.WaypointOptions{World: w, PauseMin: time.Millisecond, PauseMax: t.span(time.Second, time.Minute, "pause")}
		way.SpeedMin, way.SpeedMax = t.speeds()
		lead, err := mobility.NewWaypoint(way)
		if err != nil {
			t.Fatal(err)
		}
		o.Lead = lead
		m, err := mobility.NewColumn(o)
		return m, w.Bound(), err
	},
	"shortest path": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.ShortestPathOptions{Roads: square{}, PauseMax: t.span(0, time.Minute, "pause")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewShortestPath(o)
		return m, orb.Bound{Max: orb.Point{100, 100}}.Pad(1e-9), err
	},
	"waypoint 3-D": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.Waypoint3DOptions{World: t.world(), Altitudes: t.altitudes(), PauseMax: t.span(0, time.Hour, "pause")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		m, err := mobility.NewWaypoint3D(o)
		return m, o.World.Bound(), err
	},
	"coverage": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.CoverageOptions{World: t.world(), Nodes: rapid.IntRange(100, 200).Draw(t.T, "nodes"), Spacing: t.power(-3, 6, "spacing")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		flat, err := mobility.NewCoverage(o)
		if err != nil && strings.Contains(err.Error(), "from lane to lane must take") {
			t.Skip("lanes too close for the speed")
		}
		if err != nil {
			return nil, o.World.Bound(), err
		}
		m, err := mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: flat, Altitudes: t.altitudes()})
		return m, o.World.Bound().Pad(1e-9), err // lanes begin on the border, and arrivals are rounded
	},
	"hover": func(t gambler) (mobility.Model, orb.Bound, error) {
		w := t.world()
		o := mobility.HoverOptions{World: w, Altitudes: t.altitudes(), Step: t.span(time.Millisecond, time.Hour, "step")}
		o.Drift = min(o.Altitudes.MinM, (min(w.Width, w.Height)-0.001)/2) * 0.999 * t.share("drift")
		if o.Drift < 0.001 {
			o.Drift = 0
		}
		m, err := mobility.NewHover(o)
		return m, o.World.Bound(), err
	},
	"groups in the air": func(t gambler) (mobility.Model, orb.Bound, error) {
		w := mobility.Area{Width: 500, Height: 500}
		fly, err := mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: w, Altitudes: t.altitudes(), SpeedMin: 1, SpeedMax: 20})
		if err != nil {
			t.Fatal(err)
		}
		column, err := mobility.NewColumn(mobility.ColumnOptions{Lead: fly, Members: 4, Headway: t.span(time.Second, time.Minute, "headway")})
		if err != nil {
			t.Fatal(err)
		}
		m, err := mobility.NewGroups([]mobility.Group{{Nodes: 50, Model: column},
			{Nodes: 50, Model: fly, ArriveMin: time.Second, ArriveMax: time.Minute, DepartMin: 2 * time.Minute, DepartMax: time.Hour}})
		return m, w.Bound(), err
	},
	"groups": func(t gambler) (mobility.Model, orb.Bound, error) {
		o := mobility.WalkOptions{World: t.world(), Step: t.span(time.Second, time.Minute, "step")}
		o.SpeedMin, o.SpeedMax = t.speeds()
		walk, err := mobility.NewWalk(o)
		if err != nil {
			t.Fatal(err)
		}
		g := mobility.Group{Nodes: 1000, Model: walk, ArriveMin: t.span(0, time.Minute, "arrive")}
		g.ArriveMax = g.ArriveMin + t.span(0, time.Minute, "later")
		if rapid.Bool().Draw(t.T, "departs") {
			g.DepartMin = g.ArriveMax + t.span(1, time.Minute, "depart")
			g.DepartMax = g.DepartMin + t.span(0, time.Minute, "last")
		}
		m, err := mobility.NewGroups([]mobility.Group{{Nodes: 1, Model: walk}, g})
		return m, o.World.Bound(), err
	},
}

// square are four places at the corners of a block 100 m wide.
type square struct{}

func (square) Places() int { return 4 }
func (square) Place(i int) orb.Point {
	return orb.Point{[]float64{0, 100, 100, 0}[i], []float64{0, 0, 100, 100}[i]}
}
func (square) Route(from, to int) []int {
	if (from+2)%4 == to {
		return []int{from, (from + 1) % 4, to}
	}
	return []int{from, to}
}

func TestPathsKeepTheLaws(t *testing.T) {
	for name, draw := range anyModel {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m, bound, err := draw(gambler{t})
				if err != nil {
					t.Fatal(err)
				}
				legs := walk(pathOf(m, rapid.IntRange(1, 100).Draw(t, "node"), rapid.Uint64().Draw(t, "seed")), 60)
				if law := brokenLaw(legs, bound, m.MaxSpeed()); law != "" {
					t.Fatal(law)
				}
				if law := brokenAltitude(legs, mobility.AltitudesOf(m)); law != "" {
					t.Fatal(law)
				}
			})
		})
	}
}

// The same seed must give the same bytes on every machine and with every
// instruction set: run it with GOAMD64=v3 and on arm64, where a product and a
// sum are one instruction unless the code forbids it.
func TestModelsAreTheSameOnEveryMachine(t *testing.T) {
	for name, m := range ordinary() {
		h := sha256.New()
		for node := 1; node <= 60; node++ {
			for _, l := range walk(pathOf(mobility.ForRun(m, 7), node, 42), 200) {
				if !mobility.AltitudesOf(m).Flat() {
					if err := binary.Write(h, binary.LittleEndian, [...]float64{l.AltitudeM, l.ClimbMPS, l.AltitudeAt(l.End)}); err != nil {
						t.Fatal(err)
					}
				}
				middle := l.At(l.Start + (l.End-l.Start)/3)
				if err := binary.Write(h, binary.LittleEndian, inPlane(l)); err != nil {
					t.Fatal(err)
				}
				if err := binary.Write(h, binary.LittleEndian, middle); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got, want := hex.EncodeToString(h.Sum(nil)[:8]), hashes[name]; got != want {
			t.Errorf("%q: %q, // hashes to, not to %s", name, got, want)
		}
	}
}

var hashes = map[string]string{
	"walk":            "d52285d055e10077",
	"direction":       "29f50a501d5d08db",
	"gauss-markov":    "63a176f7ad467264",
	"levy":            "156de8dce28a91ce",
	"manhattan":       "29834b8c93ecfd4a",
	"waypoint":        "9892560efd960cf7",
	"reference group": "0893067ffb6632b4",
	"column":          "e502bd65946b05d6",
	"shortest path":   "0e4b077dd723e908",
	"groups":          "b787b07368c00b6d",
	"waypoint 3-D":    "2ad0d3e6168d203f",
	"hover":           "dd212229abf62f87",
	"coverage":        "7455c7e87972b275",
}

// ordinary are models with options as people choose them.
func ordinary() map[string]mobility.Model {
	w := mobility.Area{Width: 1234.5, Height: 678.9}
	waypoint := made(mobility.NewWaypoint(mobility.WaypointOptions{World: w.Inset(100), SpeedMin: 3, SpeedMax: 8}))
	gauss := made(mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: w, Alpha: 0.75, Step: time.Second, SpeedMin: 5, SpeedMax: 9, SpeedDeviation: 0.5, DirectionDeviation: math.Pi / 8}))
	manhattan := made(mobility.NewManhattan(mobility.ManhattanOptions{World: w, BlocksX: 7, BlocksY: 4, Lanes: 2, LaneWidth: 3.5,
		TurnLeft: 0.25, TurnRight: 0.25, SpeedMin: 4, SpeedMax: 16}))
	group := made(mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: waypoint, Members: 6, Spread: 80, Wander: 20, Step: time.Second}))
	return map[string]mobility.Model{
		"walk": made(mobility.NewWalk(mobility.WalkOptions{World: w, SpeedMin: 2, SpeedMax: 4, Distance: 7})),
		"direction": made(mobility.NewDirection(mobility.DirectionOptions{World: w, SpeedMin: 1, SpeedMax: 2,
			PauseMin: 2 * time.Second, PauseMax: 2 * time.Second})),
		"gauss-markov": gauss,
		"levy":         made(mobility.NewLevy(mininet(w))),
		"manhattan":    manhattan,
		"waypoint":     waypoint,
		"waypoint 3-D": made(mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: w, Altitudes: mobility.Altitudes{MinM: 20, MaxM: 120},
			SpeedMin: 5, SpeedMax: 15, PauseMax: 10 * time.Second})),
		"hover": made(mobility.NewHover(mobility.HoverOptions{World: w, Altitudes: mobility.Altitudes{MinM: 50, MaxM: 80}, Drift: 1.5, Step: time.Second})),
		"coverage": made(mobility.NewAtAltitude(mobility.AtAltitudeOptions{Altitudes: mobility.Altitudes{MinM: 60, MaxM: 60},
			Model: made(mobility.NewCoverage(mobility.CoverageOptions{World: w, Nodes: 60, Spacing: 5, SpeedMin: 5, SpeedMax: 15}))})),
		"reference group": group,
		"column":          made(mobility.NewColumn(mobility.ColumnOptions{Lead: manhattan, Members: 6, Headway: 2 * time.Second})),
		"shortest path": made(mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: square{}, SpeedMin: 0.5, SpeedMax: 1.5,
			PauseMax: 2 * time.Minute})),
		"groups": made(mobility.NewGroups([]mobility.Group{{Nodes: 30, Model: group},
			{Nodes: 30, Model: gauss, ArriveMax: time.Minute, DepartMin: 2 * time.Minute, DepartMax: time.Hour}})),
	}
}

// mininet are Mininet-WiFi's parameters of the truncated Lévy walk.
func mininet(w mobility.Area) mobility.LevyOptions {
	return mobility.LevyOptions{World: w, FlightMin: 1, FlightMax: 50, FlightExponent: 1.6,
		PauseMin: time.Second, PauseMax: 100 * time.Second, PauseExponent: 0.8, PaceFactor: 10, PaceExponent: 0.5}
}

// Next allocates nothing, except a route once a trip.
func TestNextAllocatesLittle(t *testing.T) {
	most := map[string]float64{"shortest path": 1}
	for name, m := range ordinary() {
		p := pathOf(m, 1, 1)
		if n := testing.AllocsPerRun(1000, func() { p.Next() }); n > most[name] {
			t.Errorf("%s: %g allocations per leg", name, n)
		}
	}
}

// BenchmarkNext measures how fast legs are drawn.
func BenchmarkNext(b *testing.B) {
	for name, m := range ordinary() {
		b.Run(name, func(b *testing.B) {
			p := pathOf(m, 1, 1)
			for b.Loop() {
				p.Next()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "legs/s")
		})
	}
}
