package ring_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/ring"
	"bellwether/baseline/internal/rings"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// "Con valor menor do que o seu próprio ID, substitui o valor pelo seu ID" (course
// document 000) replaces where the paper extinguishes; then every initiator's
// token runs to the end. With the participating flag a smaller token dies at the
// first larger participant: k initiators cost far less than Σ(d+n).
func TestSmallerTokensAreExtinguished(t *testing.T) {
	const n = 8
	w := complete(n, []int64{8, 7, 6, 5, 4, 3, 2, 1})
	for id := protocol.ID(1); id <= n; id++ {
		w.Elect(id)
	}
	w.Run(wave)
	laps := map[protocol.ID]int{}
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Token); ok {
			laps[e.Candidate.ID]++
		}
	}
	for id := protocol.ID(1); id <= n; id++ {
		// Falling: id's token meets its better only at 1, n+1−id hops on.
		if laps[id] != n+1-int(id) {
			t.Errorf("the token of %v made %d hops, want %d", id, laps[id], n+1-int(id))
		}
	}
}

// "Um processo não convoca mais de uma eleição enquanto não obtiver resposta"
// (course document 004).
func TestOneElectionAtATime(t *testing.T) {
	w := complete(5, nil)
	w.Elect(2)
	w.Elect(2)
	w.Run(time.Millisecond / 2)
	if n := w.Count("election"); n != 1 {
		t.Errorf("%d ELECTIONs by 2, want 1", n)
	}
}

// "Si su identificador es distinto al suyo, retransmite el mensaje" (course
// document 003): the announcement ends with the leader.
func TestAnnouncementEndsAtTheLeader(t *testing.T) {
	w := complete(6, []int64{1, 2, 9, 4, 5, 6})
	w.Elect(1)
	w.Run(wave)
	for _, s := range w.Said {
		if e, ok := s.Message.(rings.Elected); ok && s.From == 3 && e.Hops != 1 {
			t.Error("the leader passed its own announcement on")
		}
	}
	if n := w.Count("elected"); n != 6 {
		t.Errorf("%d ELECTED, want 6", n)
	}
}

// "None handles a lost token": half of all messages are lost for a while, and tokens with
// them; when the loss ends, time-outs and announcements find the best.
func TestLostTokensAreReplaced(t *testing.T) {
	for seed := range uint64(10) {
		w := smallworld.Run(ring.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 8, Seed: seed, Tries: 1, Loss: 0.5})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 8; id++ {
			w.Elect(id)
		}
		w.Run(30 * time.Second)
		if seed == 0 && w.Count("election") < 2*8-1 {
			t.Error("no node began again")
		}
		w.Loss = 0
		w.MustConverge(t, 100*time.Second)
	}
}

// Messages overtake one another on routes of changing length: the result is right all the
// same.
func TestOvertakingTokens(t *testing.T) {
	for seed := range uint64(30) {
		w := smallworld.Run(ring.Algorithm(), overlay.Services{},
			smallworld.Options{Nodes: 9, Seed: seed, Jitter: 20 * time.Millisecond,
				Values: []int64{3, 1, 4, 1, 5, 9, 2, 6, 5}})
		w.Complete().Boot()
		for id := protocol.ID(1); id <= 9; id++ {
			w.Elect(id)
		}
		w.MustConverge(t, 5*time.Second)
		if w.Leader(1) != 6 {
			t.Errorf("seed %d: 1 names %v, want 6", seed, w.Leader(1))
		}
	}
}
