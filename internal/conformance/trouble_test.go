package conformance

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
)

// drawTrouble strikes hosts and radios until the calm: pauses, clocks that run up
// to a tenth fast or slow, frames that come twice or late, jammed regions.
func drawTrouble(g *rand.Rand, w Case) []emulator.Fault {
	kinds := []emulator.FaultKind{emulator.FaultPause, emulator.FaultDrift, emulator.FaultDuplicate, emulator.FaultReorder}
	if w.config.Mobility != nil {
		kinds = append(kinds, emulator.FaultJam)
	}
	var faults []emulator.Fault
	for range 1 + g.IntN(4) {
		f := emulator.Fault{
			Kind: kinds[g.IntN(len(kinds))], Target: emulator.TargetNodes,
			Nodes:       []protocol.ID{protocol.ID(1 + g.IntN(w.Nodes))},
			At:          before(g, calmAt-lingers),
			Probability: 0.1 + 0.4*g.Float64(), Delay: time.Duration(1 + g.Int64N(int64(lingers))),
			PPM:    g.IntN(200_001) - 100_000,
			Region: emulator.Region{X: sideM * g.Float64(), Y: sideM * g.Float64(), RadiusM: 50 + rangeM*g.Float64()},
		}
		f.For = before(g, calmAt-lingers-f.At)
		faults = append(faults, f)
	}
	return faults
}

// lingers is the longest that a frame is held back: what was, is heard before
// the calm.
const lingers = 200 * time.Millisecond

// TestConvergenceSurvivesTrouble is the convergence law where nodes pause, clocks
// drift, frames come twice or overtake each other, and regions are jammed, in
// worlds that are full of other faults. What is promised is what is promised of
// loss: once it has ended, one leader for each component within the settle bound.
// (A clock that still drifted would stretch the bound by its rate; here it has
// ended and left an offset.)
func TestConvergenceSurvivesTrouble(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			for k := range uint64(*worlds) / 5 {
				w := Draw(*first + k)
				c := w.Config(r.a, r.values(t))
				g := rand.New(rand.NewPCG(w.Number, 0x74726f75626c65)) // "trouble"
				c.Faults = append(c.Faults, drawTrouble(g, w)...)
				if _, err := settle(t, r, w, c); err != nil {
					err = &drawn{w.Number, err}
					t.Errorf("%v\n%s", err, again(t.Name(), err))
				}
			}
		})
	}
}
