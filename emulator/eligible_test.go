package emulator

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// flips are the instants at which node 1 ceased to be eligible, or began to be.
func flips(j *journal) (out []time.Duration) {
	before := true
	for _, r := range j.of(trace.Capability) {
		if may := r.Value >= 0; r.Node == 1 && may != before {
			before, out = may, append(out, time.Duration(r.At))
		}
	}
	return out
}

// steadySun gives 3 W in every second step of two seconds.
type steadySun struct{}

func (steadySun) Validate() error     { return nil }
func (steadySun) Step() time.Duration { return 2 * time.Second }
func (steadySun) PowerW(n int64) float64 {
	return 3 * float64(n%2)
}

// A node of 10 J idles at 1 W. By hand, to two nanoseconds: when a rule begins and ceases to hold.
func TestRulesHoldToTheNanosecond(t *testing.T) {
	const s = time.Second
	drain := Fault{At: 3 * s, Kind: FaultDrain, Target: TargetNodes, Nodes: []protocol.ID{1}, Left: 0.1}
	fill := Fault{At: 5 * s, Kind: FaultRecharge, Target: TargetNodes, Nodes: []protocol.ID{1}}
	crash := Fault{At: 2 * s, For: s, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}}
	for name, c := range map[string]struct {
		rules  string
		faults []Fault
		e      Energy
		want   []time.Duration
	}{
		"above 20 %":             {"battery > 20 %", nil, Energy{}, []time.Duration{8 * s}},
		"at least 20 %":          {"battery >= 20 %", nil, Energy{}, []time.Duration{8 * s}},
		"below 50 %":             {"battery < 50 %", nil, Energy{}, []time.Duration{0, 5 * s}},
		"between":                {"battery <= 70 %, battery > 33 %", nil, Energy{}, []time.Duration{0, 3 * s, 6700 * time.Millisecond}},
		"drained":                {"battery > 20 %", []Fault{drain}, Energy{}, []time.Duration{3 * s}},
		"drained and recharged":  {"battery > 60 %", []Fault{drain, fill}, Energy{}, []time.Duration{3 * s, 5 * s, 9 * s}},
		"after a crash":          {"battery > 30 %", []Fault{crash}, Energy{}, []time.Duration{8 * s}},
		"in the sun":             {"battery > 85 %", nil, Energy{Harvester: steadySun{}}, []time.Duration{1500 * time.Millisecond, 2250 * time.Millisecond, 5500 * time.Millisecond, 6250 * time.Millisecond, 9500 * time.Millisecond}},
		"Peukert":                {"battery > 50 %", nil, Energy{Battery: energy.Peukert{Exponent: 1.5, Rated: 40 * s}}, []time.Duration{2500 * time.Millisecond}},
		"an uptime":              {"uptime >= 1500ms", []Fault{crash}, Energy{}, []time.Duration{0, 1500 * time.Millisecond, 3 * s, 4500 * time.Millisecond}},
		"a youth":                {"uptime < 700ms", []Fault{crash}, Energy{}, []time.Duration{700 * time.Millisecond, 3 * s, 3700 * time.Millisecond}},
		"a tag and too few hear": {"zone = north, members >= 2", nil, Energy{}, []time.Duration{0}},
	} {
		cfg := wires(radio.Line(3))
		cfg.Start, cfg.Until, cfg.Faults = Start{}, 10*s-1, c.faults
		c.e.Profile, c.e.InitialJ = lamp, []float64{10, 1000, 1000}
		cfg.Energy = &c.e
		cfg.Capability = Capability{Values: []int64{1, 2, 3}, Eligible: c.rules, Tags: []map[string]string{{"zone": "north"}, nil, nil}}
		_, j := run(t, cfg)
		got := flips(j)
		if !slices.EqualFunc(got, c.want, func(a, b time.Duration) bool { return (a - b).Abs() <= 2 }) {
			t.Errorf("%s: %s changes at %v, want %v", name, c.rules, got, c.want)
		}
	}
}

// With any traffic, drains and charges, a node is eligible exactly while a look at its battery says so.
func TestWhoIsEligibleIsWhoseBatterySaysSo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		cfg := wires(radio.Complete(3))
		cfg.Link.BitrateBps, cfg.Until = 1e4, 4*time.Second
		cfg.Start = Start{All: true}
		for k := range rapid.IntRange(0, 4).Draw(r, "faults") {
			f := Fault{At: time.Duration(rapid.IntRange(1, 3900).Draw(r, "at"))*time.Millisecond + time.Microsecond, Target: TargetNodes, Nodes: []protocol.ID{protocol.ID(1 + k%3)}}
			switch rapid.IntRange(0, 3).Draw(r, "kind") {
			case 0:
				f.Kind, f.Left = FaultDrain, rapid.Float64Range(0.05, 0.9).Draw(r, "left")
			case 1:
				f.Kind = FaultRecharge
			case 2:
				f.Kind, f.For = FaultCrash, 300*time.Millisecond
			case 3:
				f.Kind, f.Target, f.Nodes = FaultElect, TargetAll, nil
			}
			cfg.Faults = append(cfg.Faults, f)
		}
		percent := rapid.Float64Range(5, 95).Draw(r, "percent")
		cfg.Capability = Capability{Values: []int64{1, 2, 3}, Eligible: fmt.Sprintf("battery > %v", percent)}
		cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{3, 5, 8}}
		cfg.SampleEvery = 7 * time.Millisecond
		if rapid.Bool().Draw(r, "sun") {
			cfg.Energy.Harvester = steadySun{}
		}
		_, j := run(r, cfg)
		claims, live := map[protocol.ID]int64{}, map[protocol.ID]bool{}
		for _, rec := range j.records {
			switch rec.Kind {
			case trace.Boot, trace.Crash:
				live[rec.Node] = rec.Kind == trace.Boot
			case trace.Capability:
				claims[rec.Node] = rec.Value
			case trace.Energy:
				left := 100 * float64(rec.Value) / 1e6 / cfg.Energy.InitialJ[rec.Node-1]
				if live[rec.Node] && math.Abs(left-percent) > 1e-3 && (left > percent) != (claims[rec.Node] >= 0) {
					r.Fatalf("at %v node %v has %v %% and claims %d", rec.At, rec.Node, left, claims[rec.Node])
				}
			}
		}
	})
}
