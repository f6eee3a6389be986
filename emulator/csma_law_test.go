package emulator

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// TestFaultsLeaveTheMediumConsistent: whatever faults strike nodes during frames, each
// node senses the sum of what is on the air, no frame is kept without a user or for ever,
// and no node receives a frame twice.
func TestFaultsLeaveTheMediumConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "nodes")
		places := make([][2]float64, n)
		for i := range places {
			places[i] = [2]float64{rapid.Float64Range(0, 700).Draw(t, "x"), rapid.Float64Range(0, 700).Draw(t, "y")}
		}
		if rapid.Bool().Draw(t, "many") { // more than 64 nodes: they are not kept as words; the rest hear nobody
			for i := range 64 {
				places = append(places, [2]float64{1e5, 1e5 * float64(i)})
			}
		}
		cfg := shared(places, talker{to: protocol.ID(rapid.IntRange(0, n).Draw(t, "to")), frames: rapid.IntRange(1, 4).Draw(t, "frames"), bytes: 100,
			jitter: rapid.SampledFrom([]time.Duration{0, ms, 7 * ms}).Draw(t, "jitter")})
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		cfg.Access.WindowMin = rapid.IntRange(0, 15).Draw(t, "window")
		cfg.Access.SenseRange = rapid.SampledFrom([]float64{1, 2.2}).Draw(t, "sense")
		if rapid.Bool().Draw(t, "unslotted") {
			cfg.Access.Unslotted = radio.DefaultUnslotted()
			cfg.Access.Unslotted.MinBE = rapid.IntRange(0, 3).Draw(t, "exponent")
		}
		cfg.Until = rapid.SampledFrom([]time.Duration{5 * ms, 20 * ms, 40 * ms, 3 * time.Second}).Draw(t, "until")
		cfg.Energy = &Energy{Profile: energy.Profiles()[0], InitialJ: make([]float64, len(places))}
		for i := range cfg.Energy.InitialJ {
			cfg.Energy.InitialJ[i] = rapid.SampledFrom([]float64{0.02, 1000}).Draw(t, "battery") // 0.02 J last 24 ms
		}
		cfg.Faults = drawStrikes(t, n)
		j := new(journal)
		w := play(t, cfg, j)
		holdMedium(t, w)
		holdReceptions(t, j)
	})
}

func drawStrikes(t *rapid.T, n int) []Fault {
	var faults []Fault
	for range rapid.IntRange(1, 12).Draw(t, "strikes") {
		f := Fault{At: time.Duration(rapid.IntRange(0, 40_000).Draw(t, "at")) * time.Microsecond, Target: TargetNodes,
			Nodes: []protocol.ID{protocol.ID(rapid.IntRange(1, n).Draw(t, "node"))}}
		f.Kind = rapid.SampledFrom([]FaultKind{FaultElect, FaultElect, FaultElect, FaultCrash, FaultRadioOff, FaultPause, FaultPartition, FaultJam}).Draw(t, "kind")
		if f.Kind == FaultPartition {
			f.Groups, f.Nodes, f.Target = [][]protocol.ID{f.Nodes}, nil, ""
		}
		if f.Kind == FaultJam {
			f.Region, f.Nodes, f.Target = Region{X: 350, Y: 350, RadiusM: 200}, nil, ""
		}
		if f.Kind != FaultElect {
			f.For = time.Duration(rapid.IntRange(1, 5000).Draw(t, "for")) * time.Microsecond
		}
		faults = append(faults, f)
	}
	return faults
}

func holdMedium(t *rapid.T, w *Emulation) {
	if err := w.parts.access.Check(); err != nil {
		t.Error(err)
	}
	for i := range w.parts.kernel.Nodes {
		if w.cfg.Until > time.Second && w.parts.access.Pending(i) {
			t.Errorf("node %d still has frames, long after all has been said", i+1)
		}
	}
}

func holdReceptions(t *rapid.T, j *journal) {
	got := map[[2]uint64]bool{}
	for _, r := range j.of(trace.Receive) {
		of := [2]uint64{r.Frame, uint64(r.Node)}
		if got[of] {
			t.Errorf("node %d received frame %d twice", r.Node, r.Frame)
		}
		got[of] = true
	}
}
