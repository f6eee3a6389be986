package measure

import (
	"math"
	"testing"

	"bellwether/trace"
)

// Two nodes from 0, sampled each 4 s, warm-up 6 s, end 12 s. Node 1 spends 2 J a
// second of which half above idle; node 2 spends 1, none above idle, and is told
// of at the end of the warm-up.
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
