package conformance

import (
	"fmt"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// TestOneAndTwo: one node leads itself, two agree; whether all start, one does,
// nobody does, or either of them is in office already.
func TestOneAndTwo(t *testing.T) { hold(t, smallest) }

func smallest(t testing.TB, r row) error {
	for n := 1; n <= 2; n++ {
		for _, w := range over(fmt.Sprintf("%d of them", n), radio.Complete(n)) {
			worlds := []Case{w, w.start("nobody starts", emulator.Start{})}
			for id := protocol.ID(1); int(id) <= n; id++ {
				worlds = append(worlds,
					w.start(fmt.Sprintf("%v starts", id), emulator.Start{Elect: []protocol.ID{id}}),
					w.start(fmt.Sprintf("%v leads", id), emulator.Start{Leader: id}))
			}
			for _, w := range worlds {
				if _, err := settle(t, r, w, w.Config(r.a, r.values(t))); err != nil {
					return fmt.Errorf("%s: %w", w.Name, err)
				}
			}
		}
	}
	return nil
}
