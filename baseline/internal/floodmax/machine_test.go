package floodmax_test

import (
	"fmt"
	"testing"
	"time"

	"bellwether/baseline/internal/floodmax"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func world(nodes int, values []int64) *smallworld.Lab {
	return smallworld.Run(floodmax.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes, Values: values})
}

// One claim of the best is heard by all and passed on once by each: n CLAIMs,
// and nothing else before the first interval. On any graph.
func TestClaimOfTheBestCostsOneBroadcastEach(t *testing.T) {
	for _, n := range []int{1, 2, 5, 12} {
		for i, w := range []*smallworld.Lab{world(n, nil).Complete(), world(n, nil).Line()} {
			name := []string{"complete", "line"}[i]
			w.Boot()
			w.Elect(protocol.ID(n))
			w.Run(1900 * time.Millisecond)
			if len(w.Said) != n || w.Count("claim") != n {
				t.Errorf("%s of %d: %d messages, %d claims, want %d", name, n, len(w.Said), w.Count("claim"), n)
			}
			if wrong := w.Disagreement(); wrong != "" {
				t.Errorf("%s of %d: %s", name, n, wrong)
			}
		}
	}
}

// A worse claim is answered by better ones, until the best has claimed; a node passes a
// capability on only if it is the best that it knows.
func TestWorstClaimsFirst(t *testing.T) {
	w := world(8, nil).Complete()
	w.Boot()
	w.Elect(1)
	w.MustConverge(t, time.Second)
	for _, s := range w.Said {
		if c, ok := s.Message.(floodmax.Claim); ok && s.From > c.Leader.ID && s.From != c.Leader.ID {
			t.Errorf("%v spread the claim of %v, which is worse than itself", s.From, c.Leader.ID)
		}
	}
}

func TestSettledSystemIsQuietAndThenBeacons(t *testing.T) {
	w := world(5, nil).Line()
	w.Boot()
	w.Settle(5)
	w.Run(2*time.Second - 1)
	if len(w.Said) != 0 {
		t.Fatalf("sent %v before the first detection interval", w.Said[0])
	}
	w.Run(60*time.Second + 500*time.Millisecond)
	if w.Count("beacon") != 5*31 || len(w.Said) != 5*31 {
		t.Errorf("%d beacons of %d messages, want 31 floods by 5 nodes", w.Count("beacon"), len(w.Said))
	}
}

// "A dead leader's flood cannot be re-infected": once it is given up no node follows it
// again, not even if a copy of its last flood arrives very late.
func TestNoGhost(t *testing.T) {
	w := world(10, nil).Line()
	w.Boot()
	w.Settle(10)
	w.Run(9 * time.Second)
	last := floodmax.Beacon{Leader: w.Capability(10), Stamp: protocol.Time(8 * time.Second)}
	w.Crash(10)
	w.Forgive()
	w.Run(5500 * time.Millisecond) // 6 s after the last flood: all have given it up
	for id := protocol.ID(1); id <= 9; id++ {
		if w.Leader(id) == 10 {
			t.Fatalf("%v still follows", id)
		}
		w.Inject(id, 10, last)
	}
	w.MustConverge(t, 3*time.Second)
	for _, e := range w.Events {
		if e.Op == protocol.OpElected && e.To == 10 {
			t.Errorf("%v followed the dead again at %v", e.Node, e.At)
		}
	}
}

// The memory of a former leader ends: a leader whose clock begins anew is followed again.
func TestRebootWithAYoungerClockIsHeard(t *testing.T) {
	w := world(2, nil).Complete()
	w.Boot(1)
	w.Run(20 * time.Second)
	w.Inject(1, 2, floodmax.Beacon{Leader: w.Capability(2), Stamp: protocol.Time(time.Hour)})
	w.Run(30 * time.Second)
	if w.Leader(1) != 1 {
		t.Fatalf("1 names %v", w.Leader(1))
	}
	w.Restart(2)
	w.MustConverge(t, 3*time.Second)
}

// An old flood of a leader that was worth more then is refused, however many leaders were
// followed since: it would beat those, and the news of its lower value would replace it
// again and again.
func TestThePastOfAFormerLeaderIsRefused(t *testing.T) {
	w := world(4, []int64{1, 2, 3, 4}).Line()
	w.Boot()
	w.Settle(4)
	w.Run(3 * time.Second)
	past := floodmax.Beacon{Leader: w.Capability(4), Stamp: protocol.Time(2*time.Second + 1)}
	fallen := protocol.Capability{ID: 4}
	w.Inject(1, 2, floodmax.Beacon{Leader: fallen, Stamp: protocol.Time(3 * time.Second)})
	for _, better := range []protocol.ID{2, 3} {
		w.Inject(1, 2, floodmax.Claim{Leader: w.Capability(better), Stamp: protocol.Time(3 * time.Second)})
		if w.Leader(1) != better {
			t.Fatalf("1 names %v, want %v", w.Leader(1), better)
		}
		w.Inject(1, 2, past)
		if w.Leader(1) != better {
			t.Fatalf("1 left %v for %v, by a flood that is older than one it had heard", better, w.Leader(1))
		}
	}
}

func TestDeadLeaderIsReplacedWithinItsTimeout(t *testing.T) {
	for seed := range uint64(20) {
		w := smallworld.Run(floodmax.Algorithm(), overlay.Services{}, smallworld.Options{
			Nodes: 6, Seed: seed, Values: []int64{9, 1, 2, 3, 4, 5},
		})
		w.Line()
		w.Boot()
		w.Settle(1)
		w.Run(5 * time.Second)
		w.Crash(1)
		if took := w.MustConverge(t, 9*time.Second); took < 4*time.Second {
			t.Errorf("seed %d: given up after %v, before three beacons were missed", seed, took)
		}
	}
}

func TestMergeFollowsTheBetterLeader(t *testing.T) {
	w := world(6, nil)
	for _, pair := range [][2]protocol.ID{{1, 2}, {2, 5}, {3, 4}, {4, 6}} {
		w.Link(pair[0], pair[1])
	}
	w.Boot()
	w.Elect(5)
	w.Elect(6)
	w.MustConverge(t, time.Second)
	w.Forgive()
	w.Link(1, 3)
	w.MustConverge(t, 3*time.Second)
	if n := w.Count("claim"); n != 0 {
		t.Errorf("%d claims", n)
	}
}

func TestHysteresisKeepsALeaderInOffice(t *testing.T) {
	a := floodmax.Algorithm()
	c := smallworld.Config(a, nil)
	c.Hysteresis = protocol.Margin{Share: 100}
	w := smallworld.RunWith(a, c, overlay.Services{}, smallworld.Options{Nodes: 3, Values: []int64{500, 600, 1000}})
	w.Line().Boot()
	w.Settle(3)
	w.SetValue(1, 1100)
	w.Run(20 * time.Second)
	if w.Leader(1) != 3 || w.Leader(2) != 3 {
		t.Fatalf("1100 deposed 1000 at a hysteresis of a tenth")
	}
	w.Crash(1)
	w.Restart(1) // claims, is not good enough, and yields to the next beacon
	w.Run(20 * time.Second)
	if w.Leader(1) != 3 || w.Leader(2) != 3 {
		t.Fatalf("a restarted 1100 deposed 1000 at a hysteresis of a tenth")
	}
	w.SetValue(1, 1101)
	w.MustConverge(t, 3*time.Second)
}

// A leader that claims beside another that it does not depose gives way to the other's next
// BEACON. So do its followers, at once: otherwise they would wait for it until the
// time-out, and claim themselves.
func TestFollowersGiveWayWithTheirLeader(t *testing.T) {
	a := floodmax.Algorithm()
	c := smallworld.Config(a, nil)
	c.Hysteresis = protocol.Margin{Share: 200}
	office := protocol.Capability{ID: 2, Value: 1000}
	for _, k := range []struct {
		name   string
		claims int64
		beacon bool
		want   protocol.ID
	}{{"within the margin", 1100, false, 2}, {"within it, and in office itself", 1100, true, 3}, {"beyond it", 1300, false, 3}} {
		w := smallworld.RunWith(a, c, overlay.Services{}, smallworld.Options{Nodes: 3, Values: []int64{10, 1000, k.claims}})
		w.Line().Boot()
		claimed := protocol.Capability{ID: 3, Value: k.claims}
		w.Inject(1, 2, floodmax.Claim{Leader: claimed, Stamp: protocol.Time(time.Second)})
		if k.beacon {
			w.Inject(1, 2, floodmax.Beacon{Leader: claimed, Stamp: protocol.Time(2 * time.Second)})
		}
		w.Inject(1, 2, floodmax.Beacon{Leader: office, Stamp: protocol.Time(2 * time.Second)})
		if w.Leader(1) != k.want {
			t.Errorf("%s: 1 follows %v, want %v", k.name, w.Leader(1), k.want)
		}
	}
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := world(5, nil).Line()
	w.Boot()
	w.Settle(5)
	w.Run(5 * time.Second)
	w.Resign(5)
	w.MustConverge(t, time.Second)
	w.Forgive()
	w.Resign(2)
	w.Run(100 * time.Millisecond)
	if len(w.Said) > 5 { // one flood of the leader may fall into this time
		t.Errorf("a follower's resignation made %d messages", len(w.Said))
	}
}

func TestFirstBootClaimsAfterTheDetectionTimeout(t *testing.T) {
	w := world(4, nil).Line()
	w.Boot()
	w.Run(6*time.Second - 1)
	if len(w.Said) != 0 {
		t.Fatalf("sent %v unasked", w.Said[0])
	}
	w.MustConverge(t, 3*time.Second)
}

// Each node passes a flood on once, whatever the graph: copies die out.
func TestEachFloodIsPassedOnOnceByEach(t *testing.T) {
	w := world(7, nil).Complete()
	w.Boot()
	w.Settle(7)
	w.Run(19 * time.Second)
	passed := map[string]int{}
	for _, s := range w.Said {
		if b, ok := s.Message.(floodmax.Beacon); ok {
			passed[fmt.Sprint(s.From, b.Leader.ID, b.Stamp)]++
		}
	}
	if len(passed) != 7*9 {
		t.Errorf("%d copies of 9 floods by 7 nodes", len(passed))
	}
	for what, times := range passed {
		if times != 1 {
			t.Errorf("%s was passed on %d times", what, times)
		}
	}
}
