package tanist

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A leader that has just handed over has not heard its heir yet. If it is called to elect then,
// it knows a healthy leader, and opens no contest; its call goes up with its first bid. The hunt
// found that it took the heir for a leader that it was given and never heard, and claimed as its
// heir.
func TestCallAfterAHandoverOpensNoContest(t *testing.T) {
	w := smallworld.Run(Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 2, Values: []int64{1, 2}})
	w.Complete().Boot()
	w.Settle(1)
	for w.Leader(1) == 1 {
		w.Run(10 * time.Millisecond)
	}
	w.Forgive()
	w.Elect(1)
	w.Run(smallworld.Budget.Interval + smallworld.Budget.Interval/4)
	calls := 0
	for _, s := range w.Said {
		if b, is := s.Message.(bid); is && b.Call {
			calls++
		}
	}
	if w.Count("claim") != 0 || calls != 1 || w.Leader(1) != 2 {
		t.Errorf("%d claims, %d calls, and 1 follows %v", w.Count("claim"), calls, w.Leader(1))
	}
	for _, e := range w.Events {
		if e.Op == protocol.OpElecting {
			t.Errorf("%v enters an election at %v", e.Node, e.At)
		}
	}
}
