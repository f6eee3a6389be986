package recovery

import (
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
)

// at is an instant in seconds.
func at(s float64) protocol.Time { return protocol.Time(s * 1e9) }

// watching is a window of 3 s in periods of 1 s.
func watching() *window {
	return &window{detection: protocol.Detection{Interval: time.Second, Misses: 3}}
}

// late lists who falls out at an instant.
func late(w *window, s float64) (out []protocol.ID) {
	w.expire(at(s), func(id protocol.ID) { out = append(out, id) })
	return out
}

func TestWindowSlides(t *testing.T) {
	w := watching()
	w.hear(2, Heartbeat{1}, at(0))
	w.hear(3, Heartbeat{1}, at(1.5))
	for _, row := range []struct {
		at   float64
		want []protocol.ID
	}{{2.9, nil}, {3, []protocol.ID{2}}, {4, nil}, {4.5, []protocol.ID{3}}, {9, nil}} {
		if got := late(w, row.at); !slices.Equal(got, row.want) {
			t.Errorf("at %v s %v fall out, want %v", row.at, got, row.want)
		}
	}
	if got := w.stablest(7, 9); got != 7 {
		t.Errorf("with nobody in the window %v is the stablest", got)
	}
}

// Only a return in the same incarnation proves a mistake; growth ends at twice
// the window and belongs to one peer.
func TestOnlyMistakesMakeAWindowGrow(t *testing.T) {
	w := watching()
	now := 0.0
	w.hear(2, Heartbeat{1}, at(now))
	for _, row := range []struct {
		incarnation uint32
		want        time.Duration
	}{
		{2, 3 * time.Second}, // it was down indeed
		{2, 4 * time.Second}, {2, 5 * time.Second}, {2, 6 * time.Second},
		{2, 6 * time.Second}, // the cap
		{3, 6 * time.Second},
	} {
		now += 100
		if got := late(w, now); len(got) != 1 {
			t.Fatalf("%v fall out", got)
		}
		if !w.hear(2, Heartbeat{row.incarnation}, at(now)) {
			t.Error("its return ends no suspicion")
		}
		if got := w.length(&w.peers[0]); got != row.want {
			t.Errorf("back in incarnation %d: window %v, want %v", row.incarnation, got, row.want)
		}
	}
	w.hear(1, Heartbeat{1}, at(now))
	if got := w.length(&w.peers[0]); got != 3*time.Second {
		t.Errorf("another's window is %v", got)
	}
}

// 32 heartbeats in a row take one growth back.
func TestCalmTakesGrowthBack(t *testing.T) {
	w := watching()
	w.hear(2, Heartbeat{1}, at(0))
	late(w, 10)
	w.hear(2, Heartbeat{1}, at(10))
	for i := range 40 {
		want := 4 * time.Second
		if i >= 32 {
			want = 3 * time.Second
		}
		if got := w.length(&w.peers[0]); got != want {
			t.Fatalf("window %v after %d heartbeats, want %v", got, i, want)
		}
		w.hear(2, Heartbeat{1}, at(11+float64(i)))
	}
}

// A heartbeat of a former incarnation that was overtaken changes nothing; the
// same number counts once nobody has confirmed the greater for a window: then
// storage was lost.
func TestSmallerIncarnationMustOutlastTheGreater(t *testing.T) {
	w := watching()
	w.hear(2, Heartbeat{5}, at(0))
	w.hear(2, Heartbeat{4}, at(0.1))
	if w.peers[0].incarnation != 5 {
		t.Errorf("an overtaken heartbeat counts: %+v", w.peers[0])
	}
	for _, row := range []struct {
		at   float64
		want uint32
	}{{1, 5}, {2, 5}, {2.9, 5}, {3, 1}, {4, 1}} {
		w.hear(2, Heartbeat{1}, at(row.at))
		if got := w.peers[0].incarnation; got != row.want {
			t.Errorf("at %v s incarnation %d, want %d", row.at, got, row.want)
		}
	}
	w.hear(2, Heartbeat{2}, at(4.1))
	if got := w.peers[0].incarnation; got != 2 {
		t.Errorf("a greater one counts at once: %d", got)
	}
}
