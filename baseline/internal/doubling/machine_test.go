package doubling_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/doubling"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// settled is a complete graph led by its last node, the best.
func settled(n int) *smallworld.Lab {
	w := run("rising", smallworld.Options{Nodes: n})
	w.Settle(protocol.ID(n))
	return w
}

func bound(w *smallworld.Lab) time.Duration {
	a := doubling.Algorithm()
	return a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil))
}

// A dead member is silent, which in the paper means refusal. It is asked twice and then
// skipped, and the election takes two pulses more at most.
func TestTheDeadArePassedOver(t *testing.T) {
	w := settled(8)
	for _, id := range []protocol.ID{3, 5, 6, 7} {
		w.Crash(id)
	}
	w.Elect(8)
	w.Run(8*pulse + 10*time.Millisecond)
	if wrong := w.Disagreement(); wrong != "" || w.Count("capture") != 7+4 || w.Count("ack") != 3 {
		t.Errorf("%d captures, %d acks: %s", w.Count("capture"), w.Count("ack"), wrong)
	}
}

// Loss breaks lock-step: the messages of two odd pulses are lost, and with them the refusal
// of the lesser candidate. Each takes the other for dead, and both lead, until the better's
// LEADER arrives.
func TestLostRefusalsMakeTwoLeaders(t *testing.T) {
	w := run("rising", smallworld.Options{Nodes: 2, Tries: 1})
	w.Elect(1)
	w.Elect(2)
	for range 2 {
		w.Loss = 0
		w.Run(pulse / 2)
		w.Loss = 1
		w.Run(3 * pulse / 2) // the odd pulse, and the next even one
		w.Loss = 0
	}
	if w.Leader(1) != 1 || w.Leader(2) != 2 || w.Count("refuse") == 0 {
		t.Errorf("leaders %v and %v after %d refusals", w.Leader(1), w.Leader(2), w.Count("refuse"))
	}
	w.MustConverge(t, bound(w))
}

// Frames later than a pulse: an answer arrives after the candidate has skipped its sender.
// "Needs lock-step".
func TestLateFramesMakeTwoLeaders(t *testing.T) {
	w := run("rising", smallworld.Options{Nodes: 4, Latency: 7 * pulse / 2})
	for _, id := range all(4) {
		w.Elect(id)
	}
	most := 0
	for range 80 {
		w.Run(pulse / 4)
		leaders := 0
		for _, id := range all(4) {
			if w.Leader(id) == id {
				leaders++
			}
		}
		most = max(most, leaders)
	}
	if most < 2 {
		t.Errorf("never more than %d leader, though no answer comes before the second pulse after it", most)
	}
}

// With loss there may be two leaders as well; when it ends, there is one again.
func TestLossMakesLeadersAndCalmUnmakesThem(t *testing.T) {
	several := 0
	for seed := range uint64(20) {
		w := run("falling", smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		for _, id := range all(8) {
			w.Elect(id)
		}
		for range 60 {
			w.Run(500 * time.Millisecond)
			leaders := 0
			for _, id := range all(8) {
				if w.Leader(id) == id {
					leaders++
				}
			}
			if leaders > 1 {
				several++
				break
			}
		}
		w.Loss = 0
		w.MustConverge(t, bound(w))
	}
	if several == 0 {
		t.Error("half of all frames lost, and never two leaders")
	}
}

// A lost Ack is asked for again, and sent again.
func TestALostAckIsSaidAgain(t *testing.T) {
	w := settled(2)
	w.Elect(2)
	w.Run(pulse / 2)
	w.Loss, w.Tries = 1, 1
	w.Run(pulse) // the odd pulse
	w.Loss = 0
	w.Run(4 * pulse)
	if w.Count("capture") != 2 || w.Count("ack") != 2 || w.Count("refuse") != 0 {
		t.Errorf("%d captures, %d acks, %d refuses", w.Count("capture"), w.Count("ack"), w.Count("refuse"))
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// A newer election takes members over; the older one's captures are refused.
func TestCapturesOfAnOlderElectionAreRefused(t *testing.T) {
	w := settled(3)
	w.Run(10 * pulse)
	w.Elect(3)
	w.Run(5 * pulse)
	w.Forgive()
	w.Inject(1, 2, doubling.Capture{Num: 1, Capability: protocol.Capability{Value: 99, ID: 2}})
	w.Run(2 * pulse)
	if w.Count("refuse") != 1 || w.Leader(1) != 3 {
		t.Errorf("%d refuses, 1 names %v", w.Count("refuse"), w.Leader(1))
	}
	for _, stale := range []protocol.Message{doubling.Ack{Num: 1}, doubling.Refuse{Num: 1},
		doubling.Leader{Num: 1, Capability: w.Capability(2)}} {
		w.Inject(1, 2, stale)
	}
	if w.Leader(1) != 3 {
		t.Errorf("1 names %v", w.Leader(1))
	}
}

// A dead leader is replaced by the next best, whichever node notices.
func TestADeadLeaderIsReplaced(t *testing.T) {
	for seed := range uint64(10) {
		w := run("rising", smallworld.Options{Nodes: 7, Seed: seed})
		w.Settle(7)
		w.Run(10 * time.Second)
		w.Crash(7)
		w.MustConverge(t, 8*time.Second+2*10*pulse)
	}
}

// The winner dies between any two effects: waiting nodes begin again.
func TestCrashBetweenTwoEffects(t *testing.T) {
	for stop := 1; stop <= 20; stop++ {
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
		w.MustConverge(t, bound(w))
	}
}

func TestMergeFollowsTheBetterLeader(t *testing.T) {
	w := smallworld.Run(doubling.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 6})
	for _, pair := range [][2]protocol.ID{{1, 2}, {2, 5}, {3, 4}, {4, 6}} {
		w.Link(pair[0], pair[1])
	}
	w.Boot()
	w.Elect(5)
	w.Elect(6)
	w.MustConverge(t, 10*time.Second)
	w.Forgive()
	w.Link(1, 3)
	w.MustConverge(t, 6*time.Second)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("%d messages of an election", n)
	}
}

// A leader that resigns announces it: all that exceed it stand at one even pulse.
func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Run(5 * time.Second)
	w.Forgive()
	w.Resign(5)
	w.MustConverge(t, 8*pulse+10*time.Millisecond)
	if w.Leader(5) != 4 || w.Count("leader") != 8 {
		t.Errorf("5 names %v, %d told", w.Leader(5), w.Count("leader"))
	}
	w.Forgive()
	w.Resign(2) // no leader: nothing to do
	w.Run(time.Second)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

// A leader that takes part in an election answers those who still follow it, however short
// their patience is: else they would begin another before that one reaches them.
func TestADeposedLeaderIsNotTakenForDead(t *testing.T) {
	const n = 16 // an election takes 12 pulses, 3 s
	a, hasty := doubling.Algorithm(), smallworld.Config(doubling.Algorithm(), nil)
	hasty.Detection = protocol.Detection{Interval: 100 * time.Millisecond, Misses: 2}
	w := smallworld.RunWith(a, hasty, overlay.Services{}, smallworld.Options{Nodes: n})
	w.Complete().Boot()
	w.Settle(n - 1)
	w.Run(time.Second)
	w.Inject(n, n-1, doubling.Leader{Num: 1, Capability: w.Capability(n - 1)}) // n exceeds it, and stands
	w.Run(12 * pulse)
	for _, e := range w.Events {
		if e.Op == protocol.OpSuspect {
			t.Fatalf("%v suspects %v at %v", e.Node, e.To, e.At)
		}
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// A follower deposes the leader only beyond the hysteresis.
func TestChallengeBeyondHysteresis(t *testing.T) {
	a := doubling.Algorithm()
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
	w.MustConverge(t, 7*time.Second)
}

func TestRestartedBestTakesOver(t *testing.T) {
	w := settled(5)
	w.Crash(5)
	w.MustConverge(t, 20*time.Second)
	w.Restart(5)
	w.MustConverge(t, 10*pulse)
	for id := protocol.ID(1); id <= 5; id++ {
		w.Crash(id)
	}
	for id := protocol.ID(1); id <= 5; id++ {
		w.Restart(id)
	}
	w.MustConverge(t, 10*pulse)
}
