package capture_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/capture"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

// show returns what a node shows of itself.
func show(w *smallworld.Lab, id protocol.ID, what string) (out int64) {
	optional.Inspect(w.Machine(id), func(name string, value int64) {
		if name == what {
			out = value
		}
	})
	return out
}

// candidate is node 1 of five in its second election, which has asked node 2 and heard
// nothing yet.
func candidate() *smallworld.Lab {
	w := settled(5)
	w.Elect(1)
	w.Run(time.Second)
	w.Forgive()
	w.Elect(1)
	return w
}

// Nobody but the target captures, and nobody but the target and its owner refuses: a
// candidate ignores the answers of others, and answers to an earlier election. Nothing is
// sent for them, and the candidate goes on to win.
func TestOnlyTheOneThatWasAskedAnswers(t *testing.T) {
	for what, answer := range map[string]struct {
		from    protocol.ID
		message protocol.Message
	}{
		"nack of another":          {3, capture.Nack{Num: 2}},
		"ack of another":           {3, capture.Ack{Num: 2}},
		"check of another":         {3, capture.Check{Num: 2, Owner: 4}},
		"eliminated, not asked":    {3, capture.Eliminated{Num: 2}},
		"eliminated by the target": {2, capture.Eliminated{Num: 2}},
		"old nack":                 {2, capture.Nack{Num: 1}},
		"old ack":                  {2, capture.Ack{Num: 1}},
		"old check":                {2, capture.Check{Num: 1, Owner: 4}},
		"old behind":               {2, capture.Behind{Num: 1}},
		"own election's behind":    {2, capture.Behind{Num: 2}},
	} {
		w := candidate()
		said := len(w.Said)
		w.Inject(1, answer.from, answer.message)
		if len(w.Said) != said {
			t.Errorf("%s: answered by %v", what, w.Said[said:])
		}
		w.Run(time.Second)
		if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != 1 || w.Count("capture") != 4 || show(w, 1, "owns") != 4 {
			t.Errorf("%s: %v leads after %d captures, %d of them owned: %s", what, w.Leader(1), w.Count("capture"), show(w, 1, "owns"), wrong)
		}
	}
}

// A candidate that was sent to its target's owner gives up when the owner refuses, as when
// the target does; the refusal of another candidate changes nothing, and neither does one that
// says it was eliminated.
func TestOnlyTheRivalGivesWayOrRefuses(t *testing.T) {
	for _, c := range []struct {
		what             string
		from             protocol.ID
		message          protocol.Message
		candidate, sends int64
	}{
		{"the rival refuses", 4, capture.Nack{Num: 2}, 0, 0},
		{"the target refuses", 2, capture.Nack{Num: 2}, 0, 0},
		{"another refuses", 3, capture.Nack{Num: 2}, 1, 0},
		{"the rival gives way", 4, capture.Eliminated{Num: 2}, 1, 1},
		{"another gives way", 3, capture.Eliminated{Num: 2}, 1, 0},
		{"the rival gave way before", 4, capture.Eliminated{Num: 1}, 1, 0},
	} {
		w := candidate()
		w.Inject(1, 2, capture.Check{Num: 2, Owner: 4})
		if w.Count("eliminate") != 1 {
			t.Fatalf("the owner is not asked: %v", w.Said)
		}
		said := len(w.Said)
		w.Inject(1, c.from, c.message)
		if got, sends := show(w, 1, "candidate"), int64(len(w.Said)-said); got != c.candidate || sends != c.sends {
			t.Errorf("%s: candidate %d, %d messages, want %d and %d", c.what, got, sends, c.candidate, c.sends)
		}
	}
}

// called is node 1 of five that calls the roll: the others are dead.
func called() *smallworld.Lab {
	w := candidate()
	for id := protocol.ID(2); id <= 5; id++ {
		w.Crash(id)
	}
	w.Run(answer + 10*time.Millisecond)
	w.Forgive()
	return w
}

// Only answers to this call count, and only while it lasts: who answered an earlier one may
// be dead, and a late answer comes when the candidate has gone on.
func TestOnlyAnswersToThisCallCount(t *testing.T) {
	w := called()
	w.Inject(1, 4, capture.Here{Num: 1})
	w.Run(answer)
	if w.Count("capture") != 0 || w.Leader(1) != 1 {
		t.Errorf("by the answer to an old call: %v, %v leads", w.Said, w.Leader(1))
	}
	w = called()
	w.Inject(1, 4, capture.Here{Num: 2})
	w.Run(answer)
	if w.Count("capture") != 1 || w.Leader(1) != protocol.Nobody {
		t.Fatalf("by the answer to its call: %v, %v leads", w.Said, w.Leader(1))
	}
	w.Inject(1, 5, capture.Here{Num: 2})
	w.Inject(1, 4, capture.Ack{Num: 2})
	if w.Count("capture") != 1 || w.Leader(1) != 1 {
		t.Errorf("by a late answer: %v, %v leads", w.Said, w.Leader(1))
	}
}

// Only a candidate that waits stands again because it is behind.
func TestWhoIsNoCandidateIsNotBehind(t *testing.T) {
	w := settled(3)
	w.Inject(1, 2, capture.Behind{Num: 9})
	if len(w.Said) != 0 || w.Leader(1) != 3 {
		t.Errorf("sent %v, names %v", w.Said, w.Leader(1))
	}
}
