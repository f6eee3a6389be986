package scenarios

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// Losses come from the run's seed up to the instant, and from the other seed from then on.
func TestLossesAreDrawnAgainFromAnInstant(t *testing.T) {
	for _, l := range []string{"{probability: 0.5", "{model: gilbert-elliott, good: 5ms, bad: 5ms, loss_bad: 0.8", "{model: distance, near: 0.5"} {
		base := readUntil(t, "nodes: 2\nradio: {loss: "+l+"}}\n")
		again := readUntil(t, "nodes: 2\nradio: {loss: "+l+", redraw: {from: 1s, seed: 7}}}\n")
		was, err := base.radio().Loss(1)
		if err != nil {
			t.Fatal(err)
		}
		other, err := base.radio().Loss(7)
		if err != nil {
			t.Fatal(err)
		}
		now, err := again.radio().Loss(1)
		if err != nil {
			t.Fatal(err)
		}
		differ, apart := 0, 0
		control := func(l radio.Loss, at protocol.Time) bool { return radio.LostControl(l, 1, 2, at, 0) }
		for at := protocol.Time(0); at < protocol.Time(2*time.Second); at += protocol.Time(time.Millisecond) {
			want := was
			if at >= protocol.Time(time.Second) {
				want = other
			}
			if now.Lost(1, 2, at) != want.Lost(1, 2, at) {
				t.Fatalf("%s: at %v another loss than that of its seed", l, at)
			}
			if control(now, at) != control(want, at) {
				t.Fatalf("%s: at %v another loss of control frames than that of its seed", l, at)
			}
			if control(want, at) != want.Lost(1, 2, at) {
				apart++
			}
			if was.Lost(1, 2, at) != other.Lost(1, 2, at) {
				differ++
			}
		}
		if differ == 0 || apart == 0 {
			t.Errorf("%s: seeds differ at %d instants, control frames from others at %d: the test asks nothing", l, differ, apart)
		}
	}
}
