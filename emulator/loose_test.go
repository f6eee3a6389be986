package emulator

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// arrivals returns a world of nodes that arrive one after another within a minute. Each
// sends a message every 2 s on average.
func arrivals(t *testing.T, n int) *Emulation {
	t.Helper()
	side := int(math.Sqrt(float64(n)))
	m := wander{speed: 1}
	for i := range n {
		comes := time.Minute * time.Duration(i+1) / time.Duration(n+1)
		at := orb.Point{float64(i*7919%n%side) * 150, float64(i*7919%n/side) * 150}
		m.legs = append(m.legs, []mobility.Leg{{End: comes, From: at, Absent: true}, {Start: comes, End: mobility.Forever, From: at}})
	}
	cfg := plane(make([][2]float64, n))
	cfg.Mobility, cfg.Until = m, time.Minute
	cfg.Faults = []Fault{{MTBF: 2 * time.Second, Kind: FaultElect, Target: TargetAll}}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(caller) })
	w := play(t, cfg, deafSink{})
	return w
}

// caller sends one message when it is told to elect, and forwards nothing.
type caller struct{ rumour }

func (*caller) Receive(*protocol.Env, protocol.ID, protocol.Message) {}

// deafSink does not want links or components; snapshots are taken anyway.
type deafSink struct{}

func (deafSink) Wants() trace.Set     { return trace.Of(trace.Send) }
func (deafSink) Record(*trace.Record) {}

// Nodes that arrive one by one do not cost a snapshot of all positions each.
func TestArrivalsShareSnapshots(t *testing.T) {
	for _, n := range []int{400, 1600} {
		w := arrivals(t, n)
		if deliveries := w.Counters().Deliveries; deliveries < uint64(n) {
			t.Fatalf("%d nodes: %d deliveries: too few queries of the index", n, deliveries)
		}
		if most := int(math.Sqrt(float64(n) * 30)); w.parts.field.Snapshots() > most {
			t.Errorf("%d nodes that arrive: %d snapshots, want %d at most", n, w.parts.field.Snapshots(), most)
		}
		if share := float64(w.Counters().Candidates) / float64(w.Counters().Deliveries); share > 10 {
			t.Errorf("%d nodes that arrive: %.1f candidates a delivery", n, share)
		}
		t.Logf("%d nodes: %d snapshots, %d candidates, %d deliveries", n, w.parts.field.Snapshots(), w.Counters().Candidates, w.Counters().Deliveries)
	}
}
