package ringlist_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/ringlist"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func settled(n int) *smallworld.Lab {
	w := complete(n, nil)
	w.Settle(protocol.ID(n))
	return w
}

var ghost = protocol.Capability{Value: 99, ID: 6}

// "A list whose initiator has left the ring comes to a node that is in it
// already, and is dropped there."
func TestListWithoutInitiatorIsDropped(t *testing.T) {
	w := complete(6, nil)
	w.Crash(6)
	w.Elect(5)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	w.Inject(2, 1, ringlist.Election{Members: []protocol.Capability{ghost}})
	w.Run(40 * time.Second)
	passed := 0
	for _, s := range w.Said {
		if e, ok := s.Message.(ringlist.Election); ok && e.Members[0] == ghost {
			passed++
		}
	}
	if passed != 5 {
		t.Errorf("the orphan was passed on %d times, want 5: once by each", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error("the nodes that joined its election never left it: ", wrong)
	}
}

// A list of unknown members grows no longer than the roster.
func TestListNeverOutgrowsTheRoster(t *testing.T) {
	w := complete(3, nil)
	strangers := []protocol.Capability{{Value: 1, ID: 7}, {Value: 1, ID: 8}, {Value: 1, ID: 9}}
	w.Inject(1, 3, ringlist.Election{Members: strangers})
	w.Inject(1, 3, ringlist.Election{})
	if len(w.Said) != 0 {
		t.Errorf("sent %v", w.Said)
	}
	w.Run(20 * time.Second)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

func TestAnnouncementWithoutInitiatorIsDropped(t *testing.T) {
	w := complete(6, nil)
	w.Crash(6)
	w.Elect(5)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	w.Inject(2, 1, ringlist.Coordinator{Leader: w.Capability(5), Initiator: 6, Hops: 1})
	w.Run(wave)
	if got := w.Count("coordinator"); got != 5 {
		t.Errorf("passed on %d times, want 5: hops 2 … 6", got)
	}
	w.Inject(2, 1, ringlist.Coordinator{Leader: ghost, Initiator: 6, Hops: 1})
	w.Run(40 * time.Second)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// A message is immutable: who adds itself leaves the list it got as it was, even
// where there is room behind it.
func TestListsAreCopied(t *testing.T) {
	w := complete(4, nil)
	room := append(make([]protocol.Capability, 0, 8), w.Capability(1))
	w.Inject(2, 1, ringlist.Election{Members: room})
	if got := room[:2]; got[1] != (protocol.Capability{}) {
		t.Errorf("the list's room now holds %v", got)
	}
	want := []protocol.Capability{w.Capability(1), w.Capability(2)}
	if e := w.Said[0].Message.(ringlist.Election); !slices.Equal(e.Members, want) {
		t.Errorf("2 passes %v on, want %v", e.Members, want)
	}
}

// A length beyond any ring is refused before memory is allocated for it.
func TestLongListsAreRefused(t *testing.T) {
	codec, err := protocol.NewCodec(ringlist.Algorithm().Kinds...)
	if err != nil {
		t.Fatal(err)
	}
	wire := protocol.Marshal(nil, ringlist.Election{Members: make([]protocol.Capability, 181)})
	if m, err := codec.Unmarshal(wire); !errors.Is(err, protocol.ErrMalformed) {
		t.Errorf("181 members decode to %v, %v", m, err)
	}
	wire = protocol.Marshal(nil, ringlist.Election{Members: make([]protocol.Capability, 180)})
	if _, err := codec.Unmarshal(wire); err != nil {
		t.Errorf("180 members: %v", err)
	}
}

// A list is lost with the node that held it: a node that takes part begins again.
func TestListLostWithItsHolder(t *testing.T) {
	w := complete(7, nil)
	w.Elect(7)
	w.At(protocol.Time(3500*time.Microsecond), func() { w.Crash(4) }) // the list is on its way from 3 to 4
	w.MustConverge(t, 20*time.Second)
}

// A list lost at a broken link is sent again as soon as the ring is repaired, long before
// its time-out.
func TestRepairedRingGetsTheListAgain(t *testing.T) {
	a := ringlist.Algorithm()
	slow := smallworld.Config(a, map[string]string{"t_hop": "10s"}) // a lap takes minutes
	w := smallworld.RunWith(a, slow, overlay.Services{}, smallworld.Options{Nodes: 7})
	w.Complete().Boot()
	w.Crash(4)
	w.Elect(3)
	w.Run(time.Second)
	if w.Leader(3) != protocol.Nobody {
		t.Fatal("the list came home through a dead node")
	}
	w.MustConverge(t, 10*time.Second)
}

// The winner dies while the list that names it goes round: it is announced, and its
// followers find that it is gone.
func TestWinnerThatIsGone(t *testing.T) {
	w := complete(7, nil)
	w.Elect(2)
	w.At(protocol.Time(6500*time.Microsecond), func() { w.Crash(7) })
	w.Run(time.Second)
	if w.Leader(2) != 7 {
		t.Fatalf("2 names %v", w.Leader(2))
	}
	w.MustConverge(t, 25*time.Second)
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Resign(5)
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	if len(w.Said) != 10 {
		t.Errorf("%d messages, want two laps", len(w.Said))
	}
	w.Forgive()
	w.Resign(2)
	w.Run(wave)
	if n := w.CountClass(protocol.ClassElection); n != 0 {
		t.Errorf("a follower's resignation made %d messages", n)
	}
}

// A COORDINATOR of a worse member: a better node begins a list; an initiator's own list is
// under way already.
func TestAnnouncementOfAWorseLeaderIsContested(t *testing.T) {
	w := settled(5)
	w.Inject(4, 3, ringlist.Coordinator{Leader: w.Capability(2), Initiator: 2, Hops: 2})
	w.Run(wave)
	if e, c := w.Count("election"), w.Count("coordinator"); e != 5 || c != 5 {
		t.Errorf("%d + %d, want one list of 4's", e, c)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	w.Forgive()
	w.Elect(4)
	w.Inject(4, 3, ringlist.Coordinator{Leader: w.Capability(2), Initiator: 2, Hops: 2})
	if len(w.Said) != 1 || w.Leader(4) != protocol.Nobody {
		t.Errorf("an initiator sends %v and follows %v", w.Said, w.Leader(4))
	}
}

func TestOneListAtATimeAndNoneOfAFormerElection(t *testing.T) {
	w := complete(5, nil)
	w.Elect(2)
	w.Elect(2)
	w.Run(wave)
	if len(w.Said) != 10 {
		t.Errorf("%d messages of an initiator told twice, want 10", len(w.Said))
	}
	w.Forgive()
	w.Inject(2, 1, ringlist.Election{Members: []protocol.Capability{w.Capability(2), w.Capability(3)}})
	w.Run(10 * time.Millisecond)
	if len(w.Said) != 0 || w.Leader(2) != 5 {
		t.Errorf("a list of a former election makes 2 send %v and follow %v", w.Said, w.Leader(2))
	}
}

func TestLossThenCalm(t *testing.T) {
	for seed := range uint64(10) {
		w := smallworld.Run(ringlist.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5, Jitter: 10 * time.Millisecond})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		w.Loss = 0
		w.MustConverge(t, 100*time.Second)
	}
}
