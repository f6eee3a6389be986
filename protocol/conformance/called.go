package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// called: the leader is well, and nodes are told to elect, at the calm and twice: the smallest ID, a
// follower, the best, two nodes, or all. See [protocol.Starter].
func called(t testing.TB, r row) error {
	for _, w := range over("ring of five", radio.Ring(5)) {
		for _, ids := range [][]protocol.ID{{1}, {2}, {3}, {2, 4}, {1, 2, 3, 4, 5}} {
			first := emulator.Fault{At: calmAt - 20*time.Millisecond, Kind: emulator.FaultElect, Target: emulator.TargetNodes, Nodes: ids}
			second := first
			second.At = calmAt // an election may be under way
			w := w.struck(fmt.Sprintf("%v are told to elect", ids), first, second)
			if _, err := settle(t, r, w, w.with(r)); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
		}
	}
	return nil
}
