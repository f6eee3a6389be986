package conformance

import (
	"fmt"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// smallest: one node leads itself, and two agree, whether all of them start, one, or none,
// or one of them leads already.
func smallest(t testing.TB, r row) error {
	for n := 1; n <= 2; n++ {
		for _, w := range over(fmt.Sprintf("%d of them", n), radio.Complete(n)) {
			worlds := []scene{w, w.start("nobody starts", emulator.Start{})}
			for id := protocol.ID(1); int(id) <= n; id++ {
				worlds = append(worlds,
					w.start(fmt.Sprintf("%v starts", id), emulator.Start{Elect: []protocol.ID{id}}),
					w.start(fmt.Sprintf("%v leads", id), emulator.Start{Leader: id}))
			}
			for _, w := range worlds {
				if _, err := settle(t, r, w, w.with(r)); err != nil {
					return fmt.Errorf("%s: %w", w.name, err)
				}
			}
		}
	}
	return nil
}
