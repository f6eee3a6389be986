package conformance

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
)

// drawTrouble draws faults of hosts and radios until the calm: pauses, clocks that run up
// to a tenth fast or slow, frames that come twice or late, jammed regions.
func drawTrouble(g *rand.Rand, w scene) []emulator.Fault {
	kinds := []emulator.FaultKind{emulator.FaultPause, emulator.FaultDrift, emulator.FaultDuplicate, emulator.FaultReorder}
	if w.config.Mobility != nil {
		kinds = append(kinds, emulator.FaultJam)
	}
	var faults []emulator.Fault
	for range 1 + g.IntN(4) {
		f := emulator.Fault{
			Kind: kinds[g.IntN(len(kinds))], Target: emulator.TargetNodes,
			Nodes:       []protocol.ID{protocol.ID(1 + g.IntN(w.nodes))},
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

// lingers is the longest that a frame is held back: it is received before the calm.
const lingers = 200 * time.Millisecond

// survive is the convergence law where nodes pause, clocks drift, frames come twice or
// overtake each other, and regions are jammed, beside other faults. The promise is the same
// as after loss: once these have ended, each component has one leader within the settle
// bound. (A clock that still drifted would stretch the bound by its rate; here the drift
// has ended and left an offset.)
func survive(t testing.TB, r row) error {
	for k := range count(3) {
		w := drawScene(*first + k)
		c := w.with(r)
		g := rand.New(rand.NewPCG(w.number, 0x74726f75626c65)) // "trouble"
		c.Faults = append(c.Faults, drawTrouble(g, w)...)
		if _, err := settle(t, r, w, c); err != nil {
			return &drawn{w.number, err}
		}
	}
	return nil
}
