package omega_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/omega"
	"bellwether/fd"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

const interval = 2 * time.Second // smallworld.Budget's

func complete(n int) *smallworld.Lab {
	w := smallworld.Run(omega.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: n})
	w.Complete().Boot()
	return w
}

// settle runs until all name their component's smallest, within the bound.
func settle(t *testing.T, w *smallworld.Lab) time.Duration {
	t.Helper()
	a := omega.Algorithm()
	bound := a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil))
	return w.MustConverge(t, bound)
}

// reports lists what node reported of peer, in order.
func reports(w *smallworld.Lab, node, peer protocol.ID) (out []protocol.Op) {
	for _, e := range w.Events {
		if e.Node == node && e.To == peer && (e.Op == protocol.OpSuspect || e.Op == protocol.OpTrust) {
			out = append(out, e.Op)
		}
	}
	return out
}

// "2n(n−1) logical messages per interval (excluding self)", by
// hand for each n, over ten intervals; and nothing else.
func TestMessagesPerInterval(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 4, 3: 12, 4: 24, 5: 40, 7: 84, 10: 180, 30: 1740} {
		w := complete(n)
		w.Run(2 * interval) // every node has begun
		w.Forgive()
		w.Run(10 * interval)
		if len(w.Said) != 10*want || w.CountClass(protocol.ClassDetector) != 10*want {
			t.Errorf("n=%d: %d messages in ten intervals, %d by the detector, want %d",
				n, len(w.Said), w.CountClass(protocol.ClassDetector), 10*want)
		}
		for _, s := range w.Said {
			if s.From == s.To {
				t.Fatalf("n=%d: %v asks itself", n, s.From)
			}
		}
	}
}

// "Líder ← ⊥", but evaluated at once: every node names the smallest ID before any message.
func TestSmallestIsNamedAtBoot(t *testing.T) {
	w := complete(5)
	if wrong := w.Disagreement(); wrong != "" || len(w.Said) != 0 {
		t.Errorf("%s; %d messages", wrong, len(w.Said))
	}
}

// A dead leader is replaced in the detection budget: the last answer, three misses, one
// interval (document 002, strong completeness); and only the tests are sent.
func TestNextSmallestFollowsADeadLeader(t *testing.T) {
	for seed := range uint64(sample.Size(2, 4)) {
		w := smallworld.Run(omega.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6, Seed: seed})
		w.Complete().Boot()
		w.Run(time.Minute)
		w.Forgive()
		w.Crash(1)
		took, wrong := w.Converge(20*time.Second, 10*time.Second)
		if wrong != "" || took < 3*interval || took > 4*interval+50*time.Millisecond {
			t.Errorf("seed %d: after %v, want 6s … 8s; %s", seed, took, wrong)
		}
		for id := protocol.ID(2); id <= 6; id++ {
			if w.Leader(id) != 2 || !slices.Equal(reports(w, id, 1), []protocol.Op{protocol.OpSuspect}) {
				t.Errorf("seed %d: %v names %v and reports %v", seed, id, w.Leader(id), reports(w, id, 1))
			}
		}
	}
}

// "Non-stable: a recovering low id deposes a working leader."
func TestRecoveringSmallestDeposesALeaderThatWorks(t *testing.T) {
	w := complete(4)
	w.Crash(1)
	settle(t, w)
	if w.Leader(4) != 2 {
		t.Fatalf("4 names %v", w.Leader(4))
	}
	w.Forgive()
	w.Restart(1)
	if took := settle(t, w); took > interval+50*time.Millisecond {
		t.Errorf("1 is back, and trusted only after %v", took)
	}
	if w.Leader(4) != 1 || !slices.Equal(reports(w, 4, 1), []protocol.Op{protocol.OpTrust}) {
		t.Errorf("4 names %v and reports %v", w.Leader(4), reports(w, 4, 1))
	}
}

// "Partition ≠ crash: suspicion of unreachable peers must be reversible, and Ω
// then is per component."
func TestEachComponentHasItsOwnLeader(t *testing.T) {
	w := complete(6)
	cross := func(do func(ends ...protocol.ID)) {
		for a := protocol.ID(1); a <= 3; a++ {
			for b := protocol.ID(4); b <= 6; b++ {
				do(a, b)
			}
		}
	}
	cross(w.Cut)
	settle(t, w)
	if w.Leader(3) != 1 || w.Leader(6) != 4 {
		t.Fatalf("leaders %v and %v, want 1 and 4", w.Leader(3), w.Leader(6))
	}
	cross(w.Link)
	settle(t, w)
	for id := protocol.ID(1); id <= 6; id++ {
		if w.Leader(id) != 1 {
			t.Errorf("%v names %v after the merge", id, w.Leader(id))
		}
	}
	if got := reports(w, 6, 1); !slices.Equal(got, []protocol.Op{protocol.OpSuspect, protocol.OpTrust}) {
		t.Errorf("6 reports %v of 1", got)
	}
}

// A settled start names the given leader until smaller members have shown that they live;
// if none does, for good.
func TestSettledLeaderHoldsUntilASmallerShowsItself(t *testing.T) {
	w := complete(5)
	w.Crash(1)
	w.Settle(4)
	for id := protocol.ID(2); id <= 5; id++ {
		if w.Leader(id) != 4 {
			t.Errorf("%v names %v, want 4", id, w.Leader(id))
		}
	}
	w.Forgive()
	w.Run(time.Minute)
	for _, e := range w.Events {
		if e.Op == protocol.OpElected && e.To == 1 {
			t.Errorf("%v names 1, which is dead", e.Node)
		}
	}
	if w.Leader(5) != 2 {
		t.Errorf("5 names %v, want 2", w.Leader(5))
	}
	alone := complete(3)
	alone.Crash(1)
	alone.Crash(2)
	alone.Settle(3)
	alone.Forgive()
	alone.Run(time.Minute)
	for _, e := range alone.Events {
		if e.Op == protocol.OpElected {
			t.Errorf("at %v %v names %v", e.At, e.Node, e.To)
		}
	}
}

// Capabilities, resignations and scripted elections change nothing.
func TestNothingButSuspicionCounts(t *testing.T) {
	w := complete(3)
	w.Forgive()
	w.SetValue(3, 1000)
	w.Resign(1)
	w.Elect(2)
	w.Run(time.Minute)
	for _, e := range w.Events {
		t.Errorf("%v reports %+v", e.Node, e.Effect)
	}
}

// A member whose answers are late is trusted again, and gets a longer time-out.
func TestAMistakeIsTakenBack(t *testing.T) {
	w := complete(2)
	w.Run(2 * interval)
	w.Cut(1, 2)
	w.Run(10 * time.Second)
	if w.Leader(2) != 2 {
		t.Fatalf("2 names %v", w.Leader(2))
	}
	w.Link(1, 2)
	settle(t, w)
	w.Crash(1)
	took, wrong := w.Converge(30*time.Second, 10*time.Second)
	if wrong != "" || took < 4*interval || took > 5*interval+50*time.Millisecond {
		t.Errorf("after one mistake the time-out is 4 intervals; replaced after %v; %s", took, wrong)
	}
}

// An answer to no question, from a node that is not a member, or to an old round, is no
// sign of life.
func TestStrangeAnswersShowNothing(t *testing.T) {
	w := complete(3)
	w.Crash(1)
	settle(t, w)
	w.Inject(2, 1, fd.Pong{Seq: 1 << 31})
	w.Inject(2, 9, fd.Pong{Seq: 1})
	w.Run(time.Second)
	if w.Leader(2) != 2 {
		t.Errorf("2 names %v", w.Leader(2))
	}
	settled := complete(3)
	settled.Settle(3)
	settled.Inject(2, protocol.Nobody, fd.Pong{Seq: 1})
	settled.Run(time.Second)
	if settled.Leader(2) != 3 {
		t.Errorf("2 names %v after an answer to no question", settled.Leader(2))
	}
}

// States that behave differently have different snapshots.
func TestSnapshotTellsStatesApart(t *testing.T) {
	w := complete(3)
	seen := map[string]string{}
	look := func(when string) {
		s := string(w.Machine(2).Snapshot(nil))
		if former, known := seen[s]; known {
			t.Errorf("%s looks like %s", when, former)
		}
		seen[s] = when
	}
	look("boot")
	w.Settle(3)
	look("a settled start")
	w.Run(2 * interval)
	look("the first round")
	w.Crash(1)
	w.Run(10 * time.Second)
	look("a suspicion")
}
