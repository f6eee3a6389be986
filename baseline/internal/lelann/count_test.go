package lelann_test

import (
	"fmt"
	"testing"
	"time"

	"bellwether/baseline/internal/lelann"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// wave is long enough for many laps at 1 ms a hop and too short for the second
// detection interval.
const wave = 1900 * time.Millisecond

func complete(nodes int, values []int64) *smallworld.Lab {
	w := smallworld.Run(lelann.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: nodes, Values: values})
	w.Complete().Boot()
	return w
}

// start starts some nodes at once, and checks that the best of all leads in the end and
// that only tokens and announcements were sent.
func start(t *testing.T, values []int64, starters []protocol.ID) (token, elected int) {
	t.Helper()
	w := complete(len(values), values)
	for _, id := range starters {
		w.Elect(id)
	}
	w.Run(wave)
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatalf("values %v, %v start: %s", values, starters, wrong)
	}
	token, elected = w.Count("token"), w.Count("elected")
	if others := len(w.Said) - token - elected; others != 0 {
		t.Fatalf("values %v, %v start: %d other messages", values, starters, others)
	}
	return token, elected
}

// Exactly k·n messages of k initiators, n² if all start, and n more to tell the
// others: in every order, for every set of initiators that holds the
// best.
func TestEveryTokenGoesRoundOnce(t *testing.T) {
	most := 5
	if sample.Whole() {
		most = 6 // a campaign
	}
	for n := 1; n <= most; n++ {
		for values := range smallworld.Orders(n) {
			for set := 1; set < 1<<n; set++ {
				starters, best := members(set, values)
				if best != int64(n) {
					continue
				}
				if token, elected := start(t, values, starters); token != len(starters)*n || elected != n {
					t.Fatalf("values %v, %v start: %d + %d, want %d + %d",
						values, starters, token, elected, len(starters)*n, n)
				}
			}
		}
	}
}

// n², whatever the order, where Chang-Roberts has n·Hₙ on average.
func TestAllStart(t *testing.T) {
	for _, row := range []struct{ n, token, elected int }{
		{1, 1, 1}, {2, 4, 2}, {3, 9, 3}, {5, 25, 5}, {8, 64, 8}, {16, 256, 16}, {40, 1600, 40},
	} {
		for _, rising := range []bool{true, false} {
			var values []int64
			var starters []protocol.ID
			for i := range row.n {
				values, starters = append(values, int64(i+1)), append(starters, protocol.ID(i+1))
				if !rising {
					values[i] = int64(row.n - i)
				}
			}
			if token, elected := start(t, values, starters); token != row.token || elected != row.elected {
				t.Errorf("n=%d, rising %t: %d + %d, want %d + %d", row.n, rising, token, elected, row.token, row.elected)
			}
		}
	}
}

// The best did not start: b members are better than the best initiator, all of them contest
// its announcement, and collect one another: another b·n + n messages, and no third
// election.
func TestBetterMembersContestInOneLap(t *testing.T) {
	const n = 5
	for values := range smallworld.Orders(n) {
		for set := 1; set < 1<<n; set++ {
			starters, best := members(set, values)
			b := n - int(best)
			if b == 0 {
				continue
			}
			token, elected := start(t, values, starters)
			if token != (len(starters)+b)*n || elected != 2*n {
				t.Fatalf("values %v, %v start: %d + %d, want %d + %d",
					values, starters, token, elected, (len(starters)+b)*n, 2*n)
			}
		}
	}
}

// "n=1: self-message."
func TestRingOfOneTalksToItself(t *testing.T) {
	w := complete(1, nil)
	w.Elect(1)
	w.Run(wave)
	if len(w.Said) != 2 || w.Said[0].To != 1 || w.Said[1].To != 1 || w.Leader(1) != 1 {
		t.Errorf("sent %v, leader %v", w.Said, w.Leader(1))
	}
}

// The tokens take one lap of time, however many start, and ELECTED another.
func TestTimeIsTwoLaps(t *testing.T) {
	for _, k := range []protocol.ID{1, 4, 9} {
		w := complete(9, nil)
		for id := protocol.ID(10 - k); id <= 9; id++ {
			w.Elect(id)
		}
		w.Run(18*time.Millisecond - 1)
		if w.Leader(9) != 9 || w.Said[len(w.Said)-1].At != protocol.Time(17*time.Millisecond) {
			t.Errorf("%d start: the leader is %v, the last message was sent at %v", k, w.Leader(9), w.Said[len(w.Said)-1].At)
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Errorf("%d start: %s", k, wrong)
		}
	}
}

// members returns the nodes of a set of bits, and the greatest value among them.
func members(set int, values []int64) (ids []protocol.ID, best int64) {
	for i, v := range values {
		if set>>i&1 == 1 {
			ids, best = append(ids, protocol.ID(i+1)), max(best, v)
		}
	}
	return ids, best
}

// Collections are complete because links keep the order of messages: the tokens
// collected by each initiator are all the others'.
func TestCollectionsAreWhole(t *testing.T) {
	w := complete(6, []int64{4, 2, 6, 1, 5, 3})
	for _, id := range []protocol.ID{1, 3, 4, 6} {
		w.Elect(id)
	}
	w.Run(6*time.Millisecond - 1)
	for _, id := range []protocol.ID{1, 3, 4, 6} {
		shown := map[string]int64{}
		optional.Inspect(w.Machine(id), func(name string, value int64) { shown[name] = value })
		if got := fmt.Sprint(shown); got != "map[collected:4 elections:1 initiator:1 leader:0]" {
			t.Errorf("just before its token is home, %v shows %s", id, got)
		}
	}
}
