package emulator

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// missingAtOneW is the charge that a sum of ten terms misses at 1 W in the end with β = 1:
// 2·60·Σ1/m².
const missingAtOneW = 2 * 60 * 1.549768 // J

func nearly(t *testing.T, what string, got []time.Duration, seconds ...float64) {
	t.Helper()
	if len(got) != len(seconds) {
		t.Fatalf("%s at %v, want %v s", what, got, seconds)
	}
	for k, want := range seconds {
		if math.Abs(got[k].Seconds()-want) > 0.003 {
			t.Errorf("%s at %v, want %.3f s", what, got[k], want)
		}
	}
}

// By hand: a battery of 1000 J at 1 W; 185.972 J do not reach the electrode in time.
func TestDiffusingBatteryDiesEarly(t *testing.T) {
	slow := energy.Diffusion{Beta: 1}
	crash, _, j := lives(t, 1200*time.Second, Energy{InitialJ: []float64{1000}, Battery: slow})
	nearly(t, "death", crash, 1000-missingAtOneW)
	last := j.of(trace.Energy)
	if r := last[len(last)-1]; math.Abs(r.X-(1000-missingAtOneW)) > 0.003 {
		t.Errorf("spent %v J", r.X)
	}
}

// A battery that rested has all that it held except what was drawn, 100 J; a battery that
// was recharged has all.
func TestDiffusingBatteryRecoversAtRest(t *testing.T) {
	slow := energy.Diffusion{Beta: 1}
	crash, boot, _ := lives(t, 3000*time.Second, Energy{InitialJ: []float64{1000}, Battery: slow},
		Fault{At: 100 * time.Second, For: 1000 * time.Second, Kind: FaultCrash, Target: TargetAll})
	at(t, "boot", boot, 1100*time.Second)
	nearly(t, "crash", crash, 100, 1100+900-missingAtOneW)

	crash, boot, _ = lives(t, 3000*time.Second, Energy{InitialJ: []float64{1000}, Battery: slow},
		Fault{At: 600 * time.Second, Kind: FaultRecharge, Target: TargetAll})
	at(t, "boot", boot)
	nearly(t, "death", crash, 600+1000-missingAtOneW)
}

// TestDiffusionChargesBursts: a node that sends dies earlier than the energy of its frames
// explains, and stays dead although its battery recovers.
func TestDiffusionChargesBursts(t *testing.T) {
	death := func(d energy.Battery) (float64, trace.Record) {
		cfg := plane([][2]float64{{0, 0}, {100, 0}})
		cfg.Until, cfg.SampleEvery = 200*time.Second, time.Second
		cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{100, 900}, Battery: d}
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{2}, made: make([]*courier, 2)} })
		cfg.Faults = []Fault{{Every: 10 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}}
		_, j := run(t, cfg)
		crash := j.of(trace.Crash)
		if len(crash) != 1 || crash[0].Node != 1 {
			t.Fatalf("crashes %v", crash)
		}
		var last trace.Record
		for _, r := range j.of(trace.Energy) {
			if r.Node == 1 {
				last = r
			}
		}
		return time.Duration(crash[0].At).Seconds(), last
	}
	// Per 10 ms: 10 mJ idle and 1.016 of traffic (data 264 µs × 3 W, an acknowledgement
	// 112 µs × 2 W), so 1.1016 W: a linear battery lasts 90.8 s. With β = 2 the first term
	// takes 60/4 s: 1.1016·t + 2·15·1.1016·(1.549768 − exp(−t/15)) = 100 at t = 45.72 s
	// (the other terms are settled by then; a frame takes 0.02 J at once, or 0.01 s).
	linear, _ := death(nil)
	early, spent := death(energy.Diffusion{Beta: 2})
	if math.Abs(linear-100/1.1016) > 0.1 || math.Abs(early-45.72) > 0.02 {
		t.Errorf("it dies after %.2f s, linear after %.2f", early, linear)
	}
	if math.Abs(spent.X-1.1016*early) > 0.1 {
		t.Errorf("it spent %v J in %v s", spent.X, early)
	}
}
