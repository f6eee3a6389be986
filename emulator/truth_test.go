package emulator

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// components returns the lowest member of each node's component at an instant, by the
// model alone. Absent nodes are left out. If a pair is close to the limit of the range,
// clear is false.
func (m wander) components(n int, at time.Duration) (lowest map[protocol.ID]protocol.ID, clear bool) {
	lowest = map[protocol.ID]protocol.ID{}
	for i := range n {
		if _, here := m.place(i, at); here {
			lowest[id(i)] = id(i)
		}
	}
	for range n { // as many rounds as the longest path has hops
		for i := range n {
			for j := range n {
				near, sure := m.inRange(i, j, at)
				if i != j && !sure {
					return nil, false
				}
				if i != j && near {
					least := min(lowest[id(i)], lowest[id(j)])
					lowest[id(i)], lowest[id(j)] = least, least
				}
			}
		}
	}
	return lowest, true
}

// TestComponentTruthIsExact compares the samples with the model, with links followed and
// without.
func TestComponentTruthIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until, cfg.SampleEvery = 20*time.Second, 1700*ms+1 // never the instant of a turn
		followed, alone := new(journal), new(silent)
		for _, sink := range []trace.Sink{followed, alone} {
			play(t, cfg, sink)
		}
		for _, j := range []*journal{followed, &alone.journal} {
			got := map[protocol.ID]protocol.ID{}
			for _, r := range j.records {
				switch r.Kind {
				case trace.Component:
					got[r.Node] = r.Peer
				case trace.Sample:
					want, clear := m.components(n, time.Duration(r.At))
					if clear && (len(got) != len(want) || int(r.Value) != len(want)) {
						t.Fatalf("at %v %d nodes sampled, want %d", r.At, len(got), len(want))
					}
					for node, lowest := range want {
						if got[node] != lowest {
							t.Fatalf("at %v node %d is in the component of %d, want %d", r.At, node, got[node], lowest)
						}
					}
					got = map[protocol.ID]protocol.ID{}
				}
			}
		}
	})
}

func TestPartitionDividesTheTruth(t *testing.T) {
	for _, cfg := range []Config{wires(radio.Complete(4)), plane([][2]float64{{0, 0}, {1, 0}, {2, 0}, {3, 0}})} {
		cfg.Start = Start{}
		cfg.SampleEvery = 100 * ms
		cfg.Faults = []Fault{{At: 50 * ms, For: 100 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{2, 4}}}}
		j := new(silent)
		play(t, cfg, j)
		var got []protocol.ID
		for _, r := range j.of(trace.Component)[:12] { // at 0, 100 and 200 ms
			got = append(got, r.Peer)
		}
		if want := []protocol.ID{1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 1, 1}; !slices.Equal(got, want) {
			t.Errorf("components %v, want %v", got, want)
		}
	}
}

// heir takes as its leader the one of the settled start.
type heir struct{ keeper }

func (*heir) Settle(env *protocol.Env, leader protocol.Capability) {
	env.Elected(leader.ID, protocol.Computation{Num: uint32(leader.Value)})
}

func TestSettledStart(t *testing.T) {
	cfg, log := keepers(radio.Line(3), protocol.Nobody)
	cfg.Start = Start{Leader: 2, All: true}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &heir{keeper{log: log}} })
	_, j := run(t, cfg)
	settled := j.of(trace.Elected)[3:] // after those of keepers at boot
	if len(settled) != 3 {
		t.Fatalf("%d nodes were settled, want 3", len(settled))
	}
	for k, r := range settled {
		if r.Node != id(k) || r.Peer != 2 || r.Computation.Num != 2 {
			t.Errorf("settled %+v, want node %d with leader 2, whose value is 2", r, k+1)
		}
	}
	if got := (*log)[3:]; !slices.Equal(got, []string{"elect 1 at 0s", "elect 2 at 0s", "elect 3 at 0s"}) {
		t.Errorf("then %v, want everyone told to elect", got)
	}
}

func TestSettledStartNeedsASettler(t *testing.T) {
	cfg, _ := keepers(radio.Line(3), protocol.Nobody)
	cfg.Start = Start{Leader: 2}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no Settler") {
		t.Errorf("error %v, want no Settler", err)
	}
}
