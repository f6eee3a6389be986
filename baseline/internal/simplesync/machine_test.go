package simplesync_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/simplesync"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func bound(w *smallworld.Lab) time.Duration {
	a := simplesync.Algorithm()
	return a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil))
}

// "With loss nodes decide differently": all stand, and some miss the best. When
// the loss ends, the announcement of the best corrects it.
func TestWithLossNodesDecideDifferently(t *testing.T) {
	differ := 0
	for seed := range uint64(20) {
		w := run(smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(pulse)
		if w.Disagreement() != "" {
			differ++
		}
		w.Loss = 0
		w.MustConverge(t, bound(w))
	}
	if differ < 15 {
		t.Errorf("half of all frames lost, and only %d of 20 elections went wrong", differ)
	}
}

// "… or late frames": a message that takes longer than a pulse does not count, and each
// candidate decides for itself.
func TestWithLateFramesEachLeadsItself(t *testing.T) {
	w := run(smallworld.Options{Nodes: 4, Latency: pulse + time.Millisecond})
	for id := protocol.ID(1); id <= 4; id++ {
		w.Elect(id)
	}
	w.Run(pulse)
	for id := protocol.ID(1); id <= 4; id++ {
		if w.Leader(id) != id {
			t.Errorf("%v names %v", id, w.Leader(id))
		}
	}
	w.MustConverge(t, bound(w))
}

// A candidate heard at the very pulse still counts; one of an election that is decided does
// not.
func TestLateAndStaleCandidatesDoNotCount(t *testing.T) {
	w := settled(3)
	w.Run(10 * pulse)
	rival := protocol.Capability{Value: 9, ID: 2}
	for _, old := range []uint32{0, 9} {
		w.Inject(1, 2, simplesync.Candidate{Pulse: old, Capability: rival})
	}
	w.Run(pulse / 2)
	if w.Leader(1) != 3 {
		t.Errorf("1 names %v", w.Leader(1))
	}
	w.Inject(1, 2, simplesync.Candidate{Pulse: 11, Capability: rival})
	w.Run(pulse / 2)
	if w.Leader(1) != 2 {
		t.Errorf("1 names %v, want what it heard in time", w.Leader(1))
	}
}

// A candidate of the election before, though it comes before its own pulse, does not count in
// the one that this node takes part in.
func TestCandidatesOfAnEarlierElectionDoNotCount(t *testing.T) {
	w := settled(3)
	w.Run(10 * pulse)
	w.Inject(1, 3, simplesync.Candidate{Pulse: 12, Capability: w.Capability(3)})
	w.Inject(1, 2, simplesync.Candidate{Pulse: 11, Capability: protocol.Capability{Value: 99, ID: 2}})
	w.Run(2 * pulse)
	if w.Leader(1) != 3 {
		t.Errorf("1 names %v, want the candidate of its election", w.Leader(1))
	}
}

func TestADeadLeaderIsReplaced(t *testing.T) {
	for seed := range uint64(10) {
		w := run(smallworld.Options{Nodes: 7, Seed: seed})
		w.Settle(7)
		w.Run(10 * time.Second)
		w.Crash(7)
		w.MustConverge(t, 8*time.Second+4*pulse)
	}
}

// The best dies between any two effects of its candidacy: nodes that decided for it notice,
// the others were right.
func TestCrashBetweenTwoEffects(t *testing.T) {
	for stop := 1; stop <= 14; stop++ {
		w := settled(5)
		w.Crash(5)
		left := stop
		w.Effect = func(id protocol.ID, _ protocol.Effect) bool {
			if id == 4 {
				left--
			}
			return id != 4 || left != 0
		}
		w.Elect(4)
		w.Elect(2)
		w.MustConverge(t, bound(w))
	}
}

func TestMergeFollowsTheBetterLeader(t *testing.T) {
	w := smallworld.Run(simplesync.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6})
	for _, pair := range [][2]protocol.ID{{1, 2}, {2, 5}, {3, 4}, {4, 6}} {
		w.Link(pair[0], pair[1])
	}
	w.Boot()
	w.Elect(1)
	w.Elect(3)
	w.MustConverge(t, 4*pulse)
	w.Forgive()
	w.Link(1, 3)
	w.MustConverge(t, 6*time.Second)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("%d messages of an election", n)
	}
}

// A leader that resigns stands with nothing to offer: all others stand after it.
func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Run(5 * time.Second)
	w.Forgive()
	w.Resign(5)
	w.MustConverge(t, 4*pulse)
	if w.Leader(5) != 4 || w.Count("candidate") != 4+4*4 {
		t.Errorf("5 names %v after %d messages", w.Leader(5), w.Count("candidate"))
	}
	w.Forgive()
	w.Resign(2) // no leader: nothing to do
	w.Run(time.Second)
	if n := w.Count("candidate"); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

// A follower deposes the leader only beyond the hysteresis.
func TestChallengeBeyondHysteresis(t *testing.T) {
	a := simplesync.Algorithm()
	c := smallworld.Config(a, nil)
	c.Hysteresis = protocol.Margin{Share: 100}
	w := smallworld.RunWith(a, c, overlay.Services{}, smallworld.Options{Nodes: 3, Values: []int64{500, 600, 1000}})
	w.Complete().Boot()
	w.Settle(3)
	w.SetValue(1, 1100)
	w.Run(20 * time.Second)
	if w.Leader(2) != 3 {
		t.Fatal("1100 deposed 1000 at a hysteresis of a tenth")
	}
	w.SetValue(1, 1101)
	w.MustConverge(t, 5*time.Second)
}

func TestRestartedBestTakesOver(t *testing.T) {
	w := settled(5)
	w.Crash(5)
	w.MustConverge(t, 20*time.Second)
	w.Restart(5)
	w.MustConverge(t, 3*pulse)
	for id := protocol.ID(1); id <= 5; id++ {
		w.Crash(id)
	}
	for id := protocol.ID(1); id <= 5; id++ {
		w.Restart(id)
	}
	w.MustConverge(t, 3*pulse)
}
