package globalview_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/globalview"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func world(a protocol.Algorithm, o smallworld.Options) *smallworld.Lab {
	return smallworld.Run(a, overlay.Services{}, o)
}

// unchecked is a world whose nodes compare checksums once an hour: only changes are sent.
func unchecked(t *testing.T, nodes int, hysteresis protocol.Margin) *smallworld.Lab {
	t.Helper()
	a := globalview.Algorithm()
	c := smallworld.Config(a, nil)
	c.Detection.Interval, c.Hysteresis = time.Hour, hysteresis
	maker, err := a.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return smallworld.New(smallworld.Options{Nodes: nodes, Make: maker, Kinds: a.Kinds})
}

func ring(w *smallworld.Lab) *smallworld.Lab {
	w.Line().Link(1, protocol.ID(w.Nodes))
	return w
}

func star(w *smallworld.Lab) *smallworld.Lab {
	for id := 2; id <= w.Nodes; id++ {
		w.Link(1, protocol.ID(id))
	}
	return w
}

// told counts what was sent: messages, the entries in them, and bytes.
func told(t *testing.T, w *smallworld.Lab) (messages, entries, size int) {
	t.Helper()
	for _, s := range w.Said {
		switch m := s.Message.(type) {
		case globalview.Knowledge:
			entries += len(m.Members)
		case globalview.Edit:
			entries += len(m.Members)
		default:
			t.Fatalf("sent %v", s)
		}
		messages++
		size += len(protocol.Marshal(nil, s.Message))
	}
	return messages, entries, size
}

func agree(t *testing.T, w *smallworld.Lab) {
	t.Helper()
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatal(wrong)
	}
}

// At boot each of n nodes sends its own entry, and passes each of the others' on once: n²
// entries, of 25 bytes and 4 for each neighbour, whatever the graph; n of the messages are
// the nodes' Knowledge, and each message has a header of 5 bytes.
func TestBootTellsEveryEntryOnceByEach(t *testing.T) {
	for _, n := range []int{2, 3, 5, 12} {
		for _, row := range []struct {
			name  string
			w     *smallworld.Lab
			links int
		}{
			{"line", unchecked(t, n, protocol.Margin{}).Line(), n - 1},
			{"star", star(unchecked(t, n, protocol.Margin{})), n - 1},
			{"complete", unchecked(t, n, protocol.Margin{}).Complete(), n * (n - 1) / 2},
		} {
			row.w.Boot()
			row.w.Run(time.Second)
			agree(t, row.w)
			messages, entries, size := told(t, row.w)
			if row.w.Count("knowledge") != n || entries != n*n {
				t.Errorf("%s of %d: %d of knowledge, %d entries", row.name, n, row.w.Count("knowledge"), entries)
			}
			if want := 5*messages + n*(25*n+4*2*row.links); size != want {
				t.Errorf("%s of %d: %d bytes in %d messages, want %d", row.name, n, size, messages, want)
			}
		}
	}
}

// A changed offer is one entry, sent once by each node: n edits. A broken link is two entries,
// of its ends: 2n entries; entries that meet share an edit. A new link makes its ends send all
// that they know: 2 messages of knowledge.
func TestOneChangeCostsOneEditEach(t *testing.T) {
	const n = 9
	for name, shape := range map[string]func(*smallworld.Lab) *smallworld.Lab{
		"ring": ring, "star": star, "complete": (*smallworld.Lab).Complete,
	} {
		w := shape(unchecked(t, n, protocol.Margin{}))
		w.Boot()
		w.Run(time.Second)
		w.Forgive()
		w.SetValue(1, 100)
		w.Run(time.Second)
		agree(t, w)
		if messages, entries, _ := told(t, w); messages != n || entries != n || w.Count("edit") != n {
			t.Errorf("%s: an offer costs %d messages of %d entries, want %d edits", name, messages, entries, n)
		}
		if name == "star" {
			continue // would lose its last link
		}
		w.Forgive()
		w.Cut(2, 3)
		w.Run(time.Second)
		if messages, entries, _ := told(t, w); messages < n || messages > 2*n || entries != 2*n || w.Count("edit") != messages {
			t.Errorf("%s: a broken link costs %d messages of %d entries, want %d entries", name, messages, entries, 2*n)
		}
		w.Forgive()
		w.Link(2, 3)
		w.Run(time.Second)
		// Either end's knowledge has n−2 entries that are not news, and perhaps the other
		// end's old entry: the first to speak certainly sends it.
		_, entries, _ := told(t, w)
		if w.Count("knowledge") != 2 || entries < 2*n+2*(n-2)+1 || entries > 2*n+2*(n-1) {
			t.Errorf("%s: a new link costs %d of knowledge, %d entries", name, w.Count("knowledge"), entries)
		}
	}
}

// If nothing happens, n checksums of 9 bytes an interval are the only messages, and a node
// without neighbours sends none.
func TestCalmCostsOneDigestEach(t *testing.T) {
	w := world(globalview.Algorithm(), smallworld.Options{Nodes: 6})
	w.Line().Cut(5, 6)
	w.Boot()
	w.Run(10 * time.Second)
	w.Forgive()
	w.Run(20 * time.Second)
	if w.Count("digest") != 5*10 || len(w.Said) != 50 {
		t.Errorf("%d digests of %d messages", w.Count("digest"), len(w.Said))
	}
}

// The lab sheet's question 11: an edit that is lost, and no other ever follows.
// The next checksum shows it, within an interval.
func TestLostEditHeals(t *testing.T) {
	for seed := range uint64(20) {
		w := world(globalview.Algorithm(), smallworld.Options{Nodes: 8, Seed: seed})
		w.Line().Boot()
		w.Run(10 * time.Second)
		agree(t, w)
		w.Loss = 1
		w.SetValue(1, 100)
		w.Run(100 * time.Millisecond)
		if w.Leader(1) != 1 || w.Leader(2) != 8 {
			t.Fatalf("leaders %v and %v: the edit was not lost", w.Leader(1), w.Leader(2))
		}
		w.Loss = 0
		if took, wrong := w.Converge(5*time.Second, 2*time.Second); wrong != "" || took > 2200*time.Millisecond {
			t.Errorf("seed %d: after %v %s", seed, took, wrong)
		}
	}
}

// Half of all frames lost, links made and cut: the next calm corrects all of it.
func TestLossMakesMistakesThatMend(t *testing.T) {
	w := world(globalview.Algorithm(), smallworld.Options{Nodes: 10, Seed: 4})
	w.Line().Boot()
	w.Loss = 0.5
	wrong := 0
	for round := range 60 {
		w.SetValue(protocol.ID(1+round%10), int64(100+round))
		w.Run(500 * time.Millisecond)
		if w.Disagreement() != "" {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("no mistake at 50 % loss in 60 changes: nothing was tested")
	}
	w.Loss = 0
	if took, wrong := w.Converge(6*time.Second, 2*time.Second); wrong != "" || took > 3*time.Second {
		t.Errorf("after %v %s", took, wrong)
	}
}

// A node that comes back is believed: at once by its saved boots, or without them once it has
// heard of its former incarnation.
func TestRebootIsBelieved(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		w := world(globalview.Algorithm(), smallworld.Options{Nodes: 4})
		w.Line().Boot()
		for value := range int64(5) { // clock 1.5
			w.SetValue(4, 10+value)
			w.Run(time.Second)
		}
		w.Crash(4)
		w.Run(time.Second)
		if forgets {
			w.Forget(4)
		}
		w.Forgive()
		w.Restart(4)
		w.Run(300 * time.Millisecond)
		agree(t, w)
		newest := globalview.Clock{}
		for _, s := range w.Said {
			if m, ok := s.Message.(globalview.Edit); ok && s.From == 1 {
				newest = m.Members[len(m.Members)-1].Clock
			}
		}
		want := globalview.Clock{Boot: 2}
		if forgets {
			want = globalview.Clock{Boot: 1, Changes: 6}
		}
		if newest.Compare(want) < 0 {
			t.Errorf("forgets %t: 1 tells of 4 at %v, want %v or later", forgets, newest, want)
		}
	}
}

// A dead leader is given up on its neighbour's edit, without any time-out; a node that is
// cut off leads itself at once.
func TestLeaderIsReplacedAtOnce(t *testing.T) {
	w := world(globalview.Algorithm(), smallworld.Options{Nodes: 6})
	w.Line().Boot()
	w.Run(10 * time.Second)
	w.Crash(6)
	w.Run(5 * 21 * time.Millisecond) // 4 hops, each of a hold and a latency
	agree(t, w)
	w.Cut(1, 2)
	if w.Leader(1) != 1 {
		t.Errorf("1 is alone and names %v", w.Leader(1))
	}
}

func TestMergeAndResignation(t *testing.T) {
	for _, a := range []protocol.Algorithm{globalview.Algorithm(), globalview.TopologyAware()} {
		w := world(a, smallworld.Options{Nodes: 6})
		w.Line().Cut(3, 4)
		w.Boot()
		w.Run(10 * time.Second)
		agree(t, w)
		w.Link(3, 4)
		w.Run(6 * 21 * time.Millisecond)
		agree(t, w)
		former := w.Leader(1)
		w.Resign(former)
		w.Run(6 * 21 * time.Millisecond)
		agree(t, w)
		if w.Leader(1) == former {
			t.Errorf("%s: %v has resigned and leads", a.Name, former)
		}
	}
}

// Of a line of five the third is central, whatever the others offer; when the
// fifth is gone, of the second and the third, equally central, the greater.
func TestTheMostCentralLeads(t *testing.T) {
	w := world(globalview.TopologyAware(), smallworld.Options{Nodes: 5, Values: []int64{9, 1, 2, 8, 7}})
	w.Line().Boot()
	for _, gone := range []protocol.ID{0, 5} {
		if gone != protocol.Nobody {
			w.Crash(gone)
		}
		w.Run(5 * time.Second)
		if w.Leader(1) != 3 || w.Leader(4) != 3 {
			t.Errorf("without %v: 1 names %v, 4 names %v", gone, w.Leader(1), w.Leader(4))
		}
	}
	w.Forgive()
	w.SetValue(1, 1000)
	w.Run(100 * time.Millisecond)
	if w.Count("edit") != 0 {
		t.Errorf("%d edits of a value that has no influence", w.Count("edit"))
	}
}

// Whether a node leads is part of its entry, and so of the view: two components whose
// leaders are within the margin of each other still agree when they meet.
func TestHysteresisKeepsALeaderInOffice(t *testing.T) {
	w := unchecked(t, 4, protocol.Margin{Share: 100})
	w.Link(1, 2)
	w.Link(3, 4)
	w.Boot()
	for i, value := range []int64{500, 1000, 600, 1050} {
		w.SetValue(protocol.ID(i+1), value)
	}
	w.Run(time.Second)
	names := func(leader protocol.ID, when string) {
		t.Helper()
		for id := protocol.ID(1); id <= 4; id++ {
			if w.Leader(id) != leader {
				t.Fatalf("%s: %v names %v, want %v", when, id, w.Leader(id), leader)
			}
		}
	}
	w.Link(2, 3)
	w.Run(time.Second)
	names(4, "a merge is strict")
	w.SetValue(1, 1155)
	w.Run(time.Second)
	names(4, "1155 is a tenth more than 1050")
	w.SetValue(1, 1156)
	w.Run(time.Second)
	names(1, "1156 is more than that")
	w.SetValue(1, 1100)
	w.Run(time.Second)
	names(1, "4 must exceed 1100 in its turn")
	w.Resign(1)
	w.Run(time.Second)
	names(4, "who resigns keeps no office")
}

// A settled start holds until the view has a path to its leader, or for the detection time-out
// if it has none.
func TestSettledStartWaitsForItsLeader(t *testing.T) {
	w := world(globalview.Algorithm(), smallworld.Options{Nodes: 4, Values: []int64{1, 2, 3, 0}})
	w.Line().Cut(3, 4)
	w.Boot()
	w.Settle(4)
	w.Run(6*time.Second - 1)
	if w.Leader(1) != 4 || w.Leader(3) != 4 {
		t.Errorf("1 names %v, 3 names %v", w.Leader(1), w.Leader(3))
	}
	w.Run(2 * time.Second)
	agree(t, w)
}
