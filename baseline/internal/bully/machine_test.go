package bully_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/bully"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// After Settle no message is sent before the first detection interval; after it, each
// follower's pull test is the only traffic: no announcement goes to members that pull.
func TestSettledSystemIsQuietAndThenPulls(t *testing.T) {
	w := settled(5)
	w.Run(2*time.Second - 1)
	if len(w.Said) != 0 {
		t.Fatalf("sent %v before the first detection interval", w.Said[0])
	}
	w.Run(60 * time.Second)
	pings := w.Count("ping")
	if w.Count("pong") != pings || len(w.Said) != 2*pings {
		t.Errorf("%d messages, %d pings, %d pongs", len(w.Said), pings, w.Count("pong"))
	}
	if pings < 4*29 || pings > 4*31 {
		t.Errorf("%d pings of 4 followers in 60 s at 2 s each", pings)
	}
}

// The leader's death is noticed within the budget of Interval × Misses + an interval, and
// costs what the lowest node that noticed would alone.
func TestPullTestNoticesADeadLeader(t *testing.T) {
	for seed := range uint64(20) {
		w := smallworld.Run(bully.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 7, Seed: seed})
		w.Complete().Boot()
		w.Settle(7)
		w.Run(10 * time.Second)
		w.Crash(7)
		w.Forgive()
		took := w.MustConverge(t, 8*time.Second+1600*time.Millisecond)
		if took < 5*time.Second {
			t.Errorf("seed %d: noticed after %v, before three misses", seed, took)
		}
		lowest := protocol.ID(7)
		for _, e := range w.Events {
			if e.Op == protocol.OpSuspect {
				lowest = min(lowest, e.Node)
			}
		}
		m := 7 - int(lowest)
		if got, want := len(elections(w)), m*m+5; got != want {
			t.Errorf("seed %d: %d messages, want %d", seed, got, want)
		}
	}
}

// Two islands elect one leader each; joined, the better one's announcement reaches
// the other side within 3 intervals and no election is held.
func TestMergeFollowsTheBetterLeader(t *testing.T) {
	w := smallworld.Run(bully.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6})
	for _, pair := range [][2]protocol.ID{{1, 2}, {2, 5}, {3, 4}, {4, 6}} {
		w.Link(pair[0], pair[1])
	}
	w.Boot()
	w.Elect(1)
	w.Elect(3)
	w.MustConverge(t, 5*time.Second)
	if w.Leader(1) != 5 || w.Leader(3) != 6 {
		t.Fatalf("leaders %v and %v", w.Leader(1), w.Leader(3))
	}
	w.Forgive()
	w.Link(1, 3)
	w.MustConverge(t, 6*time.Second)
	if n := len(elections(w)); n != 0 {
		t.Errorf("%d messages of an election", n)
	}
	if w.Count("leader-announcement") == 0 {
		t.Error("nobody announced itself")
	}
}

// "COORDINATOR from j < self ⇒ start election."
func TestLowerCoordinatorIsChallenged(t *testing.T) {
	w := settled(4)
	w.Inject(3, 2, bully.Coordinator{Capability: protocol.Capability{Value: 2, ID: 2}})
	w.Run(wave)
	if w.Count("election") != 1 || w.Count("coordinator") != 3 {
		t.Errorf("%+v, want 3 asks 4, 4 tells all", count(w))
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// An OK of a member that turns out to be lower does not count.
func TestOKOfALowerMemberIsIgnored(t *testing.T) {
	w := settled(5)
	w.Crash(5)
	w.Crash(4)
	w.Elect(3)
	w.Inject(3, 4, bully.OK{Capability: protocol.Capability{Value: 1, ID: 4}})
	w.Run(600 * time.Millisecond) // T and a route, not T'
	if w.Leader(3) != 3 {
		t.Errorf("3 names %v: it still waits", w.Leader(3))
	}
}

// An OK whose sender dies before it announces: T' ends the wait. (Course
// document 003 has no T': its processes would wait for ever.)
func TestDeathBetweenOKAndCoordinator(t *testing.T) {
	w := settled(4)
	w.Crash(4)
	w.Elect(2)
	w.At(protocol.Time(100*time.Millisecond), func() { w.Crash(3) })
	w.Run(wave + time.Second)
	if w.Leader(1) != 2 || w.Leader(2) != 2 {
		t.Errorf("leaders %v, %v, want 2", w.Leader(1), w.Leader(2))
	}
}

// "If a crashed process comes back, it holds an election; with the highest
// identifier it is elected."
func TestRestartedBestTakesOver(t *testing.T) {
	w := settled(5)
	w.Crash(5)
	w.MustConverge(t, 20*time.Second)
	w.Restart(5)
	w.MustConverge(t, 2*time.Second)
	w.Crash(1)
	w.Restart(1)
	w.MustConverge(t, 2*time.Second)
}

func TestFirstBootElectsAfterTheDetectionTimeout(t *testing.T) {
	w := complete(4, nil)
	w.Run(6*time.Second - 1)
	if len(w.Said) != 0 {
		t.Fatalf("sent %v unasked", w.Said[0])
	}
	w.MustConverge(t, 6*time.Second)
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Run(5 * time.Second)
	w.Resign(5)
	w.MustConverge(t, 2*time.Second)
	if w.Leader(5) != 4 {
		t.Errorf("5 names %v", w.Leader(5))
	}
	w.Forgive()
	w.Resign(2) // no leader: nothing to do
	w.Run(time.Second)
	if n := len(elections(w)); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

// A follower deposes the leader only beyond the hysteresis; then it does within
// a pull and a tick.
func TestChallengeBeyondHysteresis(t *testing.T) {
	a := bully.Algorithm()
	c := smallworld.Config(a, nil)
	c.Hysteresis = protocol.Margin{Share: 100}
	w := smallworld.RunWith(a, c, overlay.Services{}, smallworld.Options{Nodes: 3, Values: []int64{500, 600, 1000}})
	w.Complete().Boot()
	w.Settle(3)
	w.SetValue(1, 1100)
	w.Run(20 * time.Second)
	if w.Leader(2) != 3 {
		t.Fatalf("1100 deposed 1000 at a hysteresis of a tenth")
	}
	w.SetValue(1, 1101)
	w.MustConverge(t, 5*time.Second)
	w.SetValue(1, 400) // the leader's capability falls
	w.MustConverge(t, 7*time.Second)
	if w.Leader(1) != 3 {
		t.Errorf("1 names %v", w.Leader(1))
	}
}

func TestAloneANodeLeadsItself(t *testing.T) {
	w := complete(1, nil)
	w.Elect(1)
	if w.Leader(1) != 1 || len(w.Said) != 0 {
		t.Errorf("leader %v after %d messages", w.Leader(1), len(w.Said))
	}
}

// A crash between any two effects of a winner: the others still agree.
func TestCrashBetweenTwoEffects(t *testing.T) {
	for stop := range 12 {
		w := settled(5)
		w.Crash(5)
		left := stop
		w.Effect = func(id protocol.ID, e protocol.Effect) bool {
			if id == 4 {
				left--
			}
			return id != 4 || left != 0
		}
		w.Elect(2)
		w.MustConverge(t, 30*time.Second)
	}
}
