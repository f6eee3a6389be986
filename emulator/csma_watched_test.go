package emulator

import (
	"slices"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// TestRecordsChangeNothingOnAContendedMedium: a run is the same whether all kinds are
// recorded, links and samples too, or only some kinds of those that the trace hash covers.
// Nodes that may send at the same instant do so in the order of their IDs, not in that of
// an index.
func TestRecordsChangeNothingOnAContendedMedium(t *testing.T) {
	const n = 12
	for seed := range uint64(4) {
		cfg := shared(make([][2]float64, n), talker{frames: 2, bytes: 200})
		cfg.Mobility, cfg.Seed, cfg.Until, cfg.SampleEvery = strolling(t, 500), seed, 20*time.Second, 2*time.Second
		cfg.Access.WindowMin = 31
		// Only frames empty these batteries. So nodes that received the same frames die
		// at the same one.
		cfg.Energy = &Energy{Profile: energy.Profile{TxW: 1, RxW: 1}, InitialJ: slices.Repeat([]float64{4}, n)}
		for i := range n {
			cfg.Faults = append(cfg.Faults, Fault{Every: 300 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{id(i)}})
		}
		kinds := trace.Of(trace.Send, trace.Transmit, trace.Receive, trace.Lost, trace.Spent, trace.Energy, trace.Crash)
		only := &picky{wants: kinds}
		all := &picky{wants: trace.All}
		for _, sink := range []*picky{only, all} {
			play(t, cfg, sink)
		}
		all.records = slices.DeleteFunc(all.records, func(r trace.Record) bool { return !kinds.Has(r.Kind) })
		for k := range only.records {
			if a, b := only.records[k], all.records[k]; a.At != b.At || a.Kind != b.Kind || a.Node != b.Node || a.Frame != b.Frame || a.X != b.X {
				t.Fatalf("seed %d: record %d is %+v, and %+v where all kinds are recorded", seed, k, a, b)
			}
		}
		if len(only.records) < 1000 || len(only.records) != len(all.records) {
			t.Errorf("%d records, and %d where all kinds are recorded", len(only.records), len(all.records))
		}
	}
}

// picky keeps the records of some kinds.
type picky struct {
	wants   trace.Set
	records []trace.Record
}

func (p *picky) Wants() trace.Set       { return p.wants }
func (p *picky) Record(r *trace.Record) { p.records = append(p.records, *r) }
