package emulator

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/emulator/internal/place"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// A node that walks over a region, at 10 m/s, foresees by hand where it goes in
// and out.
func TestAWalkerCrossesARegionWhenItDoes(t *testing.T) {
	circle := Region{X: 100, Y: 30, RadiusM: 50} // the line y = 0 cuts it at 100 ± 40
	box := Region{X: 100, Y: -10, WidthM: 50, HeightM: 20}
	aside := Region{X: 100, Y: 51, RadiusM: 50}
	tests := []struct {
		region  Region
		from    float64
		in, out int64 // ns
	}{
		{circle, 0, 6e9, 14e9 + 1},
		{box, 0, 10e9, 15e9 + 1},
		{aside, 0, never, never},
		{Region{X: 100, Y: 1, WidthM: 9, HeightM: 9}, 0, never, never},
		{circle, 141, never, never},
		{box, 151, never, never},
	}
	for _, test := range tests {
		m := place.Motion{X: test.from, VX: 10}
		if in := test.region.crosses(&m, 0); in != test.in {
			t.Errorf("%+v from %v: in at %d, want %d", test.region, test.from, in, test.in)
		}
		if test.in == never {
			continue
		}
		if out := test.region.crosses(&m, test.in); out != test.out {
			t.Errorf("%+v from %v: out at %d, want %d", test.region, test.from, out, test.out)
		}
		if out := test.region.crosses(&m, test.out); out != never {
			t.Errorf("%+v from %v: in again at %d", test.region, test.from, out)
		}
	}
	still := place.Motion{X: 100}
	if at := circle.crosses(&still, 0); at != never {
		t.Errorf("what stands still leaves at %d", at)
	}
}

// Just before the foreseen instant a node is where it was, and then it is not.
func TestCrossingIsForeseen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spot, speed := rapid.Float64Range(-300, 300), rapid.Float64Range(-20, 20)
		r := Region{X: spot.Draw(t, "x"), Y: spot.Draw(t, "y")}
		if rapid.Bool().Draw(t, "circle") {
			r.RadiusM = rapid.Float64Range(1, 200).Draw(t, "radius")
		} else {
			r.WidthM, r.HeightM = rapid.Float64Range(1, 200).Draw(t, "w"), rapid.Float64Range(1, 200).Draw(t, "h")
		}
		m := place.Motion{X: spot.Draw(t, "from x"), Y: spot.Draw(t, "from y"), VX: speed.Draw(t, "vx"), VY: speed.Draw(t, "vy")}
		for _, v := range []*float64{&m.VX, &m.VY} {
			if math.Abs(*v) < 1e-3 {
				*v = 0 // slower than anything that moves, and lost in the rounding of places
			}
		}
		if r.grazed(m.At(0)) {
			return
		}
		before := r.Holds(m.At(0))
		at := r.crosses(&m, 0)
		// Looked at a hundred times on the way, it never crossed before.
		end := min(at, int64(200*time.Second))
		for k := range int64(100) {
			now := end * k / 100
			if now < at-10 && r.Holds(m.At(now)) != before && !r.grazed(m.At(now)) {
				t.Fatalf("crossed at %d, before %d", now, at)
			}
		}
		if at != never && r.Holds(m.At(at+10)) == before && r.Holds(m.At(at)) == before && !r.grazed(m.At(at)) {
			t.Fatalf("did not cross at %d", at)
		}
	})
}

// grazed says whether a point is a micrometre from the rim, where rounding decides:
// who passes it slowly enough may seem never to have crossed it.
func (r *Region) grazed(x, y float64) bool {
	const near = 1e-6
	dx, dy := x-r.X, y-r.Y
	if r.RadiusM > 0 {
		return math.Abs(math.Hypot(dx, dy)-r.RadiusM) < near
	}
	rim := func(d, width float64) bool { return math.Abs(d) < near || math.Abs(d-width) < near }
	return rim(dx, r.WidthM) || rim(dy, r.HeightM)
}

// straight is one leg for ever.
func straight(x, y, vx, vy float64) []mobility.Leg {
	return []mobility.Leg{{End: mobility.Forever, From: orb.Point{x, y}, Velocity: orb.Point{vx, vy}}}
}

// Node 1 stands at the origin, node 2 in the jammed circle, and node 3 walks
// through it. Links come and go as it goes in and out; frames out of the circle
// arrive, those into it do not.
func TestAJammedNodeSendsAndDoesNotHear(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}, {0, 0}})
	cfg.Mobility = wander{legs: [][]mobility.Leg{straight(0, 0, 0, 0), straight(100, 0, 0, 0), straight(0, 20, 10, 0)}, speed: 10}
	cfg.Until = 30 * time.Second
	made := make([]*courier, 3)
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{1, 2, 3}, made: made} })
	elect := func(at time.Duration, node protocol.ID) Fault {
		return Fault{At: at, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{node}}
	}
	cfg.Faults = []Fault{
		{At: 2 * time.Second, For: 20 * time.Second, Kind: FaultJam, Region: Region{X: 100, Y: 20, RadiusM: 50}},
		elect(3*time.Second, 1),  // 3 hears, 2 does not
		elect(4*time.Second, 2),  // 1 and 3 hear
		elect(10*time.Second, 3), // inside: 1 hears, 2 does not
		elect(23*time.Second, 1), // over: all hear
		elect(23*time.Second+1, 2),
	}
	_, j := run(t, cfg)
	var got []string
	for _, r := range append(j.of(trace.LinkUp), j.of(trace.LinkDown)...) {
		got = append(got, r.Kind.String()+" "+r.Node.String()+" "+r.Peer.String()+" "+r.At.String())
	}
	want := []string{"link-up 1 2 0s", "link-up 1 3 0s", "link-up 2 3 0s", // of the beginning
		"link-up 1 3 15.000000001s", "link-up 1 2 22s", "link-up 2 3 22s",
		"link-down 1 2 2s", "link-down 2 3 2s", "link-down 1 3 5s", "link-down 1 3 24.919…"}
	if len(got) != len(want) {
		t.Fatalf("links %q\nwant  %q", got, want)
	}
	for k := range want[:9] {
		if got[k] != want[k] {
			t.Errorf("links %q\nwant  %q", got, want)
			break
		}
	}
	heard := map[[2]protocol.ID]int{} // by receiver and sender, others' frames
	for _, r := range j.of(trace.Receive) {
		if r.Node != r.Peer {
			heard[[2]protocol.ID{r.Node, r.Peer}]++
		}
	}
	for pair, n := range map[[2]protocol.ID]int{{3, 1}: 2, {2, 1}: 1, {1, 2}: 2, {3, 2}: 2, {1, 3}: 1, {2, 3}: 0} {
		if heard[pair] != n {
			t.Errorf("%d heard %d frames of %d, want %d", pair[0], heard[pair], pair[1], n)
		}
	}
	// By hand: 8 attempts each of 1→2 and 3→2; acknowledgements into the circle are
	// lost and count for nothing here.
	if n := j.count(trace.Lost, trace.WhyJam); n != 16 {
		t.Errorf("%d frames lost to the jam, want 16", n)
	}
}
