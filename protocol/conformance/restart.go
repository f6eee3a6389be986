package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// restart: the best node, or the one with the smallest ID, goes down for half a detection
// interval, or for four detection time-outs. It comes back at the calm, with or without
// what it saved.
func restart(t testing.TB, r row) error {
	for _, w := range over("ring of five", radio.Ring(5)) {
		for _, victim := range []protocol.ID{1, 3} { // the smallest ID, and the best
			for _, down := range []time.Duration{detection.Interval / 2, 4 * detection.Timeout()} {
				for _, loses := range []bool{false, true} {
					w := w.struck(fmt.Sprintf("%v is down for %v, its storage lost: %v", victim, down, loses),
						only(victim, emulator.Fault{At: calmAt - down, For: down, Kind: emulator.FaultCrash, LoseStorage: loses}))
					if _, err := settle(t, r, w, w.with(r)); err != nil {
						return fmt.Errorf("%s: %w", w.name, err)
					}
				}
			}
		}
	}
	return nil
}
