package tanist

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A node that follows by a MERGE, and then hears the HANDOVER by which that leader came, passes on the
// name of the leader that handed over, and not of its own that was.
func TestHandoverIsPassedOnAsItWas(t *testing.T) {
	w := granted(1000, 5, 5, 2000)
	w.Run(time.Second)
	heir, giver := protocol.Capability{Value: 2000, ID: 4}, protocol.Capability{Value: 1500, ID: 2}
	w.Inject(3, 4, newFlood(kindMerge, heir, protocol.Time(time.Second), protocol.Capability{Value: 1000, ID: 1}))
	if w.Leader(3) != 4 {
		t.Fatal("3 does not follow by a MERGE")
	}
	w.Inject(3, 2, newFlood(kindHandover, heir, protocol.Time(time.Second), giver))
	w.Forgive()
	w.Fire(3, timerTell)
	for _, s := range w.Said {
		if f, is := s.Message.(flood); is && s.From == 3 && f.kind == kindHandover && f.Heir != giver.ID {
			t.Errorf("3 says that %v hands over", f.Heir)
		}
	}
	if w.Count("handover") != 1 {
		t.Errorf("3 passes %d handovers on", w.Count("handover"))
	}
}

// "A leader that was left is remembered for a time-out", however many are left.
func TestEachLeaderThatWasLeftIsRemembered(t *testing.T) {
	const leaders = 20
	w := granted(append(make([]int64, leaders+1), 1)...)
	const id = leaders + 2
	for i := range protocol.ID(leaders) {
		w.Inject(id, i+2, answer{protocol.Capability{Value: 100 + int64(i), ID: i + 2}, 7, 1})
		if w.Leader(id) != i+2 {
			t.Fatalf("%d follows %v", id, w.Leader(id))
		}
	}
	left := map[protocol.ID]bool{}
	for _, f := range w.Machine(id).(*node).formers {
		left[f.id] = f.stamp == 7
	}
	for i := range protocol.ID(leaders - 1) {
		if !left[i+2] {
			t.Errorf("the last sign of life of %d is forgotten", i+2)
		}
	}
}

// "Passes a flood on after a random time up to jitter, and at most a quarter of the interval": else
// each beacon would come before the one before was passed on.
func TestJitterIsBoundedByTheInterval(t *testing.T) {
	c := smallworld.Config(Algorithm(), map[string]string{"jitter": "1s"})
	if got := resolve(c).jitter; got != c.Detection.Interval/4 {
		t.Errorf("a jitter of %v at intervals of %v", got, c.Detection.Interval)
	}
}

// "24h: by the margin alone", for ever.
func TestMarginAloneHasNoEnd(t *testing.T) {
	c := smallworld.Config(Algorithm(), nil)
	n := &node{settings: resolve(c)}
	n.office.owed = 1000 * 24 * time.Hour
	if n.office.owed >= n.patience {
		t.Errorf("a leader gives way within the margin after %v", n.patience)
	}
}

// A node that has heard a claim in a contest does not go back to a worse leader: others may follow the
// claim by now.
func TestClaimIsNotGivenUpForAWorseLeader(t *testing.T) {
	for name, m := range map[string]protocol.Message{
		"beacon": newFlood(kindBeacon, protocol.Capability{Value: 1000, ID: 1}, protocol.Time(time.Hour), protocol.Capability{}),
		"answer": answer{protocol.Capability{Value: 1000, ID: 1}, protocol.Time(time.Hour), 1},
	} {
		w := smallworld.RunWith(Algorithm(), smallworld.Config(Algorithm(), nil), overlay.Services{}, smallworld.Options{Values: []int64{1000, 2000}})
		w.Complete().Boot()
		w.Elect(2)
		w.Run(25 * time.Millisecond) // it has claimed
		if w.Count("claim") == 0 {
			t.Fatal("2 has not claimed")
		}
		w.Inject(2, 1, m)
		if w.Leader(2) == 1 {
			t.Errorf("%s: 2 gives its claim up for a worse leader", name)
		}
		w.MustConverge(t, time.Second)
		if w.Leader(1) != 2 {
			t.Errorf("%s: 1 follows %v", name, w.Leader(1))
		}
	}
}

// A call passes each hop once between two beacons, whatever the clocks of those that bid: stamps of
// two nodes are not compared.
func TestCallsPassDespiteOtherClocks(t *testing.T) {
	w := granted(1000, 5, 900, 5)
	w.Run(interval + interval/2)
	n := w.Machine(2).(*node)
	n.bids.passed, n.bids.passedStamp = protocol.Capability{Value: 900, ID: 3}, protocol.Time(time.Hour)
	passed := func() int {
		w.Forgive()
		w.Inject(2, 4, bid{1, protocol.Capability{Value: 5, ID: 4}, 1, true})
		return w.Count("bid")
	}
	if passed() != 1 {
		t.Error("a call is dropped for a better bid with a later stamp of another clock")
	}
	if passed() != 0 {
		t.Error("a second call is passed on before the next beacon")
	}
	if n.bids.passed.ID != 3 {
		t.Errorf("after the call a bid must exceed that of %v", n.bids.passed.ID)
	}
}

// "A leader that was alone sends it to its first neighbour": at once, and not with its next beacon.
func TestLoneLeaderTellsItsFirstNeighbour(t *testing.T) {
	w := granted(1000, 5)
	w.Cut(1, 2)
	w.Run(10*interval + interval/2) // each leads itself, and its next beacon is far
	w.Forgive()
	w.Link(1, 2)
	if w.Run(25 * time.Millisecond); w.Count("answer") == 0 || w.Leader(2) != 1 {
		t.Errorf("%d answers, and 2 follows %v", w.Count("answer"), w.Leader(2))
	}
}
