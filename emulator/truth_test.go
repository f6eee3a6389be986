package emulator

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/testkit/sample"
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

// TestDrawnComponentsAreExact compares the components at drawn instants with the model, with
// links followed and without.
func TestDrawnComponentsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until, cfg.TruthEvery = 20*time.Second, 1700*ms
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

// componentsAt returns the lowest member of each running node's component at the end of an
// instant, by the records of its changes.
func componentsAt(j *journal, at time.Duration) map[protocol.ID]protocol.ID {
	lowest := map[protocol.ID]protocol.ID{}
	for _, r := range j.records {
		if time.Duration(r.At) > at {
			break
		}
		switch r.Kind {
		case trace.Component:
			lowest[r.Node] = r.Peer
		case trace.Crash, trace.Absent:
			delete(lowest, r.Node)
		}
	}
	return lowest
}

// TestComponentsChangeWhenTheyChange looks at random worlds every 41 ms, or every millisecond if
// all is tested: the records of changes say then what the model says.
func TestComponentsChangeWhenTheyChange(t *testing.T) {
	step := 41 * ms
	if sample.Whole() {
		step = ms
	}
	sample.Checks(t, 40)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until = 20 * time.Second
		j := new(journal)
		play(t, cfg, j)
		got, next := map[protocol.ID]protocol.ID{}, 0
		for at := 500 * time.Microsecond; at < cfg.Until; at += step { // turns are at whole milliseconds
			for ; next < len(j.records) && time.Duration(j.records[next].At) <= at; next++ {
				switch r := j.records[next]; r.Kind {
				case trace.Component:
					if got[r.Node] == r.Peer {
						t.Fatalf("at %v node %d is told to be in the component of %d, where it was", r.At, r.Node, r.Peer)
					}
					got[r.Node] = r.Peer
				case trace.Absent:
					delete(got, r.Node)
				case trace.Sample:
					t.Fatalf("a sample at %v", r.At)
				}
			}
			if want, clear := m.components(n, at); clear && !maps.Equal(got, want) {
				t.Fatalf("at %v the components are %v, want %v", at, got, want)
			}
		}
	})
}

// TestFollowingComponentsCostsWhatChanges: the nodes that are visited for a change of a link
// do not grow with the world.
func TestFollowingComponentsCostsWhatChanges(t *testing.T) {
	visits := func(n int) float64 {
		cfg := plane(make([][2]float64, n))
		cfg.Start, cfg.Until = Start{}, 20*time.Second
		cfg.Mobility = strolling(t, 250*math.Sqrt(math.Pi*float64(n)/11)) // ten neighbours each
		var changes counter
		w := play(t, cfg, &picky{wants: trace.Of(trace.Component)}, &changes)
		return float64(w.parts.links.Visited()) / float64(changes)
	}
	few, many := visits(300), visits(2400)
	if few < 0.01 || many > 2*few {
		t.Errorf("%.3f nodes visited for a change among 300, %.3f among 2400", few, many)
	}
}

// counter counts changes of links after time 0.
type counter int

func (*counter) Wants() trace.Set { return trace.Of(trace.LinkUp, trace.LinkDown) }

func (c *counter) Record(r *trace.Record) {
	if r.At > 0 {
		*c++
	}
}

func TestPartitionDividesTheTruth(t *testing.T) {
	for _, cfg := range []Config{wires(radio.Complete(4)), plane([][2]float64{{0, 0}, {1, 0}, {2, 0}, {3, 0}})} {
		cfg.Start = Start{}
		cfg.Faults = []Fault{{At: 50 * ms, For: 100 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{2, 4}}}}
		j := new(silent)
		play(t, cfg, j)
		var got []protocol.ID
		for _, at := range []time.Duration{0, 49 * ms, 50 * ms, 149 * ms, 150 * ms} {
			for k := range 4 {
				got = append(got, componentsAt(&j.journal, at)[id(k)])
			}
		}
		if want := []protocol.ID{1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1}; !slices.Equal(got, want) {
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
	settled := j.of(trace.Elected)[3:] // after the records of keepers at boot
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
