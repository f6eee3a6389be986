package linkreversal_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline/internal/linkreversal"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// height is a short name for tables.
type height = linkreversal.Height

func world(o smallworld.Options) *smallworld.Lab {
	return smallworld.Run(linkreversal.Algorithm(), overlay.Services{}, o)
}

// heightOf reads a node's height from what it shows.
func heightOf(w *smallworld.Lab, id protocol.ID) (h height) {
	optional.Inspect(w.Machine(id), func(name string, value int64) {
		switch name {
		case "tau":
			h.Tau = value
		case "oid":
			h.Oid = protocol.ID(value)
		case "r":
			h.R = uint8(value)
		case "delta":
			h.Delta = int32(value)
		case "elected":
			h.Nlts = -value
		case "leader":
			h.Lid = protocol.ID(value)
		}
	})
	return h
}

// alone is a node among silent neighbours; tell delivers a neighbour's height to it.
func alone(t *testing.T, neighbours int) (w *smallworld.Lab, self protocol.ID, tell func(from protocol.ID, h height, clock int64)) {
	t.Helper()
	self = protocol.ID(neighbours + 1)
	w = world(smallworld.Options{Nodes: 9}) // heights name node 9, which is out of reach
	for id := protocol.ID(1); id < self; id++ {
		w.Link(id, self)
	}
	w.Boot()
	return w, self, func(from protocol.ID, h height, clock int64) {
		w.Inject(self, from, linkreversal.Update{Height: h, Clock: clock})
	}
}

// Each line of the pseudo-code once: the height of a node after a neighbour's message, and
// that it sends the height exactly if it has changed.
func TestEveryRuleOfUpdate(t *testing.T) {
	w, self, tell := alone(t, 2)
	var searched int64 // the clocks that the node itself chose
	for i, step := range []struct {
		what  string
		from  protocol.ID
		tells height
		clock int64
		want  func(is height) height
	}{
		{"adopts its first leader pair", 1, height{Delta: 3, Nlts: -7, Lid: 9}, 30,
			func(height) height { return height{Delta: 4, Nlts: -7, Lid: 9} }},
		{"has a lower neighbour", 2, height{Delta: 6, Nlts: -7, Lid: 9}, 31, nil},
		{"propagates the largest level, below it", 1, height{20, 1, 0, 2, -7, 9}, 32,
			func(height) height { return height{20, 1, 0, 1, -7, 9} }},
		{"reflects at a dead end", 2, height{20, 1, 0, 5, -7, 9}, 33,
			func(height) height { return height{20, 1, 1, 0, -7, 9} }},
		{"has a lower neighbour again", 1, height{20, 1, 1, 4, -7, 9}, 34, nil},
		{"takes no other's reflection for its own", 2, height{20, 1, 1, 5, -7, 9}, 35,
			func(is height) height { return height{is.Tau, self, 0, 0, -7, 9} }},
		{"waits for all reflections", 1, height{36, self, 1, 0, -7, 9}, 37, nil},
		{"leads when all have come back", 2, height{36, self, 1, 0, -7, 9}, 38,
			func(is height) height { return height{Nlts: is.Nlts, Lid: self} }},
		{"follows the leader elected later", 1, height{Delta: 1, Nlts: -50, Lid: 2}, 50,
			func(height) height { return height{Delta: 2, Nlts: -50, Lid: 2} }},
		{"not the leader elected earlier", 2, height{Nlts: -49, Lid: 1}, 51, nil},
		{"of equals not the greater ID", 2, height{Nlts: -50, Lid: 7}, 52, nil},
		{"of equals the smaller ID", 2, height{Nlts: -50, Lid: 1}, 53,
			func(height) height { return height{Delta: 1, Nlts: -50, Lid: 1} }},
		{"answers to a former incarnation", 1, height{Delta: 2, Nlts: -100, Lid: self}, 100,
			func(is height) height { return height{Nlts: is.Nlts, Lid: self} }},
		{"ignores what is not newer", 1, height{Nlts: -500, Lid: 1}, 100, nil},
		{"ignores a height of no leader", 1, height{Nlts: -500}, 101, nil},
		{"ignores a node that is no neighbour", 17, height{Nlts: -500, Lid: 17}, 500, nil},
	} {
		before := heightOf(w, self)
		w.Forgive()
		tell(step.from, step.tells, step.clock)
		is, want := heightOf(w, self), before
		if step.want != nil {
			want = step.want(is)
		}
		if is != want {
			t.Fatalf("step %d, %s: height %+v, want %+v", i, step.what, is, want)
		}
		if said := w.Count("update"); said != len(w.Said) || (said == 2) != (step.want != nil) || said == 1 {
			t.Errorf("step %d, %s: sent %v", i, step.what, w.Said)
		}
		if chosen := max(is.Tau, -is.Nlts); is != before && (is.Oid == self || is.Lid == self) {
			if chosen <= searched || chosen <= step.clock {
				t.Errorf("step %d, %s: clock %d is not past %d and %d", i, step.what, chosen, searched, step.clock)
			}
			searched = chosen
		}
	}
}

// "δ := min{δ of those on the largest level} − 1".
func TestPropagationGoesBelowTheWholeLevel(t *testing.T) {
	w, self, tell := alone(t, 3)
	tell(1, height{Delta: 3, Nlts: -7, Lid: 9}, 30)
	tell(2, height{20, 2, 0, -4, -7, 9}, 31)
	tell(3, height{20, 2, 0, 2, -7, 9}, 32)
	tell(1, height{Delta: 8, Nlts: -7, Lid: 9}, 33)
	if is, want := heightOf(w, self), (height{20, 2, 0, -5, -7, 9}); is != want {
		t.Errorf("height %+v, want %+v", is, want)
	}
}

// A sink without a search begins one: it does not reflect a level that does not exist.
func TestSinkWithoutASearchBegins(t *testing.T) {
	w, self, tell := alone(t, 2)
	tell(1, height{Delta: 3, Nlts: -7, Lid: 9}, 30)
	tell(2, height{Delta: 6, Nlts: -7, Lid: 9}, 31)
	tell(1, height{Delta: 8, Nlts: -7, Lid: 9}, 32)
	if is := heightOf(w, self); is != (height{is.Tau, self, 0, 0, -7, 9}) || is.Tau <= 32 {
		t.Errorf("height %+v, want a search of its own", is)
	}
}

// The last field of a height is the node's ID: of two heights that are equal otherwise,
// that of the greater ID is higher, and only the smaller can be a sink.
func TestEqualHeightsAreOrderedByID(t *testing.T) {
	w, self, tell := alone(t, 2)
	tell(1, height{Delta: 3, Nlts: -7, Lid: 9}, 30) // own δ is 4
	tell(2, height{Delta: 9, Nlts: -7, Lid: 9}, 31)
	tell(1, height{Delta: 4, Nlts: -7, Lid: 9}, 32)
	if is := heightOf(w, self); is.Tau != 0 {
		t.Errorf("%v takes itself for lower than 1: %+v", self, is)
	}
}

// ChannelDown: a sink searches, a node with another way down does not, a node without
// neighbours leads.
func TestChannelDown(t *testing.T) {
	w, self, tell := alone(t, 3)
	tell(1, height{Delta: 0, Nlts: -7, Lid: 1}, 30)
	tell(2, height{Delta: 0, Nlts: -7, Lid: 1}, 31)
	tell(3, height{Delta: 2, Nlts: -7, Lid: 1}, 32)
	w.Cut(1, self)
	if is := heightOf(w, self); is != (height{Delta: 1, Nlts: -7, Lid: 1}) {
		t.Fatalf("with a way down left: %+v", is)
	}
	w.Cut(2, self)
	if is := heightOf(w, self); is != (height{is.Tau, self, 0, 0, -7, 1}) || is.Tau <= 32 {
		t.Fatalf("without: %+v", is)
	}
	w.Cut(3, self)
	if is := heightOf(w, self); is != (height{Nlts: is.Nlts, Lid: self}) || is.Nlts >= -33 {
		t.Fatalf("with nobody near: %+v", is)
	}
}

// A lost UPDATE is replaced by the next beacon, within an interval.
func TestBeaconMakesGoodWhatWasLost(t *testing.T) {
	w := world(smallworld.Options{Nodes: 6, Loss: 1}).Line()
	w.Boot()
	w.Elect(1)
	w.Run(time.Second)
	if w.Disagreement() == "" {
		t.Fatal("nothing was lost")
	}
	w.Loss = 0
	if took, wrong := w.Converge(10*time.Second, 5*time.Second); wrong != "" || took > 2*time.Second+120*time.Millisecond {
		t.Errorf("after %v: %s", took, wrong)
	}
}

// No two elections of a node have one leader pair, whatever crashes, with storage.
func TestLeaderPairsAreNeverUsedTwice(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 0x70616972)) // "pair"
		w := world(smallworld.Options{Nodes: 5, Seed: seed, Jitter: 3 * time.Millisecond}).Complete()
		w.Boot()
		any := func() protocol.ID { return protocol.ID(1 + r.IntN(5)) }
		for range 60 {
			w.Elect(any())
			w.Crash(any())
			w.Cut(any(), any())
			w.Run(time.Duration(r.IntN(20)) * time.Millisecond)
			w.Restart(any())
			w.Link(any(), any())
		}
		pairs := map[protocol.Computation]bool{}
		for _, e := range w.Events {
			if e.Op == protocol.OpElecting {
				if pairs[e.Computation] || e.Computation.Source != e.Node {
					t.Fatalf("seed %d: %v elects itself by %v again", seed, e.Node, e.Computation)
				}
				pairs[e.Computation] = true
			}
		}
		if len(pairs) < 20 {
			t.Fatalf("seed %d: only %d elections", seed, len(pairs))
		}
	}
}

// A resigned leader hands over to its least neighbour; alone it leads on; a node that does
// not lead changes nothing.
func TestResignationHandsOver(t *testing.T) {
	w := world(smallworld.Options{Nodes: 5}).Line()
	w.Boot()
	w.Elect(3)
	w.Run(time.Second)
	w.Forgive()
	w.Resign(1)
	if len(w.Said) != 0 {
		t.Errorf("a follower's resignation made %v", w.Said)
	}
	w.Resign(3)
	w.Run(time.Second)
	for id := protocol.ID(1); id <= 5; id++ {
		if w.Leader(id) != 2 {
			t.Errorf("%v follows %v, want 2", id, w.Leader(id))
		}
	}
	w.Resign(2)
	given := heightOf(w, 2).Nlts
	w.Crash(2) // before any node has heard of it: the pair was made all the same
	w.Restart(2)
	if own := heightOf(w, 2); own.Lid != 2 || own.Nlts >= given {
		t.Errorf("after %d a new life leads by %+v", given, own)
	}
	one := world(smallworld.Options{Nodes: 1})
	one.Boot()
	one.Elect(1)
	one.Resign(1)
	if one.Leader(1) != 1 {
		t.Errorf("alone, 1 follows %v", one.Leader(1))
	}
}

// The successor dies before it hears of it: its followers search, and find a leader.
func TestSuccessorDiesOnTheWay(t *testing.T) {
	w := world(smallworld.Options{Nodes: 5}).Line()
	w.Boot()
	w.Elect(3)
	w.Run(time.Second)
	w.Resign(3)
	w.Crash(2)
	w.Run(time.Second)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(4) == 2 {
		t.Errorf("4 follows %v; %s", w.Leader(4), wrong)
	}
}

// An election scripted at a follower is a search, which ends where there is a way down; at
// a leader it changes nothing.
func TestElectionOfAFollowerIsASearch(t *testing.T) {
	w := world(smallworld.Options{Nodes: 4}).Complete()
	w.Boot()
	w.Elect(2)
	w.Run(100 * time.Millisecond)
	w.Forgive()
	w.Elect(2)
	if len(w.Said) != 0 {
		t.Errorf("a leader told to elect sent %v", w.Said)
	}
	w.Elect(4)
	w.Run(100 * time.Millisecond)
	is, office := heightOf(w, 4), heightOf(w, 2)
	if is != (height{is.Tau, 4, 0, 0, office.Nlts, 2}) || is.Tau == 0 || w.Count("update") != 3 {
		t.Errorf("4 is at %+v after %d UPDATEs", is, w.Count("update"))
	}
	if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != 2 {
		t.Errorf("1 follows %v; %s", w.Leader(1), wrong)
	}
}

// A channel that is forming is not in N: it makes no node a sink, prevents none from being
// one, and does not count as a neighbour; but it is sent every change.
func TestFormingChannelsAreTold(t *testing.T) {
	w, self, tell := alone(t, 3) // 3 keeps silent
	tell(1, height{Delta: 0, Nlts: -7, Lid: 1}, 30)
	tell(2, height{Delta: 5, Nlts: -7, Lid: 1}, 31)
	w.Forgive()
	w.Cut(1, self)
	if is := heightOf(w, self); is.Oid != self || w.Count("update") != 2 {
		t.Fatalf("with 2 above and 3 forming: %+v after %d UPDATEs, want a search, told to both", is, w.Count("update"))
	}
	w.Cut(2, self)
	if is := heightOf(w, self); is.Lid != self || w.Count("update") != 3 {
		t.Fatalf("with only 3 forming: %+v after %d UPDATEs, want the lead, told to 3", is, w.Count("update"))
	}
}

// In a settled start heights spread from the leader's first beacon, by beacons:
// nobody is elected, and then the links lead to the leader.
func TestSettledStartLearnsHeightsByBeacons(t *testing.T) {
	w := world(smallworld.Options{Nodes: 5}).Line()
	w.Boot()
	w.Settle(2)
	w.Run(2500 * time.Millisecond)
	for id, delta := range map[protocol.ID]int32{1: 1, 2: 0, 3: 1, 4: 2, 5: 3} {
		if is := heightOf(w, id); is != (height{Delta: delta, Nlts: heightOf(w, 2).Nlts, Lid: 2}) {
			t.Errorf("%v is at %+v, want δ = %d", id, is, delta)
		}
	}
	if w.Count("update") != 0 || len(elections(w)) != 0 {
		t.Errorf("%d UPDATEs, %v elected themselves", w.Count("update"), elections(w))
	}
}
