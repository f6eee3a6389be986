package emulator

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lamp is a profile with round figures: 1 W idle, 3 W more in transmission, 2 W more in
// reception.
var lamp = energy.Profile{Name: "lamp", IdleW: 1, TxW: 4, RxW: 3}

func TestIdleBatteryDiesOnTime(t *testing.T) {
	cfg := wires(radio.Line(2))
	cfg.Start = Start{}
	cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{0.25, 2}}
	cfg.SampleEvery = 100 * ms
	_, j := run(t, cfg)
	crashes := j.of(trace.Crash)
	if len(crashes) != 1 || crashes[0].Node != 1 || crashes[0].Why != trace.WhyBattery {
		t.Fatalf("crashes %v, want node 1's battery", crashes)
	}
	if at := time.Duration(crashes[0].At); at < 250*ms || at > 250*ms+2 {
		t.Errorf("died at %v, want 250 ms: 0.25 J at 1 W", at)
	}
	last := j.of(trace.Energy)
	spent := map[protocol.ID]float64{}
	for _, r := range last {
		spent[r.Node] = r.X
	}
	if math.Abs(spent[1]-0.25) > 1e-6 || math.Abs(spent[2]-1) > 1e-6 {
		t.Errorf("spent %v, want 0.25 and 1 J", spent)
	}
}

func TestFramesAreChargedByAirtime(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}, {0, 100}})
	cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{100, 100, 100}}
	cfg.SampleEvery = time.Second
	cfg.Start = Start{Elect: []protocol.ID{1}}
	_, j := run(t, cfg)
	// By hand: three broadcasts of 33 bytes at 1 Mbit/s, 264 µs each; every node
	// sends one (3 W above idle) and hears two (2 W above idle).
	want := 264e-6 * (3 + 2*2)
	for _, r := range j.of(trace.Energy)[3:] {
		if math.Abs(r.Y-want) > 1e-9 {
			t.Errorf("node %d spent %g J on traffic, want %g", r.Node, r.Y, want)
		}
	}
	classes := j.of(trace.Spent)
	for _, r := range classes[len(classes)-int(protocol.Classes):] {
		want := 0.0
		if r.Class == protocol.ClassElection {
			want = 3 * 264e-6 * (3 + 2*2)
		}
		if math.Abs(r.X-want) > 1e-9 {
			t.Errorf("%s messages cost %g J, want %g", r.Class, r.X, want)
		}
	}
}

func TestTrafficBringsDeathForward(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{0.2, 9}}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{2}, made: make([]*courier, 2)} })
	cfg.Faults = []Fault{{Every: ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}}
	_, j := run(t, cfg)
	// By hand, per millisecond: 1 mJ idle, data 264 µs × 3 W, acknowledgement
	// received 112 µs × 2 W: 2.016 mJ; 0.2 J last 99 to 100 ms.
	crash := j.of(trace.Crash)
	if len(crash) != 1 {
		t.Fatalf("%d crashes, want 1", len(crash))
	}
	if at := time.Duration(crash[0].At); at < 99*ms || at > 101*ms {
		t.Errorf("died at %v, want about 100 ms", at)
	}
}

func TestWeightedCapability(t *testing.T) {
	cfg := wires(radio.Star(9))
	cfg.Start = Start{}
	cfg.Until = 61 * time.Second
	cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{100, 200, 200, 200, 200, 200, 200, 200, 200}}
	cfg.Capability = Capability{Battery: 0.7, Connectivity: 0.3}
	_, j := run(t, cfg)
	at := func(node protocol.ID, when time.Duration) (value int64) {
		for _, r := range j.of(trace.Capability) {
			if r.Node == node && r.At <= protocol.Time(when) {
				value = r.Value
			}
		}
		return value
	}
	// By hand: hub at 0: 700·½ + 300·8/16 = 500; at 60 s 700·(40/200) + 150 = 290.
	// Leaf at 0: 700 + 300/16 = 718.75 → 710; at 60 s 700·(140/200) + 18.75 → 500.
	for _, test := range []struct {
		node protocol.ID
		when time.Duration
		want int64
	}{{1, 0, 500}, {1, 60 * time.Second, 290}, {5, 0, 710}, {5, 60 * time.Second, 500}} {
		if got := at(test.node, test.when); got != test.want {
			t.Errorf("node %d at %v offers %d, want %d", test.node, test.when, got, test.want)
		}
	}
}

// A drained battery has the share of its first charge that is left: at 1 W and 1000 J one that
// is drained to a fifth at 100 s lasts until 300 s. One that has less keeps it.
func TestDrainLeavesAShare(t *testing.T) {
	drain := func(at time.Duration, left float64) Fault {
		return Fault{At: at, Kind: FaultDrain, Target: TargetAll, Left: left}
	}
	for _, c := range []struct {
		faults []Fault
		death  float64
	}{
		{[]Fault{drain(100*time.Second, 0.2)}, 300},
		{[]Fault{drain(100*time.Second, 0.2), drain(200*time.Second, 0.5)}, 300},
		{[]Fault{drain(100*time.Second, 0)}, 100},
		{[]Fault{drain(100*time.Second, 0.2), {At: 150 * time.Second, Kind: FaultRecharge, Target: TargetAll}}, 1150},
	} {
		crash, _, _ := lives(t, 3000*time.Second, Energy{InitialJ: []float64{1000}}, c.faults...)
		nearly(t, "death", crash, c.death)
	}
	if _, err := New(Config{Seed: 1, Nodes: 1, Faults: []Fault{drain(time.Second, 1)}}); err == nil || !strings.Contains(err.Error(), "leaves a share of 1") {
		t.Errorf("a share of 1 is taken: %v", err)
	}
}
