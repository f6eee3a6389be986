package lelann_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/lelann"
	"bellwether/baseline/internal/rings"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func settled(n int) *smallworld.Lab {
	w := complete(n, nil)
	w.Settle(protocol.ID(n))
	return w
}

// A message whose origin has left the ring is dropped after as many hops as the roster has
// members.
func TestMessagesWithoutOwnerAreDropped(t *testing.T) {
	orphan := protocol.Capability{Value: 99, ID: 6}
	for _, m := range []protocol.Message{rings.Token{Candidate: orphan, Hops: 1}, rings.Elected{Leader: orphan, Hops: 1}} {
		w := complete(6, nil)
		w.Crash(6)
		w.Elect(5)
		w.MustConverge(t, 40*time.Second)
		w.Forgive()
		w.Inject(2, 1, m)
		w.Run(40 * time.Second)
		passed := 0
		for _, s := range w.Said {
			switch m := s.Message.(type) {
			case rings.Token:
				if m.Candidate == orphan {
					passed++
				}
			case rings.Elected:
				if m.Leader == orphan {
					passed++
				}
			}
		}
		if passed != 5 {
			t.Errorf("%T: passed on %d times, want 5: hops 2 … 6", m, passed)
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Errorf("%T: %s", m, wrong)
		}
	}
}

// A token lost with the node that held it: the initiator begins again.
func TestTokenLostWithItsHolder(t *testing.T) {
	w := complete(7, nil)
	w.Elect(7)
	w.At(protocol.Time(3500*time.Microsecond), func() { w.Crash(4) }) // 7's token is on its way from 3 to 4
	w.MustConverge(t, 20*time.Second)
}

// A token lost at a broken link is sent again as soon as the ring is repaired, long before
// its time-out.
func TestRepairedRingGetsTheTokenAgain(t *testing.T) {
	a := lelann.Algorithm()
	slow := smallworld.Config(a, map[string]string{"t_hop": "10s"}) // a lap takes minutes
	w := smallworld.RunWith(a, slow, overlay.Services{}, smallworld.Options{Nodes: 7})
	w.Complete().Boot()
	w.Crash(1)
	w.Elect(7)
	w.Run(time.Second)
	if w.Leader(7) == 7 {
		t.Fatal("the token came home through a dead node")
	}
	w.MustConverge(t, 10*time.Second)
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Resign(5)
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	// 5's token, then the tokens of the four better nodes; two announcements.
	if token, elected := w.Count("token"), w.Count("elected"); token != 25 || elected != 10 {
		t.Errorf("%d + %d, want 25 + 10", token, elected)
	}
	w.Forgive()
	w.Resign(2)
	w.Run(wave)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

// One election at a time, and a token of an earlier one does not end it.
func TestOwnTokenOfAFormerElectionIsDropped(t *testing.T) {
	w := settled(5)
	w.Inject(5, 4, rings.Token{Candidate: w.Capability(5), Hops: 5})
	w.Run(wave)
	if len(w.Said) != 0 {
		t.Errorf("sent %v", w.Said)
	}
	w = complete(5, nil)
	w.Elect(5)
	w.Elect(5)
	w.Run(wave)
	if n := w.Count("token"); n != 5 {
		t.Errorf("%d TOKENs of one initiator told twice, want 5", n)
	}
}

// An announcement of a worse leader, while one's own token is under way, changes
// nothing; of a better one, it ends the election.
func TestAnnouncementsDuringAnElection(t *testing.T) {
	w := complete(5, nil)
	w.Elect(3)
	w.Inject(3, 2, rings.Elected{Leader: w.Capability(2), Hops: 4})
	if w.Leader(3) != protocol.Nobody {
		t.Errorf("3 follows %v", w.Leader(3))
	}
	w.Inject(3, 2, rings.Elected{Leader: w.Capability(5), Hops: 4})
	if w.Leader(3) != 5 {
		t.Errorf("3 follows %v, want 5", w.Leader(3))
	}
	w.Run(wave)
	if w.Leader(3) != 5 {
		t.Errorf("3 follows %v once its token is home, want 5", w.Leader(3))
	}
}

// Messages overtake one another on routes of changing length, which the paper's links never
// allow: the second best, right before the best, misses its token and announces itself. The
// best contests, and the result is right.
func TestOvertakingTokens(t *testing.T) {
	contested := 0
	for seed := range uint64(30) {
		w := smallworld.Run(lelann.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 9, Seed: seed, Jitter: 20 * time.Millisecond,
				Values: []int64{3, 1, 4, 1, 8, 9, 2, 6, 5}})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 9; id++ {
			w.Elect(id)
		}
		w.MustConverge(t, 3*smallworld.Budget.Interval+100*time.Millisecond) // an announcement within 3I, and a hop
		if w.Leader(1) != 6 {
			t.Errorf("seed %d: 1 names %v, want 6", seed, w.Leader(1))
		}
		if w.Count("elected") > 9 {
			contested++
		}
	}
	if contested == 0 {
		t.Error("the order of messages never mattered: nothing was tested")
	}
}

// Half of all messages are lost for a while, and tokens with them; when the loss ends,
// time-outs and announcements find the best.
func TestLostTokensAreReplaced(t *testing.T) {
	for seed := range uint64(10) {
		w := smallworld.Run(lelann.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		w.Loss = 0
		w.MustConverge(t, 100*time.Second)
	}
}

// A node within the margin of the announced leader does not replace it.
func TestMarginHoldsAgainstContest(t *testing.T) {
	a := lelann.Algorithm()
	c := smallworld.Config(a, nil)
	c.Hysteresis = protocol.Margin{Share: 100}
	w := smallworld.RunWith(a, c, overlay.Services{}, smallworld.Options{Nodes: 3, Values: []int64{100, 110, 50}})
	w.Complete().Boot()
	w.Elect(1)
	w.Run(30 * time.Second)
	if w.Leader(2) != 1 || w.Count("token") != 3 {
		t.Errorf("2 names %v after %d TOKENs, want 1 after 3", w.Leader(2), w.Count("token"))
	}
	w.SetValue(2, 111)
	w.Run(4 * time.Second)
	if w.Leader(1) != 2 {
		t.Errorf("1 names %v, want 2", w.Leader(1))
	}
}
