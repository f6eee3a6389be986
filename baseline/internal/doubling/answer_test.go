package doubling_test

import (
	"testing"

	"bellwether/baseline/internal/doubling"
	"bellwether/fd"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

func show(w *smallworld.Lab, id protocol.ID, what string) (out int64) {
	optional.Inspect(w.Machine(id), func(name string, value int64) {
		if name == what {
			out = value
		}
	})
	return out
}

// candidate is node 3, the best of three, which has asked node 1 or 2 in an election, and was
// in an earlier one. Nobody has answered yet.
func candidate(t *testing.T) (w *smallworld.Lab, num uint32, asked protocol.ID) {
	t.Helper()
	w = settled(3)
	w.Run(10 * pulse)
	w.Elect(3)
	w.Run(10 * pulse)
	w.Crash(1)
	w.Crash(2)
	w.Forgive()
	w.Elect(3)
	w.Run(pulse / 2)
	if w.Count("capture") != 1 || show(w, 3, "candidate") != 1 {
		t.Fatalf("said %v", w.Said)
	}
	return w, uint32(show(w, 3, "election")), w.Said[0].To
}

// An acknowledgement or a refusal of an earlier election does not count: the member that was
// asked is asked again, and the candidate stays one.
func TestAnswersToAnEarlierElectionDoNotCount(t *testing.T) {
	for what, c := range map[string]struct {
		old       uint32
		message   func(num uint32) protocol.Message
		candidate int64
		again     bool // who was asked is asked again
	}{
		"ack":         {0, func(n uint32) protocol.Message { return doubling.Ack{Num: n} }, 1, false},
		"old ack":     {1, func(n uint32) protocol.Message { return doubling.Ack{Num: n} }, 1, true},
		"refusal":     {0, func(n uint32) protocol.Message { return doubling.Refuse{Num: n} }, 0, false},
		"old refusal": {1, func(n uint32) protocol.Message { return doubling.Refuse{Num: n} }, 1, true},
	} {
		w, num, asked := candidate(t)
		w.Forgive()
		w.Inject(3, asked, c.message(num-c.old))
		if got := show(w, 3, "candidate"); got != c.candidate {
			t.Errorf("%s: candidate %d, want %d", what, got, c.candidate)
		}
		w.Run(2 * pulse)
		again := false
		for _, said := range w.Said {
			again = again || said.To == asked
		}
		if again != c.again {
			t.Errorf("%s: asked again %v, want %v: %v", what, again, c.again, w.Said)
		}
	}
}

// A member compares the candidates of its own election only: a better one of an earlier
// election is refused and does not stand in the way.
func TestABetterCandidateOfAnEarlierElectionIsRefused(t *testing.T) {
	w := settled(3)
	w.Run(10 * pulse)
	w.Forgive()
	w.Inject(1, 3, doubling.Capture{Num: 100, Capability: w.Capability(3)})
	w.Inject(1, 2, doubling.Capture{Num: 99, Capability: protocol.Capability{Value: 99, ID: 2}})
	w.Run(2 * pulse)
	if w.Count("ack") != 1 || w.Count("refuse") != 1 || show(w, 1, "owner") != 3 {
		t.Errorf("%d acks, %d refusals, owner %d, want one each, and 3", w.Count("ack"), w.Count("refuse"), show(w, 1, "owner"))
	}
	// The owner's capture of an earlier election comes again.
	w.Forgive()
	w.Inject(1, 3, doubling.Capture{Num: 99, Capability: w.Capability(3)})
	w.Run(2 * pulse)
	if w.Count("ack") != 0 || w.Count("refuse") != 1 {
		t.Errorf("%d acks, %d refusals of an earlier election's capture, want 0 and 1", w.Count("ack"), w.Count("refuse"))
	}
}

// Who neither leads nor takes part in an election does not answer those who ask for a leader.
func TestAFollowerDoesNotAnswerForTheLeader(t *testing.T) {
	w := settled(3)
	w.Forgive()
	w.Inject(1, 2, fd.Ping{Seq: 1, Capability: w.Capability(2)})
	if len(w.Said) != 0 {
		t.Errorf("said %v", w.Said)
	}
}
