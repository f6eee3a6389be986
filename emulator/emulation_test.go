package emulator

import (
	"context"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

func run(t *testing.T, cfg Config) (*Emulation, *journal) {
	t.Helper()
	j := new(journal)
	cfg.Sinks = append(cfg.Sinks, j)
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return w, j
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
