package emulator

import (
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// straight returns one leg that never ends.
func straight(x, y, vx, vy float64) []mobility.Leg {
	return []mobility.Leg{{End: mobility.Forever, From: orb.Point{x, y}, Velocity: orb.Point{vx, vy}}}
}

// Node 1 stands at the origin, node 2 in the jammed circle, and node 3 walks through the
// circle. Its links change as it goes in and out. Frames from inside the circle arrive,
// frames to nodes inside do not.
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
	want := []string{"link-up 1 2 0s", "link-up 1 3 0s", "link-up 2 3 0s", // at the start
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
	heard := map[[2]protocol.ID]int{} // by receiver and sender, without a node's own frames
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
	// By hand: 8 attempts each of 1→2 and 3→2. Acknowledgements that are lost in the
	// circle are not counted here.
	if n := j.count(trace.Lost, trace.WhyJam); n != 16 {
		t.Errorf("%d frames lost to the jam, want 16", n)
	}
}
