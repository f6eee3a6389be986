package place

import (
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/pathcheck"
	"bellwether/mobility"
	"bellwether/protocol"
)

// A node stands where the last of its stays says, and elsewhere is where it would be without
// them; its legs keep the contract, and only a stay makes it jump.
func TestStays(t *testing.T) {
	area := mobility.Area{Width: 500, Height: 300}
	walk, err := mobility.NewWaypoint(mobility.WaypointOptions{World: area, SpeedMin: 1, SpeedMax: 30})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		second := func(name string, least, most int) time.Duration {
			return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Second
		}
		var stays []Stay
		for range rapid.IntRange(1, 5).Draw(t, "stays") {
			one := Stay{Node: protocol.ID(rapid.IntRange(1, 2).Draw(t, "node")), X: rapid.Float64Range(0, 500).Draw(t, "x"),
				Y: rapid.Float64Range(0, 300).Draw(t, "y"), From: second("from", 0, 60)}
			if rapid.Bool().Draw(t, "ends") {
				one.Until = one.From + second("for", 1, 40)
			}
			stays = append(stays, one)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		for node := protocol.ID(1); node <= 2; node++ {
			own, moved := WayOf(walk, seed, node), WayOf(mobility.ForRun(Moved(walk, stays), seed), seed, node)
			leg, err := own.Next(0)
			if err != nil {
				t.Fatal(err)
			}
			var former mobility.Leg
			for at := time.Duration(0); at < 2*time.Minute; {
				got, err := moved.Next(at)
				if err != nil {
					t.Fatal(err)
				}
				for at = got.Start; at < min(got.End, 2*time.Minute); at += time.Second / 2 {
					for leg.End <= at {
						if leg, err = own.Next(leg.End); err != nil {
							t.Fatal(err)
						}
					}
					want := wanted(stays, node, at, leg.At(at))
					if off := got.At(at); pathcheck.Check(got, got.Start, pathcheck.Bounds{SpeedMPS: 30}) != nil || distance(off, want) > 1e-6 {
						t.Fatalf("node %d at %v is at %v, want %v", node, at, off, want)
					}
				}
				if got.Start > 0 && got.Jumps(former) && !touches(stays, node, got.Start) {
					t.Fatalf("node %d jumps at %v, where no stay begins or ends", node, got.Start)
				}
				former, at = got, got.End
			}
		}
	})
}

func wanted(stays []Stay, node protocol.ID, at time.Duration, own orb.Point) orb.Point {
	for _, s := range stays {
		if s.Node == node && s.From <= at && (s.Until == 0 || at < s.Until) {
			own = orb.Point{s.X, s.Y}
		}
	}
	return own
}

func touches(stays []Stay, node protocol.ID, at time.Duration) bool {
	for _, s := range stays {
		if s.Node == node && (s.From == at || s.Until == at) {
			return true
		}
	}
	return false
}

func distance(a, b orb.Point) float64 { return max(a[0]-b[0], b[0]-a[0], a[1]-b[1], b[1]-a[1]) }

// A node that is placed keeps the altitude that it has then, however its own path climbs
// meanwhile.
func TestAStayKeepsTheAltitude(t *testing.T) {
	area := mobility.Area{Width: 200, Height: 200}
	fly, err := mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: area, SpeedMin: 5, SpeedMax: 20, Altitudes: mobility.Altitudes{MinM: 20, MaxM: 200}})
	if err != nil {
		t.Fatal(err)
	}
	const from, until = 10 * time.Second, 90 * time.Second
	for seed := range uint64(20) {
		own := WayOf(fly, seed, 1)
		way := WayOf(mobility.ForRun(Moved(fly, []Stay{{Node: 1, X: 5, Y: 7, From: from, Until: until}}), seed), seed, 1)
		leg, err := own.Next(0)
		for err == nil && leg.End <= from {
			leg, err = own.Next(leg.End)
		}
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Duration(0); at < until; {
			got, err := way.Next(at)
			if err != nil {
				t.Fatal(err)
			}
			if got.Start >= from && got.Start < until && (got.AltitudeM != leg.AltitudeAt(from) || got.ClimbMPS != 0) {
				t.Fatalf("seed %d: at %v it is %g m high and climbs at %g m/s, want %g", seed, got.Start, got.AltitudeM, got.ClimbMPS, leg.AltitudeAt(from))
			}
			at = got.End
		}
	}
}
