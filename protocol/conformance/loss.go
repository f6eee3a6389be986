package conformance

import (
	"fmt"
	"slices"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// lossThenCalm: three of ten frames are lost, data and acknowledgements alike, until the
// calm; then the world converges within the settle bound.
func lossThenCalm(t testing.TB, r row) error {
	const share = 0.3
	seeds := uint64(4)
	switch {
	case short():
		seeds = 1
	case *worlds < usualWorlds:
		seeds = 2
	}
	for _, w := range slices.Concat(over("ring of five", radio.Ring(5)), over("line of seven", radio.Line(7)),
		over("eight in the clear", radio.Complete(8))) {
		for seed := range seeds {
			loss, err := radio.NewBernoulli(seed, share, radio.DefaultSlot)
			if err != nil {
				t.Fatal(err)
			}
			c := w.with(r)
			c.Seed, c.Loss = seed, calmLoss{loss}
			// An election is under way when the loss ends, whichever node leads by then.
			c.Faults = []emulator.Fault{only(protocol.ID(1+seed), emulator.Fault{At: calmAt - detection.Interval/4, Kind: emulator.FaultElect})}
			if _, err := settle(t, r, w, c); err != nil {
				return fmt.Errorf("%s, seed %d: %w", w.name, seed, err)
			}
		}
	}
	return nil
}
