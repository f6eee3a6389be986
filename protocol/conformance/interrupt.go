package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
)

// interruptible crashes a node before its k-th effect, for every few k until the calm. The
// node restarts, and the world must converge.
func interruptible(t testing.TB, r row) error {
	const victim = 5
	tries := 60
	if short() {
		tries = 5
	}
	w := ringOfFive()
	effects := 0
	c := w.with(r)
	c.Until = calmAt - 3*time.Second
	c.Interrupt = func(id protocol.ID, _ protocol.Effect) bool {
		if id == victim {
			effects++
		}
		return false
	}
	if err := run(t, r, c); err != nil {
		return err
	}
	if effects < 10 {
		return fmt.Errorf("node %d has only %d effects in %v", victim, effects, c.Until)
	}
	for k := 1; k <= effects; k += 1 + effects/tries {
		c := w.with(r)
		done := 0
		c.Interrupt = func(id protocol.ID, _ protocol.Effect) bool {
			if id == victim {
				done++
			}
			return id == victim && done == k
		}
		c.Faults = []emulator.Fault{{Every: 2 * time.Second, Kind: emulator.FaultRestart, Target: emulator.TargetAll}}
		if _, err := settle(t, r, w, c); err != nil {
			return fmt.Errorf("node %d crashed before its effect %d: %w", victim, k, err)
		}
	}
	return nil
}
