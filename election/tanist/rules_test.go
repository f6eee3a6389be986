package tanist

import (
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// interval is the detection interval of these worlds.
var interval = smallworld.Budget.Interval

// granted makes a world of nodes that hear each other, in which the first leads and is granted a
// margin of a tenth, and has 20 s of patience.
func granted(values ...int64) *smallworld.Lab {
	c := smallworld.Config(Algorithm(), map[string]string{"patience": "20s"})
	c.Hysteresis = protocol.Margin{Share: 100}
	w := smallworld.RunWith(Algorithm(), c, overlay.Services{}, smallworld.Options{Nodes: len(values), Values: values})
	w.Complete().Boot()
	w.Settle(1)
	return w
}

// shown is what a machine shows under a name.
func shown(w *smallworld.Lab, id protocol.ID, name string) (out int64) {
	optional.Inspect(w.Machine(id), func(n string, value int64) {
		if n == name {
			out = value
		}
	})
	return out
}

// "As soon as the heir deposes it by the scenario's margin, or it owes it patience": the heir bids
// within the first interval, and from the second beacon on the leader owes it I·clamp(lead/5 %,
// 1/5, 1) each I. So a lead of 6 % takes 20 s of intervals, one of 2.5 % twice as many, one of 1 %
// or less five times as many.
func TestHandoverComesWhenItPays(t *testing.T) {
	for _, c := range []struct {
		offers    int64
		intervals int // until the handover
	}{{1060, 11}, {1025, 21}, {1010, 51}, {1003, 51}} {
		w := granted(1000, c.offers)
		w.Run(time.Duration(c.intervals)*interval - time.Millisecond)
		if w.Leader(1) != 1 {
			t.Errorf("%d: handed over before beacon %d", c.offers, c.intervals)
		}
		w.Run(50 * time.Millisecond)
		if w.Leader(1) != 2 || w.Leader(2) != 2 {
			t.Errorf("%d: 1 follows %v, 2 follows %v at beacon %d", c.offers, w.Leader(1), w.Leader(2), c.intervals)
		}
	}
	w := granted(1000, 1101)
	if w.Run(interval + interval/8); w.Leader(1) != 2 {
		t.Error("an heir beyond the margin is not handed over to at its first bid")
	}
}

// "Less by I one that is not": what a leader owes falls as fast while the heir is behind.
func TestDebtFallsWhileTheHeirIsBehind(t *testing.T) {
	w := granted(1000, 1060)
	w.Run(6*interval + interval/2)
	if owed := shown(w, 1, "owed_ms"); owed != 5*interval.Milliseconds() {
		t.Fatalf("owed %d ms after six beacons", owed)
	}
	w.SetValue(2, 990) // as it bids after the next beacon, for which it is owed once more
	w.Run(4 * interval)
	if owed := shown(w, 1, "owed_ms"); owed != (5+1-3)*interval.Milliseconds() {
		t.Errorf("still owed %d ms", owed)
	}
}

// "If the heir has bid within 1.25 I": a dead heir is not handed over to, and after 5.5 I it is
// no longer named.
func TestSilentHeirDoesNotSucceed(t *testing.T) {
	w := granted(1000, 1060, 1)
	w.Run(10*interval - time.Millisecond) // it owes 18 s by the next beacon
	w.Crash(2)
	w.Run(3 * interval)
	if w.Leader(1) != 1 || shown(w, 1, "heir") != 2 {
		t.Errorf("1 follows %v, and its heir is %d", w.Leader(1), shown(w, 1, "heir"))
	}
	w.Run(5 * interval)
	if w.Leader(1) != 1 || shown(w, 1, "heir") == 2 {
		t.Errorf("1 follows %v, and its heir is %d", w.Leader(1), shown(w, 1, "heir"))
	}
}

// "Elect, where a leader is known, asks it to give way": to the best, though it is ahead by 1 %.
func TestElectAsksTheLeaderToGiveWay(t *testing.T) {
	for _, caller := range []protocol.ID{1, 2, 3} {
		w := granted(1000, 1004, 1010)
		w.Run(interval + interval/2)
		w.Elect(caller)
		w.MustConverge(t, interval)
		if w.Leader(1) != 3 || w.Count("claim") > 0 {
			t.Errorf("%v calls: 1 follows %v, after %d claims", caller, w.Leader(1), w.Count("claim"))
		}
	}
}

// "One from a neighbour is enough; from others it takes confirm, within 2.5 I."
func TestBetterLeaderIsBelievedAtItsSecondBeacon(t *testing.T) {
	better := protocol.Capability{Value: 2000, ID: 2}
	beacon := func(at time.Duration) flood {
		return newFlood(kindBeacon, better, protocol.Time(at), protocol.Capability{})
	}
	strangers := func() *smallworld.Lab {
		w := granted(1000, 5, 5)
		w.Cut(2, 3)
		w.Run(time.Second)
		return w
	}
	w := granted(1000, 5, 5)
	if w.Inject(3, 2, beacon(time.Second)); w.Leader(3) != 2 {
		t.Error("3 does not believe a neighbour")
	}
	w = strangers()
	w.Inject(3, 2, beacon(time.Second))
	w.Inject(3, 2, beacon(time.Second))
	if w.Leader(3) != 1 {
		t.Fatal("3 believes one beacon of a stranger")
	}
	if w.Inject(3, 2, beacon(2*time.Second)); w.Leader(3) != 2 {
		t.Fatal("3 does not believe two beacons")
	}
	w = strangers()
	w.Inject(3, 2, beacon(time.Second))
	w.Run(2*interval + 3*interval/4)
	if w.Inject(3, 2, beacon(2*time.Second)); w.Leader(3) != 1 {
		t.Error("3 believes two beacons that are 2.75 I apart")
	}
	w = strangers()
	merge := newFlood(kindMerge, better, protocol.Time(time.Second), protocol.Capability{Value: 1000, ID: 1})
	w.Cut(1, 2)
	if w.Inject(1, 2, merge); w.Leader(1) != 2 {
		t.Error("1 leads on, though followers have left it for a better leader")
	}
}

// "But for each fourth beacon": where others have said a beacon, a node holds it back three times in a
// row at most, since a neighbour of another component may hear it from this node alone.
func TestEachFourthBeaconIsPassedOn(t *testing.T) {
	w := granted(1000, 5, 5)
	w.Run(time.Second)
	n := w.Machine(3).(*node)
	passes := func(copies, held uint8, by ...protocol.ID) bool {
		w.Inject(3, 1, newFlood(kindBeacon, protocol.Capability{Value: 1000, ID: 1}, n.stamp+1, protocol.Capability{}))
		n.telling = telling{what: relay, copies: copies, held: held, by: by}
		w.Forgive()
		w.Fire(3, timerTell)
		return w.Count("beacon") == 1
	}
	for copies := range uint8(6) {
		for held := range uint8(mostHeld + 1) {
			// Of one neighbour, so that the other has not said it.
			if got, want := passes(copies, held, 1), copies < 4 || held == mostHeld; got != want {
				t.Errorf("%d copies, %d beacons held back: passed on %t", copies, held, got)
			} else if want := held + 1; !got && n.telling.held != want || got && n.telling.held != 0 {
				t.Errorf("%d copies, %d beacons held back: then %d", copies, held, n.telling.held)
			}
		}
	}
	if passes(2, mostHeld, 1, 2) {
		t.Error("a beacon is passed on that all neighbours have said")
	}
}

// A node bids that exceeds the named heir by less than 0.2 %, if it alone exceeds the leader by the
// margin.
func TestBidBeyondTheMargin(t *testing.T) {
	w := granted(10000, 10999, 5)
	w.Run(2 * interval)
	if n := w.Machine(1).(*node); n.heir.ID != 2 {
		t.Fatalf("the heir is %v", n.heir.ID)
	}
	w.SetValue(3, 11015)
	w.Run(3 * interval)
	if w.Leader(1) != 3 || w.Leader(2) != 3 {
		t.Errorf("1 follows %v, 2 follows %v, and 3 exceeds the margin", w.Leader(1), w.Leader(2))
	}
}

// A sign of life ages while it is passed on by answers: a node that follows by an old one asks
// again soon.
func TestAnswersAge(t *testing.T) {
	w := granted(1000, 5, 5)
	old := answer{Leader: protocol.Capability{Value: 2000, ID: 2}, Stamp: 7, AgeMS: uint32(w.Machine(3).(*node).dead.Milliseconds())}
	w.Inject(3, 2, old)
	if w.Leader(3) != 1 {
		t.Error("3 follows by a sign of life as old as the time-out")
	}
	old.AgeMS = uint32(interval.Milliseconds())
	w.Inject(3, 2, old)
	if w.Leader(3) != 2 {
		t.Fatal("3 does not follow by an answer")
	}
	w.Forgive()
	if w.Run(interval / 2); w.Count("pull") == 0 {
		t.Error("3 does not ask for a leader that it heard of an interval late")
	}
}

// "A HANDOVER that rests on a bid from before the heir last gave up the lead is void", and so is
// one that is older than the bids of an heir, or of a leader that the heir has left for a better one.
func TestVoidHandovers(t *testing.T) {
	giver := protocol.Capability{Value: 1000, ID: 1}
	heir := protocol.Capability{Value: 5, ID: 3}
	better := protocol.Capability{Value: 2000, ID: 2}
	at := func(w *smallworld.Lab) flood { return newFlood(kindHandover, heir, w.Now, giver) }

	w := granted(1000, 5, 5)
	w.Run(time.Second)
	handover := at(w)
	w.Inject(3, 1, handover)
	if w.Leader(3) != 3 {
		t.Fatal("3 does not take the lead")
	}
	w.Inject(3, 2, answer{Leader: better, Stamp: 7, AgeMS: 1})
	w.Inject(3, 2, newFlood(kindResign, better, 8, protocol.Capability{}))
	w.Inject(3, 1, handover)
	if w.Leader(3) != protocol.Nobody {
		t.Errorf("3 follows %v, by a handover for the second time", w.Leader(3))
	}

	w = granted(1000, 5, 5)
	w.Run(time.Second)
	handover = at(w)
	w.Run(7 * interval)
	if w.Inject(3, 1, handover); w.Leader(3) != 1 {
		t.Error("3 takes the lead by an old handover")
	}
	w.Inject(3, 2, answer{Leader: better, Stamp: 7, AgeMS: 1})
	if w.Inject(3, 1, at(w)); w.Leader(3) != 2 {
		t.Error("3 takes the lead from a leader that it has left for a better one")
	}
}

// Who hears that another leader than its own has resigned keeps its own.
func TestResignationOfAnotherLeader(t *testing.T) {
	w := granted(1000, 5, 5)
	w.Inject(3, 2, newFlood(kindResign, protocol.Capability{Value: 2000, ID: 2}, 7, protocol.Capability{}))
	if w.Leader(3) != 1 {
		t.Errorf("3 follows %v", w.Leader(3))
	}
}

// "Who hears of a worse leader sends ANSWER, once for each sign of life of that leader."
func TestWorseLeaderIsAnsweredOnce(t *testing.T) {
	w := granted(1000, 5, 5)
	w.Run(interval + interval/4)
	w.Forgive()
	worse := newFlood(kindBeacon, protocol.Capability{Value: 5, ID: 2}, 7, protocol.Capability{})
	for range 3 {
		w.Inject(3, 2, worse)
		w.Run(interval / 16)
	}
	if w.Count("answer") != 1 {
		t.Errorf("%d ANSWERs", w.Count("answer"))
	}
}

// "A node whose leader is overdue joins a contest that it hears", and no other.
func TestOnlyWhoseLeaderIsOverdueJoinsAContest(t *testing.T) {
	claim := newFlood(kindClaim, protocol.Capability{Value: 5, ID: 2}, 7, protocol.Capability{})
	w := granted(1000, 5, 4)
	w.Run(interval + interval/2)
	if w.Inject(3, 2, claim); w.Leader(3) != 1 {
		t.Errorf("3 hears its leader, and joins a contest")
	}
	w.Crash(1)
	w.Run(interval/2 + interval/8)
	if w.Inject(3, 2, claim); w.Leader(3) != protocol.Nobody {
		t.Errorf("3 does not join a contest though its leader is overdue")
	}
}

// "Within 15 I of a neighbour's PULL it always passes it on", though all its neighbours have said
// it.
func TestBeaconsArePassedOnToWhoAsked(t *testing.T) {
	said := func(w *smallworld.Lab, intervals time.Duration) (beacons int) {
		w.Forgive()
		w.Run(intervals * interval)
		for _, s := range w.Said {
			if f, is := s.Message.(flood); is && f.kind == kindBeacon && s.From == 2 {
				beacons++
			}
		}
		return beacons
	}
	w := granted(1000, 5)
	w.Run(interval / 2)
	if n := said(w, 3); n != 0 {
		t.Fatalf("%d beacons passed on to nobody", n)
	}
	w.Inject(2, 1, pull{Leader: 1, Stamp: 1})
	if n := said(w, 15); n != 15 {
		t.Errorf("%d beacons of 15 passed on to a neighbour that asked", n)
	}
	if n := said(w, 3); n != 0 {
		t.Errorf("%d beacons passed on later", n)
	}
}

// A leader whose last beacon a neighbour has, but that neighbour misses the next, says the next at
// once: the neighbour's clock may be faster.
func TestLeaderBeaconsForWhoAsks(t *testing.T) {
	w := granted(1000, 5)
	w.Run(interval + interval/2)
	w.Forgive()
	w.Inject(1, 2, pull{Leader: 1, Stamp: protocol.Time(shown(w, 1, "stamp_ns"))})
	if w.Run(time.Millisecond); w.Count("beacon") != 1 {
		t.Errorf("%d beacons", w.Count("beacon"))
	}
	w.Inject(1, 2, pull{Leader: 1, Stamp: protocol.Time(shown(w, 1, "stamp_ns"))})
	if w.Run(time.Millisecond); w.Count("beacon") != 1 {
		t.Errorf("%d beacons after a second PULL at once", w.Count("beacon"))
	}
}

// "Or without a neighbour, the leader is lost": a node alone asks nobody.
func TestNodeAloneAsksNobody(t *testing.T) {
	w := granted(1000, 5)
	w.Run(interval + interval/8)
	w.Crash(1)
	w.Run(interval + interval/4)
	if w.Leader(2) != 2 || w.Count("pull") != 0 {
		t.Errorf("2 follows %v after %d PULLs", w.Leader(2), w.Count("pull"))
	}
}

// "Each hop passes a bid on if it is better than those since the last beacon": a worse one goes up
// once the heir is dead.
func TestWorseBidGoesUpOnceTheHeirIsDead(t *testing.T) {
	w := smallworld.Run(Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 4, Values: []int64{1000, 5, 990, 980}})
	w.Link(1, 2, 2, 3, 2, 4)
	w.Boot()
	w.Settle(1)
	w.Run(3 * interval)
	if heir := shown(w, 1, "heir"); heir != 3 {
		t.Fatalf("the heir is %d", heir)
	}
	w.Crash(3)
	w.Run(9 * interval)
	if heir := shown(w, 1, "heir"); heir != 4 {
		t.Errorf("the heir is %d, once the best is dead", heir)
	}
}
