package capture_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/capture"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func complete(nodes int) *smallworld.Lab {
	w := smallworld.Run(capture.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes})
	return w.Complete()
}

// settled is a complete graph led by its last node.
func settled(n int) *smallworld.Lab {
	w := complete(n)
	w.Boot()
	w.Settle(protocol.ID(n))
	return w
}

// T of the defaults: 2 × 250 ms + 10 ms.
const answer = 510 * time.Millisecond

// One candidate alone: n − 1 captures, as many acks, n − 1 leaders, nothing else;
// 2(n−1) hops of 1 ms, one after the other.
func TestOneCandidateAlone(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 20} {
		w := settled(n)
		w.Elect(1)
		w.Run(time.Duration(2*n) * time.Millisecond)
		if c, a, l := w.Count("capture"), w.Count("ack"), w.Count("leader"); c != n-1 || a != n-1 || l != n-1 || len(w.Said) != 3*(n-1) {
			t.Errorf("n=%d: %d captures, %d acks, %d leaders of %d messages", n, c, a, l, len(w.Said))
		}
		if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != 1 {
			t.Errorf("n=%d: %v leads: %s", n, w.Leader(1), wrong)
		}
	}
}

// Any who starts may win, not only the best: 1 has captured 2 and 3 when 4
// stands, and captures 4 too, by its level; 5, which 4 has captured, asks it to
// eliminate 4.
func TestTheLevelDecidesNotTheID(t *testing.T) {
	w := settled(5)
	w.Elect(1)
	w.Run(4 * time.Millisecond) // two captures
	w.Elect(4)
	w.Run(time.Second)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(4) != 1 {
		t.Errorf("%v leads: %s", w.Leader(4), wrong)
	}
	if w.Count("check") != 1 || w.Count("eliminated") != 1 {
		t.Errorf("%d checks, %d eliminated: 5 was captured by 4 first", w.Count("check"), w.Count("eliminated"))
	}
}

// However many members are gone, they cost a candidate 2T together, once.
func TestTheSilentArePassedOverTogether(t *testing.T) {
	w := settled(12)
	for id := protocol.ID(3); id <= 12; id += 2 {
		w.Crash(id)
	}
	w.Elect(1)
	w.Run(2*answer + 50*time.Millisecond)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(12) != 1 {
		t.Errorf("%v leads: %s", w.Leader(12), wrong)
	}
	if calls, here := w.Count("call"), w.Count("here"); calls != 10 || here != 5 {
		t.Errorf("%d calls and %d answers, want 10 (all after 2) and 5", calls, here)
	}
}

// A silent owner counts as eliminated: 3 has captured 4 and is dead when 5 comes.
func TestASilentOwnerIsEliminated(t *testing.T) {
	w := settled(5)
	w.Elect(3)
	w.Run(1500 * time.Microsecond)
	w.Crash(3)
	w.Elect(5)
	w.Run(5 * answer)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(4) != 5 {
		t.Errorf("%v leads: %s", w.Leader(4), wrong)
	}
	if w.Count("check") != 1 || w.Count("eliminate") != 1 {
		t.Errorf("%d checks, %d eliminates, want one each", w.Count("check"), w.Count("eliminate"))
	}
}

// A candidate of an election that is over stands in the next one: the members that it tries
// to capture tell it the number.
func TestWhoIsBehindStandsAgain(t *testing.T) {
	w := settled(4)
	for range 3 {
		w.Elect(4)
		w.Run(time.Second)
	}
	w.Crash(2)
	w.Restart(2)
	w.Run(time.Second)
	if w.Count("behind") != 1 {
		t.Errorf("%d behinds, want 1", w.Count("behind"))
	}
	if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != 2 {
		t.Errorf("%v leads: %s", w.Leader(1), wrong)
	}
}

// Messages of an older election do not count.
func TestStaleCapturesDoNotCount(t *testing.T) {
	w := settled(3)
	w.Elect(1)
	w.Run(time.Second)
	w.Elect(1)
	w.Run(time.Second)
	w.Forgive()
	for _, stale := range []protocol.Message{capture.Ack{Num: 1}, capture.Nack{Num: 1}, capture.Check{Num: 1, Owner: 3},
		capture.Eliminated{Num: 1}, capture.Here{Num: 1}, capture.Leader{Num: 1, Capability: w.Capability(3)}, capture.Behind{Num: 1}} {
		w.Inject(1, 2, stale)
	}
	if len(w.Said) != 0 || w.Leader(1) != 1 {
		t.Errorf("sent %v, names %v", w.Said, w.Leader(1))
	}
	w.Inject(1, 2, capture.Capture{Num: 1})
	w.Inject(1, 2, capture.Eliminate{Num: 1, Level: 9})
	if w.Count("behind") != 2 || w.Leader(1) != 1 {
		t.Errorf("%d behinds, want 2; names %v", w.Count("behind"), w.Leader(1))
	}
}

// If the winner dies before it announces itself, waiting nodes stand again after R and at
// most an interval.
func TestDeathOfTheWinner(t *testing.T) {
	for stop := 1; stop <= 16; stop++ {
		w := settled(5)
		left := stop
		w.Effect = func(id protocol.ID, _ protocol.Effect) bool {
			if id == 2 {
				left--
			}
			return id != 2 || left != 0
		}
		w.Elect(2)
		w.MustConverge(t, 25*time.Second)
	}
}

// A dead leader is replaced by the first node that notices, within the budget.
func TestADeadLeaderIsReplaced(t *testing.T) {
	for seed := range uint64(10) {
		w := smallworld.Run(capture.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 7, Seed: seed})
		w.Complete().Boot()
		w.Settle(7)
		w.Run(10 * time.Second)
		w.Crash(7)
		w.MustConverge(t, 8*time.Second+3*answer)
	}
}

// Two islands, one leader each; joined, the lesser leader steps down at the
// other's announcement, and no election is held.
func TestMergeKeepsOneOfTwoLeaders(t *testing.T) {
	w := smallworld.Run(capture.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6})
	for _, pair := range [][2]protocol.ID{{1, 2}, {2, 5}, {3, 4}, {4, 6}} {
		w.Link(pair[0], pair[1])
	}
	w.Boot()
	w.Elect(1)
	w.Elect(3)
	w.MustConverge(t, 5*time.Second)
	if w.Leader(5) != 1 || w.Leader(6) != 3 {
		t.Fatalf("leaders %v and %v", w.Leader(5), w.Leader(6))
	}
	w.Forgive()
	w.Link(1, 3)
	w.MustConverge(t, 6*time.Second)
	if n := w.CountClass(protocol.ClassElection); n != 0 || w.Leader(1) != 3 {
		t.Errorf("%d messages of an election, %v leads", n, w.Leader(1))
	}
}

// A node that boots late follows the leader, however much more it
// could offer.
func TestALateNodeFollowsAnyLeader(t *testing.T) {
	w := complete(4)
	w.Boot(1, 2, 3)
	w.Elect(1)
	w.Run(10 * time.Second)
	w.Forgive()
	w.Boot(4)
	w.MustConverge(t, 5*time.Second)
	if n := w.CountClass(protocol.ClassElection); n != 0 || w.Leader(4) != 1 {
		t.Errorf("%d messages of an election, 4 names %v", n, w.Leader(4))
	}
}

// A leader that resigns asks the best member that it heard of, in one message.
func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Run(5 * time.Second)
	w.Resign(5)
	w.Run(time.Second)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(5) != 4 || w.Count("stand") != 1 {
		t.Errorf("%v leads after %d stands: %s", w.Leader(5), w.Count("stand"), wrong)
	}
	w.Resign(2) // no leader: nothing to do
	if w.Count("stand") != 1 {
		t.Error("a follower's resignation sends messages")
	}
	w.MustConverge(t, time.Second)
}

// A resigning leader that knows no member yet learns of those that test it, and asks the
// best of them when it finds that no node leads; it does not stand.
func TestResignedLeaderWithoutASuccessor(t *testing.T) {
	for seed := range uint64(20) {
		w := smallworld.Run(capture.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 3, Seed: seed})
		w.Complete().Boot()
		w.Settle(3)
		w.Resign(3)
		if w.Count("stand") != 0 {
			t.Fatal("3 has heard of no member")
		}
		w.MustConverge(t, 10*time.Second)
		if w.Leader(1) != 2 || w.Count("stand") > 1 {
			t.Errorf("seed %d: %v leads after %d stands, want the best that has not resigned", seed, w.Leader(1), w.Count("stand"))
		}
	}
}

// A leader whose successor died just before hands over to the next; alone it leads itself.
func TestResignedLeaderWhoseSuccessorIsDead(t *testing.T) {
	w := settled(3)
	w.Run(5 * time.Second)
	w.Crash(2)
	w.Resign(3)
	w.MustConverge(t, 20*time.Second)
	if w.Leader(1) != 1 {
		t.Errorf("%v leads, want 1: 2 is dead, 3 has resigned", w.Leader(1))
	}
	w = settled(3)
	w.Run(5 * time.Second)
	w.Crash(1)
	w.Crash(2)
	w.Resign(3)
	w.MustConverge(t, 20*time.Second)
	if w.Leader(3) != 3 {
		t.Errorf("alone, 3 follows %v", w.Leader(3))
	}
}

// With loss a member may be counted twice, and two may win; when the loss ends, there is
// one leader again.
func TestLossMakesLeadersAndCalmUnmakesThem(t *testing.T) {
	for seed := range uint64(20) {
		w := smallworld.Run(capture.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		w.Loss = 0
		w.MustConverge(t, capture.Algorithm().SettleBound(w.Scale(overlay.Services{}), smallworld.Config(capture.Algorithm(), nil)))
	}
}

func TestAllRestartAtOnce(t *testing.T) {
	w := settled(6)
	w.Run(5 * time.Second)
	for id := protocol.ID(1); id <= 6; id++ {
		w.Crash(id)
	}
	for id := protocol.ID(1); id <= 6; id++ {
		w.Restart(id)
	}
	w.MustConverge(t, 2*time.Second)
}
