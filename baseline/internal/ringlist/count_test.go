package ringlist_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellwether/baseline/internal/ringlist"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// wave is long enough for many laps at 1 ms a hop and too short for the second
// detection interval.
const wave = 1900 * time.Millisecond

func complete(nodes int, values []int64) *smallworld.Lab {
	w := smallworld.Run(ringlist.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes, Values: values})
	w.Complete().Boot()
	return w
}

// "k·n ELECTIONs and k·n COORDINATORs, whoever is best": in every order, for every set of
// initiators.
func TestEachListCostsTwoLaps(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for values := range smallworld.Orders(n) {
			for set := 1; set < 1<<n; set++ {
				w := complete(n, values)
				k := 0
				for i := range n {
					if set>>i&1 == 1 {
						w.Elect(protocol.ID(i + 1))
						k++
					}
				}
				w.Run(wave)
				if wrong := w.Disagreement(); wrong != "" {
					t.Fatalf("values %v, set %b: %s", values, set, wrong)
				}
				election, coordinator := w.Count("election"), w.Count("coordinator")
				if election != k*n || coordinator != k*n || len(w.Said) != 2*k*n {
					t.Fatalf("values %v, set %b: %d + %d of %d messages, want %d + %d",
						values, set, election, coordinator, len(w.Said), k*n, k*n)
				}
			}
		}
	}
}

// "Sempre 2(n−1)" (course document 004): true of this algorithm
// with one of the n dead, the leader, and of no other number of dead.
func TestWhatTwiceNMinusOneCounts(t *testing.T) {
	for _, row := range []struct {
		nodes int
		dead  []protocol.ID
		want  int
	}{
		{8, nil, 16},
		{8, []protocol.ID{8}, 14}, // 2(8−1)
		{8, []protocol.ID{7, 8}, 12},
		{5, []protocol.ID{5}, 8}, // 2(5−1)
		{2, []protocol.ID{2}, 2}, // 2(2−1)
	} {
		w := complete(row.nodes, nil)
		for _, id := range row.dead {
			w.Crash(id)
		}
		w.MustConverge(t, 60*time.Second) // the ring is repaired, and one leads
		w.Forgive()
		w.Elect(1)
		w.Run(wave)
		if got := w.Count("election") + w.Count("coordinator"); got != row.want {
			t.Errorf("%d nodes, %v dead: %d messages, want %d", row.nodes, row.dead, got, row.want)
		}
	}
}

// Course document 004 draws P2 of P0 … P7 starting: lap 1 is closed by P2, and P2
// announces P7. IDs here are one more than there. (The drawing leaves P0 out of
// lap 2: it is the last but two to hear.)
func TestTheDocumentsEightNodes(t *testing.T) {
	w := complete(8, nil)
	w.Elect(3)
	w.Run(wave)
	var first, second []protocol.ID // who sends on each lap, in order
	for _, s := range w.Said {
		switch m := s.Message.(type) {
		case ringlist.Election:
			first = append(first, s.From)
			if len(m.Members) != len(first) || m.Members[len(m.Members)-1].ID != s.From {
				t.Errorf("%v sends the list %v, the %d. of the lap", s.From, m.Members, len(first))
			}
		case ringlist.Coordinator:
			second = append(second, s.From)
			if m.Leader.ID != 8 || m.Initiator != 3 {
				t.Errorf("%v announces %v of %v's list", s.From, m.Leader.ID, m.Initiator)
			}
		}
	}
	order := []protocol.ID{3, 4, 5, 6, 7, 8, 1, 2}
	if !slices.Equal(first, order) || !slices.Equal(second, order) {
		t.Errorf("laps %v and %v, want %v twice", first, second, order)
	}
}

// "A lap is 3n + 6n(n+1) bytes."
func TestBytesOfALap(t *testing.T) {
	for _, row := range []struct{ n, bytes int }{{1, 15}, {2, 42}, {8, 456}, {20, 2580}, {40, 9960}} {
		w := complete(row.n, nil)
		w.Elect(1)
		w.Run(wave)
		bytes := 0
		for _, s := range w.Said {
			if _, ok := s.Message.(ringlist.Election); ok {
				bytes += protocol.Size(s.Message)
			}
		}
		if bytes != row.bytes {
			t.Errorf("n=%d: a lap is %d bytes, want %d", row.n, bytes, row.bytes)
		}
	}
}

// The largest ring's list fits the frame that bounds it, envelope included.
func TestLargestListFitsAFrame(t *testing.T) {
	most := ringlist.Election{Members: make([]protocol.Capability, ringlist.Algorithm().MaxNodes)}
	size, carriers := protocol.Size(most), 0
	_, kinds, _ := overlay.Compose(ringlist.Algorithm(), nil, overlay.Services{Flood: &overlay.FloodOptions{}, Link: &overlay.LinkOptions{}})
	for _, k := range kinds {
		if header, carries := strings.CutSuffix(k.Bytes(), "+m"); carries {
			n, err := strconv.Atoi(header)
			if err != nil {
				t.Fatal(err)
			}
			size, carriers = size+n, carriers+1
		}
	}
	if carriers != 2 || size > 2304 {
		t.Errorf("%d bytes in %d envelopes", size, carriers)
	}
}
