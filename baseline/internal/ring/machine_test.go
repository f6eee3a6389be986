package ring_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/ring"
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

func TestSettledSystemIsQuietAndThenPulls(t *testing.T) {
	w := settled(5)
	w.Run(2*time.Second - 1)
	if len(w.Said) != 0 {
		t.Fatalf("sent %v before the first detection interval", w.Said[0])
	}
	w.Run(60 * time.Second)
	if election := w.CountClass(protocol.ClassElection) + w.CountClass(protocol.ClassAnnouncement); election != 0 {
		t.Errorf("%d messages of an election", election)
	}
	if beacons := w.CountClass(protocol.ClassBeacon); beacons != 0 {
		t.Errorf("%d announcements to members that pull", beacons)
	}
	// 5 nodes pull their successors, 4 their leader, each asked and answered.
	if got := w.CountClass(protocol.ClassDetector); got < 2*9*29 || got > 2*9*31 {
		t.Errorf("%d detector messages in 60 s", got)
	}
}

// A token whose origin has left the ring would circle for ever: it is dropped after as many
// hops as the roster has members.
func TestTokenWithoutOwnerIsDropped(t *testing.T) {
	w := complete(6, nil)
	w.Crash(6)
	w.Elect(1)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	orphan := protocol.Capability{Value: 99, ID: 6}
	w.Inject(2, 1, rings.Token{Candidate: orphan, Hops: 1})
	w.Run(30 * time.Second)
	passed := 0
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Token); ok && e.Candidate == orphan {
			passed++
		}
	}
	if passed != 5 {
		t.Errorf("the orphan was passed on %d times, want 5: hops 2 … 6", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error("the nodes that joined its election never left it: ", wrong)
	}
}

// The same for an announcement.
func TestAnnouncementWithoutOwnerIsDropped(t *testing.T) {
	w := complete(6, nil)
	w.Crash(6)
	w.Elect(1)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	orphan := protocol.Capability{Value: 99, ID: 6}
	w.Inject(2, 1, rings.Elected{Leader: orphan, Hops: 1})
	w.Run(40 * time.Second)
	passed := 0
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Elected); ok && e.Leader == orphan {
			passed++
		}
	}
	if passed != 5 {
		t.Errorf("the orphan was passed on %d times, want 5: hops 2 … 6", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// Hops count from the sender, so a whole lap fits: no node is left out.
func TestWholeLapFitsTheHopBound(t *testing.T) {
	w := complete(9, nil)
	w.Elect(9)
	w.Run(wave)
	most := uint16(0)
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Elected); ok {
			most = max(most, e.Hops)
		}
	}
	if most != 9 {
		t.Errorf("the announcement made %d hops, want 9", most)
	}
}

// A token is lost with the node that held it: a node that takes part begins again.
func TestTokenLostWithItsHolder(t *testing.T) {
	w := complete(7, nil)
	w.Elect(7)
	w.At(protocol.Time(3500*time.Microsecond), func() { w.Crash(4) }) // 7's token is on its way from 3 to 4
	w.MustConverge(t, 20*time.Second)
	if w.Leader(1) != 7 {
		t.Errorf("1 names %v", w.Leader(1))
	}
}

// A token lost at a broken link goes on as soon as the ring is repaired, long before its
// time-out: the best one, not the last.
func TestRepairedRingGetsTheBestTokenSent(t *testing.T) {
	a := ring.Algorithm()
	slow := smallworld.Config(a, map[string]string{"t_hop": "10s"}) // a lap takes minutes
	w := smallworld.RunWith(a, slow, overlay.Services{}, smallworld.Options{Nodes: 7})
	w.Complete().Boot()
	w.Crash(4)
	w.Elect(7)
	w.Run(time.Second)
	if w.Leader(7) == 7 {
		t.Fatal("the token came home through a dead node")
	}
	w.Inject(3, 2, rings.Token{Candidate: w.Capability(5), Hops: 5}) // overtaken by 7's
	w.MustConverge(t, 10*time.Second)
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Resign(5)
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	if w.Leader(5) != 4 {
		t.Errorf("5 names %v", w.Leader(5))
	}
	w.Forgive()
	w.Resign(2)
	w.Run(wave)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

func TestAnnouncementOfAWorseLeaderIsContested(t *testing.T) {
	w := settled(5)
	w.Inject(4, 3, rings.Elected{Leader: w.Capability(2), Hops: 2})
	w.Run(wave)
	if w.Count("elected") != 5 {
		t.Errorf("%d ELECTED, want one lap of 5's", w.Count("elected"))
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

func TestStaleOwnTokenIsDropped(t *testing.T) {
	w := settled(5)
	w.Inject(5, 4, rings.Token{Candidate: w.Capability(5), Hops: 5})
	w.Run(wave)
	if len(w.Said) != 0 {
		t.Errorf("sent %v", w.Said)
	}
}

func TestBetterNodeContestsItsLeader(t *testing.T) {
	w := settled(5)
	w.Run(5 * time.Second)
	w.SetValue(2, 60)
	w.MustConverge(t, 3*time.Second)
}

func TestFirstBootElectsAfterTheDetectionTimeout(t *testing.T) {
	w := complete(4, nil)
	w.Run(6*time.Second - 1)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Fatalf("%d messages of an election unasked", n)
	}
	w.MustConverge(t, 6*time.Second)
}
