package routing

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// The memory of duplicates is bounded, holds at least the newest duplicateLimit envelopes
// of the time asked for, and forgets older ones in time.
func TestDuplicateMemoryIsBounded(t *testing.T) {
	const asked = 10 * time.Second
	f := new(Passages)
	for seq := range uint32(5 * duplicateLimit) {
		if f.Seen(0, Passage{1, seq}, asked) {
			t.Fatalf("%d taken for a duplicate", seq)
		}
		if len(f.recent)+len(f.former) > 2*duplicateLimit {
			t.Fatalf("%d envelopes remembered", len(f.recent)+len(f.former))
		}
	}
	for seq := uint32(4 * duplicateLimit); seq < 5*duplicateLimit; seq++ {
		if !f.Seen(0, Passage{1, seq}, asked) {
			t.Fatalf("%d forgotten at once", seq)
		}
	}
	now := protocol.Time(asked) - 1
	f.Seen(now, Passage{2, 0}, asked)
	if !f.Seen(now, Passage{2, 0}, asked) {
		t.Error("forgotten at once")
	}
	for k := range protocol.Time(3) {
		now += protocol.Time(asked)
		f.Seen(now, Passage{3, uint32(k)}, asked)
	}
	if f.Seen(now, Passage{2, 0}, asked) {
		t.Error("remembered for three times its due")
	}
}
