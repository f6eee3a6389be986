package scenarios

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// Movement with an end is as before until that instant, and then stands still at its place
// of the instant. A loss with an end loses nothing from then on.
func TestUntilEndsMovementAndLoss(t *testing.T) {
	const end = 20 * time.Second
	models := []string{
		"{model: random-waypoint", "{model: random-walk", "{model: random-direction", "{model: gauss-markov",
		"{model: levy-walk", "{model: manhattan", "{model: reference-point-group",
	}
	for _, m := range models {
		moving := readUntil(t, "nodes: 6\nmobility: "+m+"}\n")
		stops := readUntil(t, "nodes: 6\nmobility: "+m+", until: 20s}\n")
		a, b := mobility.ForRun(moving.movement, 1), mobility.ForRun(stops.movement, 1)
		for node := 1; node <= 6; node++ {
			draw := func() (*rand.Rand, *rand.Rand) {
				return rand.New(rand.NewPCG(1, uint64(node))), rand.New(rand.NewPCG(2, uint64(node)))
			}
			p1, p2 := draw()
			q1, q2 := draw()
			way, cut := a.Path(node, p1, p2), b.Path(node, q1, q2)
			want, got := way.Next(), cut.Next()
			for got.End < end {
				if got != want {
					t.Fatalf("%s: node %d has the leg %+v, want %+v", m, node, got, want)
				}
				want, got = way.Next(), cut.Next()
			}
			place := want.At(end)
			for got.End != mobility.Forever {
				got = cut.Next()
			}
			if got.At(end) != place || got.Speed() != 0 || got.At(time.Hour) != place {
				t.Errorf("%s: node %d ends with %+v, want it at %v", m, node, got, place)
			}
		}
	}
	for _, l := range []string{"{model: bernoulli, probability: 1", "{model: gilbert-elliott, loss_good: 1", "{model: distance, near: 1, far: 1"} {
		s := readUntil(t, "nodes: 2\nradio: {loss: "+l+", until: 20s}}\n")
		loss, err := s.radio().Loss(1)
		if err != nil {
			t.Fatal(err)
		}
		at := protocol.Time(end)
		if !loss.Lost(1, 2, at-1) || loss.Lost(1, 2, at) || loss.Lost(1, 2, at+protocol.Time(time.Hour)) {
			t.Errorf("%s does not end at %v", l, end)
		}
		if !radio.LostControl(loss, 1, 2, at-1, 0) || radio.LostControl(loss, 1, 2, at, 0) {
			t.Errorf("%s does not end at %v for control frames", l, end)
		}
	}
}

func readUntil(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Read("until.yaml", []byte("schema: 2\nname: until\n"+text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
