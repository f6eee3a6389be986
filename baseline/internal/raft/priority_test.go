package raft_test

import (
	"bytes"
	"testing"
	"time"

	"bellwether/baseline/internal/raft"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// member boots a member of three that offers 5, with what was saved.
func member(t testing.TB, saved []byte) *lone {
	t.Helper()
	l := bootOf(t, raft.Prioritised(), saved, 3)
	l.facts.Capability = protocol.Capability{Value: 5, ID: 1}
	return l
}

// bids gives a member the question of another.
func bids(t testing.TB, l *lone, k protocol.Kind, term byte, priority int64) (kinds []protocol.Kind, saved []byte) {
	t.Helper()
	codec, err := protocol.NewCodec(raft.Prioritised().Kinds...)
	if err != nil {
		t.Fatal(err)
	}
	b := []byte{byte(k), 0, 0, 0, term, 0, 0, 0, 0, 0, 0, 0, byte(priority)}
	if priority < 0 {
		copy(b[5:12], bytes.Repeat([]byte{0xff}, 7))
	}
	m, err := codec.Unmarshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return said(l.do(func(env *protocol.Env) { l.machine.Receive(env, 2, m) }))
}

// The rule of raft-rs with logs that are equal: a vote, and a pre-vote, for a candidate of the
// same priority or a greater one. A refused one makes its term known all the same, durably, and
// leaves the vote free.
func TestVotesGoByPriority(t *testing.T) {
	for _, row := range []struct {
		asked    protocol.Kind
		priority int64
		want     protocol.Kind
		saved    []byte
	}{
		{raft.KindPreVote, 4, raft.KindPreRefuse, nil},
		{raft.KindPreVote, 5, raft.KindPreGrant, nil},
		{raft.KindVote, -1, raft.KindRefuse, []byte{0, 0, 0, 7, 0, 0, 0, 0}},
		{raft.KindVote, 4, raft.KindRefuse, []byte{0, 0, 0, 7, 0, 0, 0, 0}},
		{raft.KindVote, 5, raft.KindGrant, []byte{0, 0, 0, 7, 0, 0, 0, 2}},
		{raft.KindVote, 6, raft.KindGrant, []byte{0, 0, 0, 7, 0, 0, 0, 2}},
	} {
		l := member(t, nil)
		kinds, saved := bids(t, l, row.asked, 7, row.priority)
		if len(kinds) != 1 || kinds[0] != row.want || !bytes.Equal(saved, row.saved) {
			t.Errorf("kind %d of priority %d: sent %v, saved % x; want %v, % x", row.asked, row.priority, kinds, saved, row.want, row.saved)
		}
	}
}

// A member that changes what it can offer votes by what it offers then.
func TestPriorityIsWhatIsOfferedNow(t *testing.T) {
	l := member(t, nil)
	if kinds, _ := bids(t, l, raft.KindVote, 7, 4); len(kinds) != 1 || kinds[0] != raft.KindRefuse {
		t.Fatalf("sent %v", kinds)
	}
	l.facts.Capability.Value = 4
	if kinds, _ := bids(t, l, raft.KindVote, 7, 4); len(kinds) != 1 || kinds[0] != raft.KindGrant {
		t.Errorf("sent %v", kinds)
	}
}

// A follower that hears of a leader ignores a worse candidate as it ignores any: no term
// begins.
func TestLeaseComesBeforePriority(t *testing.T) {
	l := member(t, nil)
	l.receive(t, 3, raft.KindHeartbeat, 7)
	if kinds, saved := bids(t, l, raft.KindVote, 8, 4); len(kinds) != 0 || saved != nil {
		t.Errorf("sent %v, saved % x", kinds, saved)
	}
}

// A leader has the votes of a majority that offers no more than itself; so among five of five
// one of the best three leads, and among three of five, the smallest majority, the best.
func TestPreferredLeads(t *testing.T) {
	led := map[protocol.ID]int{}
	for seed := range uint64(30) {
		w := smallworld.Run(raft.Prioritised(), overlay.Services{}, smallworld.Options{Nodes: 5, Seed: seed})
		w.Complete().Boot()
		w.MustConverge(t, time.Minute)
		first := w.Leader(1)
		led[first]++
		if first < 3 {
			t.Fatalf("seed %d: %v leads with all alive", seed, first)
		}
		other := protocol.ID(1 + seed%5)
		if other == first {
			other = 1
		}
		w.Crash(first)
		w.Crash(other)
		w.MustConverge(t, time.Minute)
		best := protocol.ID(5)
		for best == first || best == other {
			best--
		}
		for id := protocol.ID(1); id <= 5; id++ {
			if w.Up(id) && w.Leader(id) != best {
				t.Errorf("seed %d: %v follows %v of the last three, whose best is %v", seed, id, w.Leader(id), best)
			}
		}
	}
	if len(led) != 3 {
		t.Errorf("all alive, these led: %v; want each of the best three at times", led)
	}
}
