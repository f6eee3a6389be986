package events

import (
	"pgregory.net/rapid"
	"testing"
	"time"

	"bellwether/internal/live/membership/internal/wire"
)

// However many events come, in whatever order, none is new twice, and what is kept is bounded.
func TestAnEventIsNewOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New(Options{})
		seen := map[wire.UserEvent]bool{}
		now := time.Unix(0, 0)
		for range rapid.IntRange(1, 300).Draw(t, "events") {
			u := wire.UserEvent{Name: "a", ID: 1, Clock: rapid.Uint64Range(1, 2000).Draw(t, "clock")}
			now = now.Add(time.Minute)
			isNew, _ := e.note(u, now)
			if isNew && seen[u] {
				t.Fatalf("%+v is new again", u)
			}
			if isNew {
				seen[u] = true
			}
			if len(e.recent) > wire.EventWindow {
				t.Fatalf("%d are kept", len(e.recent))
			}
		}
	})
}
