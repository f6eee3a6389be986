package emulator

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// offered returns what node 1, 2, … offered at an instant, by the trace.
func (j *journal) offered(nodes int, at time.Duration) []int64 {
	out := make([]int64, nodes)
	for _, r := range j.of(trace.Capability) {
		if time.Duration(r.At) <= at {
			out[r.Node-1] = r.Value
		}
	}
	return out
}

func (j *journal) offers(t *testing.T, at time.Duration, want ...int64) {
	t.Helper()
	if got := j.offered(len(want), at); !slices.Equal(got, want) {
		t.Errorf("at %v nodes offer %v, want %v", at, got, want)
	}
}

func TestClosenessByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph radio.Graph
		want  []int64
	}{
		// Of nodes 2 to 5, by the hops to the others: 4/4 and 4/(1 + 3·2) = 571 ‰.
		{"star", radio.Star(5), []int64{1000, 570, 570, 570, 570}},
		// 4/(1+2+3+4), 4/(1+1+2+3) = 571 ‰, 4/(1+1+2+2) = 667 ‰.
		{"line", radio.Line(5), []int64{400, 570, 660, 570, 400}},
		{"complete", radio.Complete(4), []int64{1000, 1000, 1000, 1000}},
		{"alone", radio.Line(1), []int64{0}},
	} {
		cfg := wires(c.graph)
		cfg.Capability = Capability{Closeness: 1}
		_, j := run(t, cfg)
		t.Run(c.name, func(t *testing.T) { j.offers(t, 0, c.want...) })
	}
}

// TestClosenessWithMoreThan64Nodes: one search handles 64 source nodes at a time.
func TestClosenessWithMoreThan64Nodes(t *testing.T) {
	cfg := wires(radio.Line(130))
	cfg.Capability = Capability{Closeness: 1}
	_, j := run(t, cfg)
	got := j.offered(130, 0)
	// Ends: 129/(1 + … + 129) = 15.4 ‰. Node 65: 129/((1 + … + 64) + (1 + … + 65)) = 30.5 ‰.
	if got[0] != 10 || got[129] != 10 || got[64] != 30 || got[65] != 30 {
		t.Errorf("ends offer %d and %d, the middle %d and %d", got[0], got[129], got[64], got[65])
	}
}

// TestClosenessIsOfTheTrueComponent: the component is that of the medium, on a disk as on
// wires, and that of the node's side of a partition.
func TestClosenessIsOfTheTrueComponent(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {200, 0}, {400, 0}, {5000, 0}})
	cfg.Until = 25 * time.Second
	cfg.Capability = Capability{Closeness: 1}
	cfg.Faults = []Fault{{At: 15 * time.Second, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2, 4}, {3}}}}
	_, j := run(t, cfg)
	j.offers(t, 0, 660, 1000, 660, 0)
	j.offers(t, 20*time.Second, 1000, 1000, 0, 0)
}

// TestClosenessIsAsOldAsItsMeasurement: a line loses its middle node between two
// measurements, and the node returns later.
func TestClosenessIsAsOldAsItsMeasurement(t *testing.T) {
	cfg := wires(radio.Line(3))
	cfg.Until = 41 * time.Second
	cfg.Capability = Capability{Closeness: 1}
	cfg.Faults = []Fault{{At: 12500 * ms, For: 15 * time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}}
	_, j := run(t, cfg)
	j.offers(t, 19999*ms, 660, 1000, 660) // 2/3
	j.offers(t, 20*time.Second, 0, 1000, 0)
	j.offers(t, 29999*ms, 0, 1000, 0)
	j.offers(t, 30*time.Second, 660, 1000, 660)
}

func TestClosenessAgainstFloydAndWarshall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		hops := make([][]int, n)
		for i := range hops {
			hops[i] = make([]int, n)
			for j := range hops[i] {
				hops[i][j] = 1000
			}
			hops[i][i] = 0
		}
		var edges [][2]protocol.ID
		for i := range n {
			for j := range i {
				if rapid.IntRange(0, 3).Draw(t, "link") == 0 {
					edges = append(edges, [2]protocol.ID{id(j), id(i)})
					hops[i][j], hops[j][i] = 1, 1
				}
			}
		}
		graph, err := radio.Edges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		for k := range n {
			for i := range n {
				for j := range n {
					hops[i][j] = min(hops[i][j], hops[i][k]+hops[k][j])
				}
			}
		}
		cfg := wires(graph)
		cfg.Capability = Capability{Closeness: 1}
		j := new(journal)
		cfg.Sinks = []trace.Sink{j}
		w, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		w.Begin()
		for i, got := range j.offered(n, 0) {
			others, sum := 0, 0
			for _, h := range hops[i] {
				if h > 0 && h < 1000 {
					others, sum = others+1, sum+h
				}
			}
			if want := 1000 * others / max(sum, 1); got > int64(want)+1 || got < int64(want)-10 {
				t.Fatalf("node %d offers %d, want %d to the quantum: %v", i+1, got, want, edges)
			}
		}
	})
}

// TestUptimeBeginsAnewAtEachBoot also checks that a node that boots does not offer its
// former uptime until the next second.
func TestUptimeBeginsAnewAtEachBoot(t *testing.T) {
	cfg := wires(radio.Line(2))
	cfg.Until = 40 * time.Second
	cfg.Capability = Capability{Uptime: 1, UptimeHalf: 10 * time.Second}
	cfg.Faults = []Fault{{At: 15500 * ms, For: 5 * time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}}
	_, j := run(t, cfg)
	j.offers(t, 0, 0, 0)
	j.offers(t, 10*time.Second, 500, 500)
	j.offers(t, 20500*ms, 660, 0)        // 20/30; and just booted
	j.offers(t, 21*time.Second, 670, 40) // 21/31 = 677 ‰; 0.5/10.5 = 48 ‰
	j.offers(t, 30*time.Second, 750, 480)
}

func TestMobilityPrefersTheSlow(t *testing.T) {
	cfg := plane(make([][2]float64, 4))
	move := func(vx float64, from float64, start, end time.Duration) mobility.Leg {
		return mobility.Leg{From: orb.Point{from, 0}, Velocity: orb.Point{vx, 0}, Start: start, End: end}
	}
	cfg.Mobility = wander{speed: 10, legs: [][]mobility.Leg{
		{move(0, 0, 0, mobility.Forever)},
		{move(-5, 1000, 0, mobility.Forever)},
		{move(10, 0, 0, mobility.Forever)},
		{move(10, 0, 0, 9500*ms), move(0, 95, 9500*ms, mobility.Forever)},
	}}
	cfg.Until = 13 * time.Second
	cfg.Capability = Capability{Mobility: 1}
	_, j := run(t, cfg)
	j.offers(t, 9*time.Second, 1000, 500, 0, 0)
	// The node has stopped: its measured speed falls by a tenth each second.
	j.offers(t, 10*time.Second, 1000, 500, 0, 100)
	j.offers(t, 11*time.Second, 1000, 500, 0, 190)
	j.offers(t, 12*time.Second, 1000, 500, 0, 270)
	cfg.Capability.SpeedLimit = 20
	_, j = run(t, cfg)
	j.offers(t, 9*time.Second, 1000, 750, 500, 500)
}

func TestAllTermsAreOneSum(t *testing.T) {
	cfg := wires(radio.Star(5))
	cfg.Until = 11 * time.Second
	cfg.Capability = Capability{Closeness: 0.5, Static: 0.25, Connectivity: 0.2, Uptime: 0.05,
		UptimeHalf: 10 * time.Second, Shares: []float64{0, 1, 0.5, 0.25, 0}}
	_, j := run(t, cfg)
	// Centre: 500 + 0.2·4/16. Leaves: 285.7 + 0.2/16·1000 + 250 of their share.
	j.offers(t, 0, 550, 540, 420, 360, 290)
	j.offers(t, 10*time.Second, 570, 570, 440, 380, 320) // and 25 for an uptime of one half-life
}

// TestQualityIsWhatTheChannelLeaves: where three of ten frames are lost a node hears seven
// of ten hellos. Without losses it hears all.
func TestQualityIsWhatTheChannelLeaves(t *testing.T) {
	for _, p := range []float64{0, 0.3} {
		loss, err := radio.NewBernoulli(5, p, radio.DefaultSlot)
		if err != nil {
			t.Fatal(err)
		}
		cfg := plane(make([][2]float64, 10))
		cfg.Until, cfg.Loss = 200*time.Second, loss
		cfg.Services = overlay.Services{Hello: &overlay.HelloOptions{Timeout: 12 * time.Second, Window: overlay.QualityWindow}}
		cfg.Capability = Capability{LinkQuality: 1}
		_, j := run(t, cfg)
		sum, samples := 0.0, 0
		for at := 20 * time.Second; at < cfg.Until; at += 5 * time.Second {
			for _, value := range j.offered(cfg.Nodes, at) {
				sum += float64(value)
				samples++
			}
		}
		// Rounding down costs half a quantum on average, and hellos that may still come
		// cost little; σ of 36·90·10 hellos in windows of twice the step is 0.004.
		if mean := sum / float64(samples); math.Abs(mean-1000*(1-p)) > 25*math.Sqrt(p)+0.001 {
			t.Errorf("hellos are lost with probability %v, and nodes hear %.1f ‰ of them", p, mean)
		}
	}
}

func hashOf(t *testing.T, cfg Config) string {
	t.Helper()
	h := trace.NewHash()
	play(t, cfg, h)
	return h.Sum()
}

func TestSameSeedSameOffers(t *testing.T) {
	cfg := plane(make([][2]float64, 12))
	cfg.Mobility, cfg.Until = strolling(t, 500), time.Minute
	cfg.Services.Hello = &overlay.HelloOptions{Window: overlay.QualityWindow}
	plain := hashOf(t, cfg)
	cfg.Capability = Capability{UptimeHalf: time.Second, SpeedLimit: 3, Shares: make([]float64, 12)}
	if hashOf(t, cfg) != plain {
		t.Error("a term without weight changes the trace")
	}
	cfg.Capability = Capability{Battery: 0.1, Connectivity: 0.1, LinkQuality: 0.2, Closeness: 0.2, Uptime: 0.1, Mobility: 0.2, Static: 0.1,
		Shares: make([]float64, 12)}
	first := hashOf(t, cfg)
	if hashOf(t, cfg) != first || first == plain {
		t.Error("the same seed gives two traces, or the weights have no effect")
	}
}
