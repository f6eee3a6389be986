package bully_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/bully"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// wave is long enough for an election (3T) and too short for the second
// detection interval.
const wave = 1900 * time.Millisecond

type counts struct{ election, ok, coordinator int }

func count(w *smallworld.Lab) counts {
	return counts{w.Count("election"), w.Count("ok"), w.Count("coordinator")}
}

func complete(nodes int, values []int64) *smallworld.Lab {
	w := smallworld.Run(bully.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes, Values: values})
	w.Complete().Boot()
	return w
}

// settled is a complete graph led by its best, n, whose IDs are capabilities.
func settled(n int) *smallworld.Lab {
	w := complete(n, nil)
	w.Settle(protocol.ID(n))
	return w
}

// The course documents' figure: "Um sistema com 7 nós. O líder 7 falha: o nó 4
// detecta que 7 falhou e convoca eleição; nós 5 e 6 respondem; 6 se declara
// líder." 4 asks 5, 6, 7; 5 asks 6, 7; 6 asks 7; 5 and 6 answer 4, 6 answers 5;
// 6 tells 1 … 5.
func TestSevenNodesFourNotices(t *testing.T) {
	w := settled(7)
	w.Crash(7)
	w.Elect(4)
	w.Run(wave)
	if got := count(w); got != (counts{6, 3, 5}) {
		t.Errorf("%+v, want 6 + 3 + 5", got)
	}
	var asked []string
	for _, s := range w.Said {
		if s.Message.Kind() == bully.KindElection {
			asked = append(asked, fmt.Sprint(s.From, "→", s.To))
		}
	}
	if want := []string{"4→5", "4→6", "4→7", "5→6", "5→7", "6→7"}; !slices.Equal(asked, want) {
		t.Errorf("ELECTIONs %v, want %v", asked, want)
	}
	for id := protocol.ID(1); id <= 6; id++ {
		if w.Leader(id) != 6 {
			t.Errorf("%v names %v", id, w.Leader(id))
		}
	}
}

// "With n processes of which the best has died and the d-th notices: ELECTION
// m(m+1)/2, OK m(m−1)/2, COORDINATOR n−2 with m = n−d". The table
// is written out by hand for every d.
func TestMessagesByWhoNotices(t *testing.T) {
	for _, row := range []struct {
		n, d int
		want counts
	}{
		{2, 1, counts{1, 0, 0}},
		{3, 1, counts{3, 1, 1}}, {3, 2, counts{1, 0, 1}},
		{4, 1, counts{6, 3, 2}}, {4, 2, counts{3, 1, 2}}, {4, 3, counts{1, 0, 2}},
		{5, 1, counts{10, 6, 3}}, {5, 3, counts{3, 1, 3}}, {5, 4, counts{1, 0, 3}},
		{6, 1, counts{15, 10, 4}}, {6, 2, counts{10, 6, 4}},
		{7, 1, counts{21, 15, 5}}, {7, 2, counts{15, 10, 5}}, {7, 3, counts{10, 6, 5}},
		{7, 4, counts{6, 3, 5}}, {7, 5, counts{3, 1, 5}}, {7, 6, counts{1, 0, 5}},
		{20, 1, counts{190, 171, 18}},
	} {
		w := settled(row.n)
		w.Crash(protocol.ID(row.n))
		w.Elect(protocol.ID(row.d))
		w.Run(wave)
		if got := count(w); got != row.want {
			t.Errorf("n=%d d=%d: %+v, want %+v", row.n, row.d, got, row.want)
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Error(wrong)
		}
	}
}

// "Worst d = 1: n² − n − 1", and not O(n³) as course document
// 000 has it.
func TestWorstCase(t *testing.T) {
	for n, want := range map[int]int{3: 5, 4: 11, 7: 41, 10: 89, 30: 869} {
		w := settled(n)
		w.Crash(protocol.ID(n))
		w.Elect(1)
		w.Run(wave)
		if got := len(w.Said); got != want {
			t.Errorf("n=%d: %d messages, want %d", n, got, want)
		}
	}
}

// "Concurrent detection adds nothing with dedupe": every set of detectors of a dead 7 costs
// what its lowest member alone would.
func TestConcurrentDetectorsCostWhatTheLowestDoes(t *testing.T) {
	alone := map[int]counts{1: {21, 15, 5}, 2: {15, 10, 5}, 3: {10, 6, 5}, 4: {6, 3, 5}, 5: {3, 1, 5}, 6: {1, 0, 5}}
	for set := 1; set < 1<<6; set++ {
		w := settled(7)
		w.Crash(7)
		lowest := 0
		for d := 6; d >= 1; d-- {
			if set>>(d-1)&1 == 1 {
				w.Elect(protocol.ID(d))
				lowest = d
			}
		}
		w.Run(wave)
		if got := count(w); got != alone[lowest] {
			t.Errorf("detectors %06b: %+v, want %+v", set, got, alone[lowest])
		}
	}
}

// "All alive, lowest starts: n(n−1)/2 twice + n−1 = n²−1".
func TestAllAliveTheLowestStarts(t *testing.T) {
	for n, want := range map[int]counts{2: {1, 1, 1}, 3: {3, 3, 2}, 4: {6, 6, 3}, 7: {21, 21, 6}, 12: {66, 66, 11}} {
		w := settled(n)
		w.Elect(1)
		w.Run(wave)
		if got := count(w); got != want {
			t.Errorf("n=%d: %+v, want %+v", n, got, want)
		}
	}
}

// The counts hold whatever the capabilities are, once they are known: by rank,
// not by ID. Every order of up to 6 values (7 unless -short), every detector.
func TestCountsHoldForEveryOrderOfCapabilities(t *testing.T) {
	most := 5
	if sample.Whole() {
		most = 6 // a campaign
	}
	for n := 2; n <= most; n++ {
		for values := range smallworld.Orders(n) {
			byRank := make([]protocol.ID, n) // byRank[r-1] has rank r
			for i, v := range values {
				byRank[v-1] = protocol.ID(i + 1)
			}
			for d := 1; d < n; d++ {
				w := complete(n, values)
				for id := 1; id <= n; id++ {
					w.Elect(protocol.ID(id)) // all hear of all
				}
				w.Run(wave)
				w.Crash(byRank[n-1])
				w.Forgive()
				w.Elect(byRank[d-1])
				w.Run(wave)
				m := n - d
				if got, want := len(elections(w)), m*m+n-2; got != want {
					t.Fatalf("values %v, detector of rank %d: %d messages, want %d", values, d, got, want)
				}
				if wrong := w.Disagreement(); wrong != "" {
					t.Fatalf("values %v: %s", values, wrong)
				}
			}
		}
	}
}

func elections(w *smallworld.Lab) (out []smallworld.Said) {
	for _, s := range w.Said {
		if s.Message.Kind() <= bully.KindCoordinator {
			out = append(out, s)
		}
	}
	return out
}

// A member that was not heard of counts as higher: a lone initiator that knows no
// capability asks every member once, and the lower ones do not answer.
func TestUnknownMembersCountAsHigher(t *testing.T) {
	w := complete(5, []int64{10, 20, 50, 30, 40})
	w.Elect(3) // the best
	w.Run(wave)
	if got := count(w); got != (counts{4, 0, 4}) {
		t.Errorf("%+v, want 4 asked, no answer, 4 told", got)
	}
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}
