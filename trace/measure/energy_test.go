package measure

import (
	"encoding/json"
	"math"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// Two nodes from 0, sampled each 4 s, warm-up 6 s, end 12 s. Node 1 spends 2 J a second, half
// of it above idle; node 2 spends 1, none above idle, and is told of at the end of the
// warm-up.
//
//	node 1: 24 - 12 (between 8 and 16, half-way), above idle 12 - 6
//	node 2: 12 - 6
func TestEnergyOfTheWindow(t *testing.T) {
	m := story{
		boot(0, 1), boot(0, 2),
		spent(4, 1, 8, 4, 100), spent(4, 2, 4, 0, 100),
		spent(6, 2, 6, 0, 100),
		spent(8, 1, 16, 8, 100), spent(8, 2, 8, 0, 100),
		spent(12, 1, 24, 12, 100), spent(12, 2, 12, 0, 100),
		end(12),
	}.measured(Options{Warmup: sec(6), Horizon: sec(12)})
	expect(t, m, map[string]float64{"energy_j_per_node": 9, "energy_traffic_j_per_node": 3})
}

// A node that boots within the window spends from nothing: 3 J by the end. One
// whose first record comes after the warm-up has spent evenly since its boot: of
// 8 J from 0 to 8, 6 since 2. One that was gone before the window counts for
// nothing: 9 J over two nodes.
func TestEnergyOfNodesThatComeAndGo(t *testing.T) {
	m := story{
		boot(0, 1), boot(0, 2), spent(1, 2, 50, 50, 1), absent(1, 2),
		boot(5, 3),
		spent(8, 1, 8, 0, 1), spent(8, 3, 3, 0, 1), end(8),
	}.measured(Options{Warmup: sec(2)})
	expect(t, m, map[string]float64{"energy_j_per_node": 4.5})
}

// Per class as per node: of beacons 2 J at 2, taken from 1 at 0 to 3 at 4, and 9 at
// 8, so 7 in the window and 3.5 for each of two nodes.
func TestEnergyByClass(t *testing.T) {
	class := func(at, joules float64) trace.Record {
		return trace.Record{At: sec(at), Kind: trace.Spent, Class: protocol.ClassBeacon, X: joules}
	}
	m := story{boot(0, 1), boot(0, 2), class(0, 1), class(4, 3), class(8, 9), end(8)}.measured(Options{Warmup: sec(2)})
	want := perClass{protocol.ClassBeacon: 3.5}
	if m.EnergyByClass == nil || *m.EnergyByClass != want {
		t.Errorf("energy by class %v, want %v", m.EnergyByClass, want)
	}
	none := story{boot(0, 1), end(8)}.measured(Options{})
	if none.EnergyByClass != nil {
		t.Errorf("energy by class %v where none was told", *none.EnergyByClass)
	}
	rows := []RunResult{{Metrics: m}, {Metrics: none}, {Metrics: Metrics{EnergyByClass: &perClass{1, 0, 0.5}}}}
	mean := meanOfClasses(rows, func(m *Metrics) *perClass { return m.EnergyByClass })
	if mean == nil || *mean != (perClass{0.5, 0, 2}) {
		t.Errorf("mean over the runs that tell: %v", mean)
	}
	text, err := json.Marshal(mean)
	if want := `{"election":0.5,"announcement":0,"beacon":2,"probe":0,"detector":0,"hello":0,"routing":0,"standby":0}`; err != nil || string(text) != want {
		t.Errorf("%s (%v), want %s", text, err, want)
	}
	var back perClass
	if err := json.Unmarshal(text, &back); err != nil || back != *mean {
		t.Errorf("read back as %v (%v)", back, err)
	}
}

// By hand: of five nodes two run empty at 2 and 4 s, one of them twice, another run
// has deaths at 6 and 8 of three. Of eight, half are dead from 8 to 10 s, the end: the
// middle of that is the median.
func TestMedianDeath(t *testing.T) {
	battery := trace.WhyBattery
	five := story{boot(0, 1), boot(0, 2), boot(0, 3), boot(0, 4), boot(0, 5), crash(2, 1, battery), boot(3, 1),
		crash(4, 2, battery), crash(5, 1, battery), crash(5, 3, trace.WhyFault), end(10)}.measured(Options{})
	three := story{boot(0, 1), boot(0, 2), boot(0, 3), crash(6, 1, battery), crash(8, 2, battery), end(10)}.measured(Options{})
	if m := medianDeath([]RunResult{{Metrics: five}, {Metrics: three}}); m == nil || *m != 9 {
		t.Errorf("median death %+v, want 9 s", m)
	}
	if m := medianDeath([]RunResult{{Metrics: five}}); m != nil {
		t.Errorf("median death %v, but fewer than half died", *m)
	}
	if m := medianDeath([]RunResult{{Metrics: story{boot(0, 1), end(8)}.measured(Options{})}}); m != nil {
		t.Errorf("median death %v without batteries", *m)
	}
}

func TestNoEnergyTold(t *testing.T) {
	m := story{boot(0, 1), end(8)}.measured(Options{})
	expectNone(t, m, "energy_j_per_node", "energy_traffic_j_per_node", "first_death_s")
}

// Energy is charged to nodes without batteries too; but they never die of it.
func TestNoBatteryNoDeath(t *testing.T) {
	m := story{boot(0, 1), spent(8, 1, 4, 0, -1), end(8)}.measured(Options{})
	expect(t, m, map[string]float64{"energy_j_per_node": 4})
	expectNone(t, m, "first_death_s")
}

// The first battery death counts from the beginning, though it falls into the
// warm-up; other crashes do not count.
func TestFirstDeath(t *testing.T) {
	m := story{
		boot(0, 1), boot(0, 2), boot(0, 3),
		crash(1, 3, trace.WhyFault), crash(2, 1, trace.WhyBattery), crash(3, 2, trace.WhyBattery), end(10),
	}.measured(Options{Warmup: sec(5)})
	if v := m.Get("first_death_s"); !v.Known || v.X != 2 || v.Median != 2 || v.Censored != 0 {
		t.Errorf("first death %+v", v)
	}
}

// No death by the end: it comes later than that.
func TestFirstDeathCutOff(t *testing.T) {
	m := story{boot(0, 1), spent(5, 1, 4, 0, 77), end(10)}.measured(Options{})
	if v := m.Get("first_death_s"); v.X != 10 || v.Censored != 1 || !math.IsInf(v.Median, 1) {
		t.Errorf("first death %+v", v)
	}
}
