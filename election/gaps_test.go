package election

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

// Each test of this file is about one gap of the paper, with the number of the package
// comment, and states the rule that it tests.

// line builds n nodes in a row that offer 1 … n, each hop 1 ms, no jitter.
func line(t testing.TB, p given, n int) *lab {
	t.Helper()
	q := given{"rebroadcast_jitter": "0s"}
	for k, v := range p {
		q[k] = v
	}
	w := build(t, q, smallworld.Options{Values: ascending(n)})
	for i := 1; i < n; i++ {
		w.Link(protocol.ID(i), protocol.ID(i+1))
	}
	w.BootAll()
	return w
}

// Gap 3: a node whose num is lower than its neighbours' is not ignored for ever.
// in; num := 1 + the highest used or heard."
func TestNewcomerLearnsTheNumbersOfItsNeighbours(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		w := line(t, p, 4)
		w.Cut(1, 2)
		for range 7 {
			w.Elect(3)
			w.Run(time.Second)
		}
		w.Link(1, 2)
		w.Elect(1) // ⟨1,1⟩, which nobody joins
		w.Run(time.Second)
		w.wantLeader(4, 1, 2, 3, 4)
		if w.enters[2] != 7 {
			t.Errorf("node 2 entered %d elections, want its own component's 7", w.enters[2])
		}
		w.Elect(1)
		w.Run(time.Second)
		w.wantLeader(4, 1, 2, 3, 4)
		for id := protocol.ID(1); id <= 4; id++ {
			if got, want := w.index(id), (protocol.Computation{Num: 8, Source: 1}); got != want {
				t.Errorf("node %v took part in %v, want %v", id, got, want)
			}
		}
	})
}

// Gap 4: "num is saved before the first Election": whatever the instant of a crash, an
// index used by one boot is never used by another.
func TestIndexIsNeverUsedTwice(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		for effects := range 8 {
			w := line(t, p, 3)
			boot := 1
			by := map[protocol.Computation]int{}
			w.Sent = func(from, _ protocol.ID, m protocol.Message) {
				if e, ok := said(m).(election); ok && from == 2 && e.Index.Source == 2 {
					if b, again := by[e.Index]; again && b != boot {
						t.Errorf("%v used by boot %d and boot %d", e.Index, b, boot)
					}
					by[e.Index] = boot
				}
			}
			for range 4 {
				w.CrashAfter(2, effects)
				w.Elect(2)
				w.Run(10 * time.Millisecond)
				w.Crash(2)
				boot++
				w.Restart(2)
				w.Run(10 * time.Millisecond)
			}
			if len(by) < 4 {
				t.Errorf("node 2 used %d indices, want one per boot", len(by))
			}
		}
	})
}

// Gap 4, without stable storage: a leader that has forgotten its stamps sends older ones
// than its followers know. They tell it, and its next stamp is newer.
func TestLeaderThatForgetsIsHeardAgain(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		w := line(t, p, 4)
		for range 3 { // so that the leader's first index is no news
			w.Elect(1)
			w.Run(7 * time.Second)
		}
		w.Crash(4)
		w.Run(100 * time.Millisecond)
		w.Forget(4)
		w.Restart(4)
		w.Run(beaconTimeout)
		w.wantLeader(4, 1, 2, 3, 4)
		if entered := w.enters[1]; entered != 3 {
			t.Errorf("node 1 entered %d elections, want its own three only", entered)
		}
		w.Run(2 * beaconTimeout)
		w.wantLeader(4, 1, 2, 3, 4)
	})
}

// Gap 5: "on a Leader or Beacon of a lower leader a node that is not electing answers with
// its own", whether or not a neighbour service reported the link.
func TestLowerLeaderIsAnswered(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		w := line(t, p, 6)
		w.Cut(3, 4)
		w.Elect(1, 4)
		w.Run(time.Second)
		w.wantLeader(3, 1, 2, 3)
		w.wantLeader(6, 4, 5, 6)
		if p["signalling"] == "udp" || p["signalling"] == "tcp" { // no neighbour service reports the link
			w.UpAfter = time.Hour
		}
		w.Link(3, 4)
		w.Run(detection.Interval)
		w.wantLeader(6, 1, 2, 3, 4, 5, 6)
		if w.enters[1] != 1 || w.enters[6] != 1 {
			t.Errorf("a merge took elections: %v", w.enters[1:])
		}
	})
}

// Gap 5, the rate: each node that receives a sign of life of a lower leader answers it
// once.
func TestLowerLeaderIsAnsweredOnce(t *testing.T) {
	w := line(t, byBroadcast, 3)
	w.System.Settle(2, 3)
	w.System.Settle(3, 3)
	answers := 0
	w.Sent = func(from, to protocol.ID, m protocol.Message) {
		if _, ok := m.(exchange); ok && from == 2 && to == 1 {
			answers++
		}
	}
	claim := claim{Leader: w.Capability(1), Stamp: stamp{Term: 1, Beacon: 1}}
	for range 5 {
		w.Inject(2, 1, leader{Claim: claim})
	}
	if answers != 1 {
		t.Errorf("%d answers to one sign of life", answers)
	}
	claim.Stamp.Beacon++
	w.Inject(2, 1, leader{Claim: claim})
	if answers != 2 {
		t.Errorf("%d answers to two signs of life", answers)
	}
}

// Gap 7: "Leader with another index is queued until the end." Probe and Reply bring the end
// about, with or without Acks.
func TestLeaderHeardInAnElectionWaitsForItsEnd(t *testing.T) {
	w := line(t, byUDP, 5)
	w.Cut(2, 3)
	w.Elect(5)
	w.Run(100 * time.Millisecond)
	w.DownAfter = time.Hour
	w.Crash(1) // 2 does not know
	w.Elect(2)
	w.Link(2, 3)
	w.Run(100 * time.Millisecond)
	if !w.in[2] {
		t.Fatal("node 2 left its election before its neighbour was given up")
	}
	w.Run(1700 * time.Millisecond)
	w.wantLeader(5, 2, 3, 4, 5)
	if got := w.index(2); got.Source != 2 {
		t.Errorf("node 2 is in %v, want its own", got)
	}
}

// Gap 8: "a neighbour that comes up during an election is not in S and not in
// the tree; it is owed a Leader exchange afterwards."
func TestNewNeighbourOfAnElectingNodeIsToldAfterwards(t *testing.T) {
	w := line(t, byUDP, 4)
	w.Cut(1, 2)
	w.Elect(2)
	w.Run(1500 * time.Microsecond)
	w.Link(1, 2)
	if waiting := w.state(2, "waiting"); waiting != 1 {
		t.Errorf("node 2 waits for %d Acks, want 3's only", waiting)
	}
	w.Run(100 * time.Millisecond)
	w.wantLeader(4, 1, 2, 3, 4)
	if w.enters[1] != 0 {
		t.Error("node 1 entered an election")
	}
}

// Gap 9: "parent lost before S is empty: collect, then announce; parent lost
// after the pending Ack was sent: the parent is probed too".
func TestOrphanAnnouncesItsSubtree(t *testing.T) {
	for _, test := range []struct {
		name  string
		after time.Duration // of the start until the parent is cut off
		by    time.Duration // the orphan has announced then
	}{
		{"before S is empty", 2500 * time.Microsecond, 100 * time.Millisecond},
		{"after the pending Ack", 6500 * time.Microsecond, 100 * time.Millisecond},
	} {
		t.Run(test.name+", the link is seen to go", func(t *testing.T) {
			w := line(t, byUDP, 5) // 1 → 2 → 3 → 4 → 5, and back by 8 ms
			w.Elect(1)
			w.Run(test.after)
			w.Cut(1, 2)
			w.Run(test.by)
			w.wantLeader(1, 1)
			w.wantLeader(5, 2, 3, 4, 5)
		})
		t.Run(test.name+", probes find out", func(t *testing.T) {
			w := line(t, byUDP, 5)
			w.DownAfter = time.Hour
			w.Elect(1)
			w.Run(test.after)
			w.Cut(1, 2)
			w.Run(3600 * time.Millisecond) // 1 → 2 and 2 → 1: an interval and three tries; 2's begin anew with its Ack
			w.wantLeader(1, 1)
			w.wantLeader(5, 2, 3, 4, 5)
		})
	}
}

// Gap 11: "the value in the freshest Leader or Beacon holds": a leader whose
// value drops is challenged, one whose value stays is not.
func TestFreshestValueOfALeaderHolds(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		w := line(t, p, 4)
		w.Elect(1)
		w.Run(5 * time.Second)
		w.wantLeader(4, 1, 2, 3, 4)
		w.SetValue(4, 0)
		w.Run(3*detection.Interval + time.Second)
		w.wantLeader(3, 1, 2, 3, 4)
		if w.enters[1] != 2 {
			t.Errorf("node 1 entered %d elections, want the first and the challenge", w.enters[1])
		}
	})
}

// Gap 13: "a node that exceeds the leader for 2 successive beacons starts an election."
// Node 4, the best, receives no Election here.
func TestNodeLeftOutChallengesTheLeader(t *testing.T) {
	w := line(t, byBroadcast, 4)
	w.Drop = func(_, to protocol.ID, m protocol.Message) bool {
		_, ok := m.(election)
		return ok && to == 4
	}
	w.Elect(1)
	w.Run(time.Second)
	w.wantLeader(3, 1, 2, 3, 4)
	w.Drop = nil
	w.Run(2*detection.Interval - 900*time.Millisecond)
	w.wantLeader(3, 1, 2, 3, 4)
	w.Run(1500 * time.Millisecond)
	w.wantLeader(4, 1, 2, 3, 4)
	if w.enters[1] != 2 {
		t.Errorf("node 1 entered %d elections, want 2", w.enters[1])
	}
}

// Gap 13, sooner: if a Child or an Ack is lost, the Leader is less than what the branch has
// collected. The branch then announces, without an election.
func TestLostChildOrAckShowsInTheLeader(t *testing.T) {
	for name, lost := range map[string]func(m protocol.Message) bool{
		"Child": func(m protocol.Message) bool { return m.Kind() == kindChild },
		"Ack": func(m protocol.Message) bool {
			return m.Kind() == kindAck || m.Kind() == kindAckRetry
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := line(t, byBroadcast, 4)
			w.Drop = func(from, to protocol.ID, m protocol.Message) bool { return from == 4 && to == 3 && lost(m) }
			w.Elect(1)
			w.Run(10 * time.Second)
			w.wantLeader(4, 1, 2, 3, 4)
			for id, times := range w.enters[1:] {
				if times != 1 {
					t.Errorf("node %d entered %d elections, want 1", id+1, times)
				}
			}
		})
	}
}
