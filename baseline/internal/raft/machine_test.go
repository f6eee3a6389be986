package raft_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline/internal/raft"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func world(n int, seed uint64) *smallworld.Lab {
	return smallworld.Run(raft.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: n, Seed: seed})
}

func settled(n int) *smallworld.Lab {
	w := world(n, 1)
	w.Complete().Boot()
	w.Settle(protocol.ID(n))
	return w
}

func agree(t *testing.T, w *smallworld.Lab) {
	t.Helper()
	bound := raft.Algorithm().SettleBound(w.Scale(overlay.Services{}), smallworld.Config(raft.Algorithm(), nil))
	if took, wrong := w.Converge(bound+20*time.Second, 20*time.Second); wrong != "" || took > bound {
		t.Fatalf("after %v (bound %v): %s", took, bound, wrong)
	}
}

// The package comment's count: 4(n−1) of an election, n−1 announcements, each
// acknowledged; then 2(n−1) in each detection interval. One round trip for the
// pre-vote, one for the vote (thesis §9.6; paper §5.2).
func TestCostOfAnElection(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 12, 20} {
		w := world(n, 1)
		w.Complete().Boot()
		w.Elect(1)
		w.Run(1900 * time.Millisecond)
		for _, row := range []struct {
			kind string
			want int
		}{
			{"prevote", n - 1}, {"pregrant", n - 1}, {"vote", n - 1}, {"grant", n - 1},
			{"announce", n - 1}, {"heard", n - 1}, {"prerefuse", 0}, {"refuse", 0}, {"newer", 0}, {"heartbeat", 0},
		} {
			if got := w.Count(row.kind); got != row.want {
				t.Errorf("n=%d: %d times %s, want %d", n, got, row.kind, row.want)
			}
		}
		w.Forgive()
		w.Run(10 * time.Second) // five intervals
		if got := len(w.Said); got != 5*2*(n-1) {
			t.Errorf("n=%d: %d messages in five intervals of a leader, want %d", n, got, 5*2*(n-1))
		}
		if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != 1 {
			t.Errorf("n=%d: %v leads, %s", n, w.Leader(1), wrong)
		}
	}
}

// A node that holds an election under a leader gets no answer but the next heartbeat: a
// pre-vote does not disturb nodes that hear of a leader (thesis §9.6).
func TestPreVoteDoesNotDepose(t *testing.T) {
	w := settled(5)
	w.Elect(2)
	w.Run(10 * time.Second)
	if got := w.Count("prevote"); got < 4 || w.Count("pregrant")+w.Count("vote") > 0 {
		t.Errorf("%d pre-votes, %d grants, %d votes", got, w.Count("pregrant"), w.Count("vote"))
	}
	if wrong := w.Disagreement(); wrong != "" || w.Leader(2) != 5 {
		t.Errorf("%v leads, %s", w.Leader(2), wrong)
	}
}

// "A candidate wins an election if it receives votes from a majority of the servers in the
// full cluster" (§5.2): at each split of five, the side of three or more has a leader, the
// other none; joined, all follow.
func TestMinorityHasNoLeader(t *testing.T) {
	for minority := 1; minority <= 2; minority++ {
		for _, leaderInside := range []bool{true, false} {
			t.Run(fmt.Sprint(minority, leaderInside), func(t *testing.T) {
				w := settled(5)
				var island []protocol.ID
				for id := 1; id <= minority; id++ {
					if leaderInside {
						island = append(island, protocol.ID(6-id))
					} else {
						island = append(island, protocol.ID(id))
					}
				}
				in := func(id protocol.ID) bool {
					return (int(id) > 5-minority) == leaderInside && (leaderInside || int(id) <= minority)
				}
				for a := protocol.ID(1); a <= 5; a++ {
					for b := a + 1; b <= 5; b++ {
						if in(a) != in(b) {
							w.Cut(a, b)
						}
					}
				}
				agree(t, w)
				for _, id := range island {
					if w.Leader(id) != protocol.Nobody {
						t.Errorf("%v names %v in a minority", id, w.Leader(id))
					}
				}
				w.Complete()
				agree(t, w)
			})
		}
	}
}

// An even split has no leader anywhere.
func TestHalvesHaveNoLeader(t *testing.T) {
	w := settled(4)
	for _, cut := range [][2]protocol.ID{{1, 3}, {1, 4}, {2, 3}, {2, 4}} {
		w.Cut(cut[0], cut[1])
	}
	agree(t, w)
	for id := protocol.ID(1); id <= 4; id++ {
		if w.Leader(id) != protocol.Nobody {
			t.Errorf("%v names %v", id, w.Leader(id))
		}
	}
}

// A dead leader is replaced, for each seed, and not before three misses.
func TestDeadLeaderIsReplaced(t *testing.T) {
	for seed := range uint64(30) {
		w := world(5, seed)
		w.Complete().Boot()
		w.Settle(5)
		w.Run(9 * time.Second)
		w.Crash(5)
		w.Forgive()
		w.Run(4 * time.Second)
		if n := w.CountClass(protocol.ClassElection); n > 0 {
			t.Fatalf("seed %d: %d messages of an election before three misses", seed, n)
		}
		agree(t, w)
	}
}

// Election safety (paper, figure 3): no two nodes win one term, with any faults that keep
// storage.
func TestOneLeaderPerTerm(t *testing.T) {
	for seed := range uint64(40) {
		w := world(5, seed)
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 5; id++ {
			w.Elect(id) // all at once: votes split
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for range 12 {
			w.Run(time.Duration(r.IntN(4000)) * time.Millisecond)
			id := protocol.ID(1 + r.IntN(5))
			w.Crash(id)
			w.Run(time.Duration(r.IntN(2000)) * time.Millisecond)
			w.Restart(id)
		}
		agree(t, w)
		winner := map[uint32]protocol.ID{}
		for _, e := range w.Events {
			if e.Op == protocol.OpElected && e.Computation.Num > 0 {
				if former, known := winner[e.Computation.Num]; known && former != e.To {
					t.Errorf("seed %d: term %d has the leaders %v and %v", seed, e.Computation.Num, former, e.To)
				}
				winner[e.Computation.Num] = e.To
			}
		}
	}
}
