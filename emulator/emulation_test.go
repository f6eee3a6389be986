package emulator

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// run carries out a run, and keeps all its records.
func run(t rapid.TB, cfg Config) (*Emulation, *journal) {
	t.Helper()
	j := new(journal)
	return play(t, cfg, append(slices.Clone(cfg.Sinks), j)...), j
}

// play carries out a run. If sinks are given, they replace the sinks of the Config.
func play(t rapid.TB, cfg Config, sinks ...trace.Sink) *Emulation {
	t.Helper()
	if len(sinks) > 0 {
		cfg.Sinks = sinks
	}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return w
}

// strolling returns nodes that move about a square of the given side, at 5 to 20 m/s.
func strolling(t rapid.TB, sideM float64) mobility.Model {
	t.Helper()
	model, err := mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: sideM, Height: sideM}, SpeedMin: 5, SpeedMax: 20})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func wires(g radio.Graph) Config {
	return Config{
		Seed: 1, Nodes: g.Nodes(), Until: time.Second, Medium: g,
		Link:      radio.Link{Retries: 7, RetryDelay: time.Millisecond, HeaderBytes: 28, AckBytes: 14},
		Algorithm: algorithm(0, func() protocol.Machine { return new(rumour) }),
		Start:     Start{Elect: []protocol.ID{1}},
	}
}

func TestFloodOverALineReachesEachHopOneLatencyLater(t *testing.T) {
	w, j := run(t, wires(radio.Line(5)))
	if got := len(j.of(trace.Send)); got != 5 {
		t.Errorf("%d broadcasts, want one per node", got)
	}
	if got := w.Counters().Deliveries; got != 8 {
		t.Errorf("%d deliveries, want 8: each of 4 links both ways", got)
	}
	first := map[protocol.ID]protocol.Time{}
	for _, r := range j.of(trace.Receive) {
		if _, ok := first[r.Node]; !ok {
			first[r.Node] = r.At
		}
	}
	for hop := 1; hop <= 4; hop++ {
		want := protocol.Time(hop) * protocol.Time(time.Millisecond)
		if got := first[protocol.ID(hop+1)]; hop > 0 && got != want {
			t.Errorf("node %d heard at %v, want %v", hop+1, got, want)
		}
	}
}

// id is the ID of the node at index i.
func id(i int) protocol.ID { return protocol.ID(i + 1) }
