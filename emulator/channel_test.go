package emulator

import (
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// overChannel returns a world of couriers at the given places, over a channel.
func overChannel(t *testing.T, o radio.ChannelOptions, to []protocol.ID, places ...[2]float64) (Config, []*courier) {
	t.Helper()
	cfg := plane(places)
	cfg.Medium = channelOf(t, cfg.Seed, o)
	made := make([]*courier, len(places))
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: to, made: made} })
	cfg.Start = Start{Elect: []protocol.ID{1}}
	return cfg, made
}

// ns3s returns a radio with ns-3's defaults, which reaches 221 m.
func ns3s() radio.ChannelOptions {
	return radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
}

// keep runs a world and returns its records.
func keep(t *testing.T, cfg Config) *journal {
	t.Helper()
	j := new(journal)
	play(t, cfg, j)
	return j
}

// Node 1 reaches node 2, whose answers are too weak: the frame arrives, none of the
// acknowledgements of its eight transmissions arrives, and there is no link.
func TestOneWayLinkCarriesButDoesNotCount(t *testing.T) {
	o := ns3s()
	o.Emitter.OwnDBm = []float64{20, 0}
	cfg, made := overChannel(t, o, []protocol.ID{2}, [2]float64{0, 0}, [2]float64{200, 0})
	cfg.Until = 2 * time.Second
	j := keep(t, cfg)
	if len(made[1].got) != 1 {
		t.Errorf("node 2 got %d tokens, want 1", len(made[1].got))
	}
	for what, counts := range map[string][2]int{
		"data frames":      {j.count(trace.Transmit, trace.WhyData), 8},
		"acknowledgements": {j.count(trace.Transmit, trace.WhyAck), 8},
		"duplicates":       {j.count(trace.Lost, trace.WhyDuplicate), 7},
		"links":            {len(j.of(trace.LinkUp)), 0},
	} {
		if counts[0] != counts[1] {
			t.Errorf("%d %s, want %d", counts[0], what, counts[1])
		}
	}
	for _, r := range j.of(trace.Component) {
		if r.Peer != r.Node {
			t.Errorf("node %d is in the component of %d: a link needs both directions", r.Node, r.Peer)
		}
	}
}

// A frame that fades on a link is charged to its receiver, and the channel loses it. A
// frame that has almost no chance to arrive is out of range.
func TestFadedFramesAreLostAndUnlikelyOnesOutOfRange(t *testing.T) {
	for distance, want := range map[float64]trace.Why{200: trace.WhyLoss, 300: trace.WhyRange} {
		o := ns3s()
		o.Fading = radio.Rayleigh()
		to := make([]protocol.ID, 300)
		for i := range to {
			to[i] = 2
		}
		cfg, made := overChannel(t, o, to, [2]float64{0, 0}, [2]float64{distance, 0})
		cfg.Until, cfg.Link.Retries = time.Minute, 0
		j := keep(t, cfg)
		got, lost := len(made[1].got), j.count(trace.Lost, want)
		if got+lost != 300 || got < 5 || lost < 50 {
			t.Errorf("at %v m %d of 300 frames arrive, %d have the reason %q", distance, got, lost, want)
		}
	}
}

// A walker behind a house loses its link within a second after the house blocks the line
// of sight. The link returns within a second, too. Samples of components are exact.
func TestLinksFollowTheWalls(t *testing.T) {
	o := ns3s()
	o.Obstacles = []radio.Obstacle{{WallDB: 60, Outline: orb.Polygon{{{40, -10}, {60, -10}, {60, 10}, {40, 10}, {40, -10}}}}}
	cfg, _ := overChannel(t, o, nil, [2]float64{0, 0}, [2]float64{100, 0})
	// The walker goes from (100, −50) north at 1 m/s. The line from it to (0, 0) touches
	// the corner (40, −10) at y = −25, and (40, 10) at y = 25.
	cfg.Mobility = wander{speed: 1, legs: [][]mobility.Leg{
		{{From: orb.Point{0, 0}, End: mobility.Forever}},
		{{From: orb.Point{100, -50}, Velocity: orb.Point{0, 1}, End: mobility.Forever}},
	}}
	cfg.Until, cfg.TruthEvery = 100*time.Second, 700*time.Millisecond
	j := keep(t, cfg)
	up, down := j.of(trace.LinkUp), j.of(trace.LinkDown)
	if len(up) != 2 || len(down) != 1 {
		t.Fatalf("%d times up, %d times down", len(up), len(down))
	}
	for what, at := range map[string]struct{ got, exact float64 }{
		"lost":  {down[0].At.Seconds(), 25},
		"found": {up[1].At.Seconds(), 75},
	} {
		if at.got < at.exact || at.got > at.exact+1 {
			t.Errorf("the link is %s at %v s, the line of sight at %v s", what, at.got, at.exact)
		}
	}
	for _, r := range j.of(trace.Component) {
		at := r.At.Seconds()
		if apart := at >= 25 && at <= 75; r.Node == 2 && apart != (r.Peer == 2) {
			t.Errorf("at %v s node 2 is in the component of %d", at, r.Peer)
		}
	}
}

// Components consist of bidirectional links between the places at the time of the sample.
func TestComponentsOverAChannelAreThoseOfItsLinks(t *testing.T) {
	const nodes, seed = 30, 5
	o := ns3s()
	o.Shadowing = radio.Shadowing{SigmaDB: 5, CorrelationM: 15, Coherence: 3 * time.Second}
	o.Fading, o.Obstacles, o.Emitter.SpreadDB = radio.Rayleigh(), house(), 6
	cfg := plane(make([][2]float64, nodes))
	cfg.Seed, cfg.Mobility, cfg.Until, cfg.TruthEvery = seed, strolling(t, 900), 30*time.Second, time.Second
	cfg.Medium = channelOf(t, seed, o)
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{made: make([]*courier, nodes)} })
	masked, err := NewRadio(cfg)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[int]int{}
	var lowest map[protocol.ID]protocol.ID
	for _, r := range keep(t, cfg).of(trace.Component) {
		if r.Node == 1 {
			lowest = linkedTogether(masked, nodes, r.At)
			count := map[protocol.ID]int{}
			for _, root := range lowest {
				count[root]++
			}
			for _, n := range count {
				sizes[n]++
			}
		}
		if r.Peer != lowest[r.Node] {
			t.Fatalf("at %v node %d is in the component of %d, want %d by its links", r.At, r.Node, r.Peer, lowest[r.Node])
		}
	}
	if len(sizes) < 5 {
		t.Errorf("components of sizes %v are too few sizes to test with", sizes)
	}
}

// linkedTogether returns the lowest node of each node's component.
func linkedTogether(e *Radio, nodes int, at protocol.Time) map[protocol.ID]protocol.ID {
	lowest := map[protocol.ID]protocol.ID{}
	for id := range protocol.ID(nodes) {
		lowest[id+1] = id + 1
	}
	for changed := true; changed; {
		changed = false
		for a := range lowest {
			for b := range lowest {
				there, back := e.Barrier(a, b, time.Duration(at)), e.Barrier(b, a, time.Duration(at))
				if a != b && there == trace.NoReason && back == trace.NoReason && lowest[a] < lowest[b] {
					lowest[b], changed = lowest[a], true
				}
			}
		}
	}
	return lowest
}

// Three nodes hear each other. For twenty seconds node 2 stands in a jammed circle: the
// others hear it, it hears nobody, and it is a component of its own.
func TestAJamOverAChannel(t *testing.T) {
	cfg, _ := overChannel(t, ns3s(), []protocol.ID{1, 2, 3}, [2]float64{0, 0}, [2]float64{100, 0}, [2]float64{0, 20})
	cfg.Until, cfg.Start = 30*time.Second, Start{}
	elect := func(at time.Duration, node protocol.ID) Fault {
		return Fault{At: at, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{node}}
	}
	cfg.Faults = []Fault{
		{At: 2 * time.Second, For: 20 * time.Second, Kind: FaultJam, Region: Region{X: 100, Y: 20, RadiusM: 50}},
		elect(3*time.Second, 1), elect(4*time.Second, 2), elect(23*time.Second, 1),
	}
	j := keep(t, cfg)
	heard := map[[2]protocol.ID]int{} // by receiver and sender
	for _, r := range j.of(trace.Receive) {
		heard[[2]protocol.ID{r.Node, r.Peer}]++
	}
	for pair, n := range map[[2]protocol.ID]int{{3, 1}: 2, {2, 1}: 1, {1, 2}: 1, {3, 2}: 1} {
		if heard[pair] != n {
			t.Errorf("%d heard %d frames of %d, want %d", pair[0], heard[pair], pair[1], n)
		}
	}
	if n := j.count(trace.Lost, trace.WhyJam); n != 8 {
		t.Errorf("%d frames lost to the jam, want the 8 attempts from 1 to 2", n)
	}
	var links []string
	for _, r := range append(j.of(trace.LinkDown), j.of(trace.LinkUp)...) {
		if r.At > 0 {
			links = append(links, r.Kind.String()+" "+r.Node.String()+" "+r.Peer.String()+" "+r.At.String())
		}
	}
	if want := []string{"link-down 1 2 2s", "link-down 2 3 2s", "link-up 1 2 22s", "link-up 2 3 22s"}; !slices.Equal(links, want) {
		t.Errorf("links %q\nwant  %q", links, want)
	}
	var of []protocol.ID // of nodes 1, 2 and 3
	for _, at := range []time.Duration{0, 12 * time.Second, 24 * time.Second} {
		for k := range 3 {
			of = append(of, componentsAt(j, at)[id(k)])
		}
	}
	if want := []protocol.ID{1, 1, 1, 1, 2, 1, 1, 1, 1}; !slices.Equal(of, want) {
		t.Errorf("components %v, want %v", of, want)
	}
}
