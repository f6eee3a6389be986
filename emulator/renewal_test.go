package emulator

import (
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/faults"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// outages returns, by node, the instants of crashes, and of boots after the first.
func outages(t *testing.T, cfg Config) (crash, boot map[protocol.ID][]protocol.Time) {
	t.Helper()
	_, j := run(t, cfg)
	crash, boot = map[protocol.ID][]protocol.Time{}, map[protocol.ID][]protocol.Time{}
	for _, r := range j.of(trace.Crash) {
		crash[r.Node] = append(crash[r.Node], r.At)
	}
	for _, r := range j.of(trace.Boot) {
		if r.Value > 1 {
			boot[r.Node] = append(boot[r.Node], r.At)
		}
	}
	return crash, boot
}

func TestRandomFailuresAreExponential(t *testing.T) {
	cfg := wires(radio.Line(100))
	cfg.Start, cfg.Until = Start{}, 1000*time.Second
	cfg.Faults = []Fault{{MTBF: 8 * time.Second, Repair: 2 * time.Second, Kind: FaultCrash, Target: TargetAll}}
	crash, boot := outages(t, cfg)
	var up, down []float64
	for id := protocol.ID(1); id <= 100; id++ {
		last := protocol.Time(0)
		for k, at := range crash[id] {
			up = append(up, at.Sub(last).Seconds())
			if k < len(boot[id]) {
				last = boot[id][k]
				down = append(down, last.Sub(at).Seconds())
			}
		}
	}
	// About 100·1000/10 cycles. For an exponential distribution the standard deviation of
	// a mean of n spans is mean/√n, and the share of spans longer than twice the mean is
	// e⁻².
	for _, test := range []struct {
		what   string
		spans  []float64
		mean   float64
		cycles float64
	}{{"up", up, 8, 1e4}, {"down", down, 2, 1e4}} {
		n := float64(len(test.spans))
		sum, long := 0.0, 0.0
		for _, s := range test.spans {
			sum += s
			if s > 2*test.mean {
				long++
			}
		}
		if math.Abs(n-test.cycles) > 500 || math.Abs(sum/n-test.mean) > 5*test.mean/math.Sqrt(n) ||
			math.Abs(long/n-math.Exp(-2)) > 5*math.Sqrt(math.Exp(-2)/n) {
			t.Errorf("%s: %v spans of %v s on average, %v of them longer than twice the mean", test.what, n, sum/n, long/n)
		}
	}
}

// The failures of a node depend on no other fault and no other node.
func TestRandomFailuresAreOneStreamForEachNode(t *testing.T) {
	world := func(nodes int, more ...Fault) []protocol.Time {
		cfg := wires(radio.Line(nodes))
		cfg.Start, cfg.Until = Start{}, 100*time.Second
		cfg.Faults = append([]Fault{{MTBF: 5 * time.Second, Repair: time.Second, Kind: FaultCrash, Target: TargetAll}}, more...)
		crash, _ := outages(t, cfg)
		return crash[3]
	}
	alone := world(3)
	if together := world(9, Fault{MTBF: time.Second, Kind: FaultElect, Target: TargetRandom}); len(alone) < 5 || !slices.Equal(alone, together) {
		t.Errorf("node 3 fails at %v, in a larger world at %v", alone, together)
	}
}

// Three nodes stand in the region and fail together. The one outside does not fail.
func TestARegionFailsTogether(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {10, 0}, {200, 0}, {0, 10}})
	cfg.Until = 100 * time.Second
	cfg.Faults = []Fault{{MTBF: 10 * time.Second, Repair: time.Second, Kind: FaultCrash, Target: TargetRegion,
		Region: Region{X: -5, Y: -5, WidthM: 20, HeightM: 20}}}
	crash, boot := outages(t, cfg)
	if len(crash[1]) < 3 || len(crash[3]) > 0 {
		t.Fatalf("inside %d failures, outside %d", len(crash[1]), len(crash[3]))
	}
	for _, id := range []protocol.ID{2, 4} {
		if !slices.Equal(crash[id], crash[1]) || !slices.Equal(boot[id], boot[1]) {
			t.Errorf("node %d fails at %v and node 1 at %v", id, crash[id], crash[1])
		}
	}
}

func TestWithoutRepairANodeStaysDown(t *testing.T) {
	cfg := wires(radio.Line(50))
	cfg.Start, cfg.Until = Start{}, 20*time.Second
	cfg.Faults = []Fault{{At: 5 * time.Second, MTBF: time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{7}}}
	crash, boot := outages(t, cfg)
	if len(crash) != 1 || len(crash[7]) != 1 || crash[7][0] < protocol.Time(5*time.Second) || len(boot) > 0 {
		t.Errorf("crashes %v, boots %v", crash, boot)
	}
}

func TestFaultsThatBreakAnInvariantAreRefused(t *testing.T) {
	for _, f := range []Fault{
		{Kind: FaultJam, Region: Region{RadiusM: 5}}, // in a graph
		{Kind: FaultCrash, Target: TargetAll, MTBF: 1, Every: 1},
		{Kind: FaultDrift, Target: TargetAll, PPM: faults.MaxPPM + 1},
		{Kind: FaultDuplicate, Probability: 1.5},
		{Kind: FaultReorder, Probability: 0.5},
		{Kind: FaultDuplicate, Links: [][2]protocol.ID{{1, 9}}},
		{Kind: FaultCrash, Target: TargetAll, MTBF: -1},
		{Kind: "blackout", Target: TargetAll},
	} {
		cfg := wires(radio.Line(2))
		cfg.Faults = []Fault{f}
		if _, err := New(cfg); err == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
	for _, r := range []Region{{}, {RadiusM: -1}, {WidthM: 5}, {RadiusM: math.NaN()}, {X: math.Inf(1), RadiusM: 1}} {
		cfg := plane([][2]float64{{0, 0}})
		cfg.Faults = []Fault{{Kind: FaultJam, Region: r}}
		if _, err := New(cfg); err == nil {
			t.Errorf("%+v is accepted", r)
		}
	}
}
