package franklin_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/franklin"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func settled(n int) *smallworld.Lab {
	w := complete(n, nil)
	w.Settle(protocol.ID(n))
	return w
}

// ghost is the capability of a node that does not exist.
var ghost = protocol.Capability{Value: 99, ID: 6}

// Messages whose origin has left the ring are dropped after as many hops as the roster has
// members, and the nodes that joined the election by them leave it.
func TestMessagesWithoutOwnerAreDropped(t *testing.T) {
	w := complete(6, nil)
	w.Crash(6)
	w.Elect(5)
	w.MustConverge(t, 40*time.Second)
	w.Forgive()
	w.Inject(2, 1, franklin.Elected{Leader: ghost, Wave: 9, Hops: 1})
	w.Run(40 * time.Second)
	passed := 0
	for _, s := range w.Said {
		if e, ok := s.Message.(franklin.Elected); ok && e.Leader == ghost {
			passed++
		}
	}
	if passed != 5 {
		t.Errorf("ELECTED was passed on %d times, want 5: hops 2 … 6", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	w.Forgive()
	w.Inject(2, 1, franklin.Election{Candidate: ghost, Wave: 20, Round: 1, Way: franklin.Forward, Hops: 1})
	w.Run(40 * time.Second)
	passed = 0
	for _, s := range w.Said {
		if e, ok := s.Message.(franklin.Election); ok && e.Candidate == ghost {
			passed++
		}
	}
	if passed > 5 {
		t.Errorf("ELECTION was passed on %d times, want 5 at most", passed)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error("the nodes that joined its election never left it: ", wrong)
	}
}

// Whichever message of an election is lost, it is sent again long before a new wave would
// begin, and a repetition is passed on by nobody who passed it before.
func TestLostMessageIsRepeated(t *testing.T) {
	const n, all = 8, 64 + 8 // the messages of its election
	for lost := 1; lost <= all; lost++ {
		w := world(smallworld.Options{Nodes: n, Values: []int64{8, 1, 3, 2, 7, 4, 6, 5}})
		said := 0
		w.Drop = func(_, _ protocol.ID, m protocol.Message) bool {
			switch m.(type) {
			case franklin.Election, franklin.Elected:
				said++
				return said == lost
			}
			return false
		}
		for id := protocol.ID(1); id <= n; id++ {
			w.Elect(id)
		}
		w.Run(wave)
		if wrong := w.Disagreement(); wrong != "" {
			t.Errorf("message %d is lost: %s", lost, wrong)
		}
		if got := inspect(w, 1, "wave"); got != 1 {
			t.Errorf("message %d is lost: wave %d, want the first", lost, got)
		}
		if most := all + 4*n; said > most { // each repeats at most four messages, once
			t.Errorf("message %d is lost: %d messages, want at most %d", lost, said, most)
		}
	}
}

// Nobody passes on again what comes again: a message of this round, of the one two before,
// which is stored at the same place, and ELECTED.
func TestRepetitionsAreNotPassedOn(t *testing.T) {
	w := world(smallworld.Options{Nodes: 8, Values: []int64{8, 1, 3, 2, 7, 4, 6, 5}})
	w.Drop = func(_, _ protocol.ID, m protocol.Message) bool { return m.Kind() == franklin.KindElected }
	for id := protocol.ID(1); id <= 8; id++ {
		w.Elect(id)
	}
	w.Run(100 * time.Millisecond) // four rounds
	w.Forgive()
	for round := uint8(1); round <= 4; round++ {
		for way := range franklin.Way(2) {
			w.Inject(2, 1, franklin.Election{Candidate: w.Capability(1), Wave: 1, Round: round, Way: way, Hops: 1})
		}
	}
	if len(w.Said) != 0 || inspect(w, 2, "colour") != 2 {
		t.Errorf("2, black, sent %v", w.Said)
	}
	leads := franklin.Elected{Leader: w.Capability(1), Wave: 1, Hops: 1}
	w.Inject(2, 1, leads)
	w.Inject(2, 1, leads)
	if len(w.Said) != 1 {
		t.Errorf("2 sent %v, want ELECTED once", w.Said)
	}
}

// A node that has lost its memory of a tournament is too late for it: the next wave takes it
// along.
func TestLostMemoryCostsAWave(t *testing.T) {
	w := complete(7, nil)
	for id := protocol.ID(1); id <= 7; id++ {
		w.Elect(id)
	}
	w.Crash(4) // its messages to 3 and 5 are on their way, theirs to it are lost
	w.Boot(4)
	w.MustConverge(t, 10*time.Second)
	if w.Count("election") <= 28 {
		t.Errorf("%d ELECTIONs: no second wave", w.Count("election"))
	}
}

// Messages lost at a dead node are sent again as soon as the ring is repaired, both ways,
// long before a time-out: the same wave ends.
func TestRepairedRingGetsTheLastMessages(t *testing.T) {
	for dead := protocol.ID(1); dead <= 6; dead++ {
		a := franklin.Algorithm()
		slow := smallworld.Config(a, map[string]string{"t_hop": "10s"}) // a lap takes minutes
		w := smallworld.RunWith(a, slow, overlay.Services{}, smallworld.Options{Nodes: 7})
		w.Complete().Boot()
		w.Crash(dead)
		w.Elect(7)
		w.Run(time.Second)
		if w.Leader(7) == 7 {
			t.Fatalf("%v dead: the tournament ended through a dead node", dead)
		}
		w.MustConverge(t, 10*time.Second)
		if got := inspect(w, 7, "wave"); got != 1 {
			t.Errorf("%v dead: wave %d, want the first", dead, got)
		}
	}
}

// Nodes in an election join a newer wave at once, and ignore an older one.
func TestNewerWaveReplacesAnOlder(t *testing.T) {
	w := complete(4, nil)
	w.Elect(4)
	w.Inject(1, 2, franklin.Election{Candidate: w.Capability(2), Wave: 5, Round: 1, Way: franklin.Back, Hops: 1})
	if got := inspect(w, 1, "wave"); got != 5 {
		t.Errorf("1 is in wave %d, want 5", got)
	}
	w.Forgive()
	w.Inject(1, 2, franklin.Election{Candidate: w.Capability(4), Wave: 4, Round: 1, Way: franklin.Back, Hops: 1})
	w.Inject(1, 2, franklin.Elected{Leader: w.Capability(3), Wave: 4, Hops: 1})
	if len(w.Said) != 0 || w.Leader(1) != protocol.Nobody {
		t.Errorf("an older wave made 1 send %v and follow %v", w.Said, w.Leader(1))
	}
	w.Run(10 * time.Second)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	if got := inspect(w, 4, "wave"); got < 5 {
		t.Errorf("4 is in wave %d", got)
	}
}

// A node that has lost its memory starts with an old number: the first idle node that hears
// it begins a newer wave, and the election is held.
func TestForgottenWaveNumber(t *testing.T) {
	w := complete(5, nil)
	for range 4 {
		w.Elect(1)
		w.Run(100 * time.Millisecond)
	}
	if got := inspect(w, 3, "wave"); got != 4 {
		t.Fatalf("wave %d after four elections", got)
	}
	w.Crash(2)
	w.Boot(2)
	w.Forgive()
	w.Elect(2)
	w.Run(time.Second)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	for id := protocol.ID(1); id <= 5; id++ {
		if got := inspect(w, id, "wave"); got != 5 {
			t.Errorf("%v is in wave %d, want 5", id, got)
		}
	}
	// Its own two without effect, and one whole election of two rounds.
	if got := w.Count("election"); got != 2+20 {
		t.Errorf("%d ELECTIONs, want 22", got)
	}
}

// Numbers of waves compare modulo 2³².
func TestWavesGoRound(t *testing.T) {
	w := complete(3, nil)
	for _, wave := range []uint32{1<<31 - 1, 1<<32 - 2} {
		w.Inject(1, 3, franklin.Election{Candidate: w.Capability(3), Wave: wave, Round: 1, Way: franklin.Forward, Hops: 1})
		w.Run(100 * time.Millisecond)
	}
	w.Elect(3)
	w.Run(100 * time.Millisecond)
	w.Forgive()
	w.Elect(1)
	w.Run(time.Second)
	if got := inspect(w, 2, "wave"); got != 0 || w.Count("election") != 12 {
		t.Errorf("wave %d, %d ELECTIONs; want 0, 12", got, w.Count("election"))
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// "A buffer of one per side and round": a message that is two rounds ahead, of a round that
// has ended, or a second one of its side and round, changes nothing.
func TestOnlyThisRoundAndTheNextAreKept(t *testing.T) {
	w := complete(5, nil)
	w.Elect(3)
	hear := func(from protocol.ID, round uint8, way franklin.Way) {
		w.Inject(3, from, franklin.Election{Candidate: w.Capability(from), Wave: 1, Round: round, Way: way, Hops: 1})
	}
	hear(5, 3, franklin.Forward)
	hear(1, 1, franklin.Forward)
	hear(5, 1, franklin.Forward)
	hear(2, 1, franklin.Back)
	hear(4, 1, franklin.Back)
	if colour, round := inspect(w, 3, "colour"), inspect(w, 3, "round"); colour != 1 || round != 2 {
		t.Errorf("3 is of colour %d in round %d, want red in round 2", colour, round)
	}
	if len(w.Said) != 4 {
		t.Errorf("sent %v, want two rounds", w.Said)
	}
}

// A message with neither direction is ignored.
func TestThirdWayIsIgnored(t *testing.T) {
	w := complete(3, nil)
	w.Inject(1, 3, franklin.Election{Candidate: w.Capability(3), Wave: 1, Round: 1, Way: 2, Hops: 1})
	if len(w.Said) != 0 || inspect(w, 1, "colour") != 0 {
		t.Errorf("sent %v", w.Said)
	}
}

func TestResignedLeaderIsReplaced(t *testing.T) {
	w := settled(5)
	w.Resign(5)
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
	if w.Count("election") != 20 { // 1 2 3 4 0: two rounds
		t.Errorf("%d ELECTIONs, want 20", w.Count("election"))
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
	w.Inject(4, 3, franklin.Elected{Leader: w.Capability(2), Wave: 3, Hops: 2})
	w.Run(wave)
	if w.Count("elected") != 5 || inspect(w, 1, "wave") != 4 {
		t.Errorf("%d ELECTED, want one lap; wave %d, want 4", w.Count("elected"), inspect(w, 1, "wave"))
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

func TestOneElectionAtATime(t *testing.T) {
	w := complete(5, nil)
	w.Elect(2)
	w.Elect(2)
	if n := w.Count("election"); n != 2 {
		t.Errorf("%d ELECTIONs by 2, want 2", n)
	}
}

// A node compares the capability that it had when it joined: its two messages agree with
// its verdicts, even if the capability changes meanwhile.
func TestCapabilityThatChangesDuringAnElection(t *testing.T) {
	for _, row := range []struct {
		value    int64
		leader   protocol.ID
		election int
	}{
		{0, 5, 20},
		{60, 2, 20 + 30}, // contests ELECTED of 5; then three rounds: [1 60 3 4 5], [60 5], [60]
	} {
		w := complete(5, nil)
		for id := protocol.ID(1); id <= 5; id++ {
			w.Elect(id)
		}
		w.SetValue(2, row.value)
		w.Run(wave)
		if w.Leader(1) != row.leader || w.Count("election") != row.election {
			t.Errorf("value %d: 1 names %v after %d ELECTIONs, want %v after %d",
				row.value, w.Leader(1), w.Count("election"), row.leader, row.election)
		}
		w.MustConverge(t, 5*time.Second)
	}
}

func TestLossThenCalm(t *testing.T) {
	for seed := range uint64(10) {
		w := world(smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		w.Loss = 0
		w.MustConverge(t, 100*time.Second)
	}
}

func inspect(w *smallworld.Lab, id protocol.ID, what string) (got int64) {
	optional.Inspect(w.Machine(id), func(name string, value int64) {
		if name == what {
			got = value
		}
	})
	return got
}
