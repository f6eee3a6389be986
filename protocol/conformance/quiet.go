package conformance

import (
	"fmt"
	"testing"

	"bellwether/internal/laws/quiescence"
	"bellwether/protocol"
	"bellwether/trace"
)

// upkeepOnly: once all is settled, only beacons, detectors, hellos and their routing are
// sent: no node elects, announces or probes. (settle checks this in every world. In these
// worlds no fault happens, so that no node is missing.)
func upkeepOnly(t testing.TB, r row) error {
	for _, w := range peaceful() {
		elected := quiescence.NewElections(w.nodes)
		c := w.with(r)
		c.Sinks = []trace.Sink{elected}
		if _, err := settle(t, r, w, c); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if w.nodes > 1 && electing(t, r, w) && elected.First == nil {
			return fmt.Errorf("%s: no election was ever heard: nothing was tested", w.name)
		}
	}
	return nil
}

// electing reports whether a row holds elections at all. Ω has none.
func electing(t testing.TB, r row, w scene) bool {
	machine, err := r.a.New(w.with(r).Setup)
	if err != nil {
		t.Fatal(err)
	}
	_, ok := machine().(protocol.Starter)
	return ok
}
