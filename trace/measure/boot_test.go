package measure

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// Boots and crashes visit only the nodes that have a doubt of the node: the work for a node
// does not grow with the number of nodes. It is counted, not timed.
func TestWorkOfABootDoesNotGrowWithTheWorld(t *testing.T) {
	perNode := func(n protocol.ID) float64 {
		r := NewRun(Options{})
		tell := func(rec trace.Record) { r.Record(&rec) }
		for id := protocol.ID(1); id <= n; id++ {
			tell(boot(0, id))
		}
		for id := protocol.ID(1); id <= n; id++ {
			for k := protocol.ID(1); k <= 3; k++ {
				tell(suspect(1, (id+k-1)%n+1, id))
			}
		}
		for id := protocol.ID(1); id <= n; id++ {
			tell(crash(2, id, trace.WhyFault))
			tell(reboot(3, id, 2))
		}
		return float64(r.detectors.asked) / float64(n)
	}
	small, large := perNode(mostWatched+1), perNode(8*mostWatched)
	if small < 3 || small > 6 || large > 1.05*small {
		t.Errorf("%.2f nodes visited for each of %d, %.2f for each of %d: want three holders, twice", small, mostWatched+1, large, 8*mostWatched)
	}
}
