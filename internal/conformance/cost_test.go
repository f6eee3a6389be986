package conformance

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// later counts what is said from a time on.
type later struct {
	*counts
	from protocol.Time
}

func (l later) Record(r *trace.Record) {
	if r.At >= l.from {
		l.counts.Record(r)
	}
}

// run gives how many messages of each kind a trial has.
func (r trial) run(t *testing.T, a protocol.Algorithm) map[string]float64 {
	t.Helper()
	values, faults := protocol.Resolve(a.Params, r.params, detection)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	c := ringOfFive().Config(a, values)
	graph := r.graph
	if graph == nil {
		graph = radio.Complete(r.n)
	}
	c.Nodes, c.Medium, c.Start, c.Capability.Values = r.n, graph, r.start, r.values
	if r.values == nil {
		c.Capability.Values = ids(r.n)
	}
	graph.Latency = time.Millisecond
	if r.crash != protocol.Nobody {
		c.Faults = []emulator.Fault{{Kind: emulator.FaultCrash, Target: emulator.TargetNodes, Nodes: []protocol.ID{r.crash}}}
	}
	if c.Until = r.until; c.Until == 0 {
		c.Until = 8 * detection.Interval // elections in pulses take long
	}
	said := later{newCounts(a), protocol.Time(r.from)}
	c.Sinks = []trace.Sink{said}
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for kind, number := range said.said {
		out[kind] = float64(number) / max(r.every, 1)
	}
	return out
}

// TestCosts holds every cost that an algorithm states to runs of its case, and to
// the formula as it is printed. A cost without a run fails, and so does an algorithm
// without a cost.
func TestCosts(t *testing.T) {
	all := trials()
	for _, r := range rows() {
		if r.params != nil {
			continue
		}
		t.Run(r.a.Name, func(t *testing.T) {
			t.Parallel()
			if len(r.a.Costs) == 0 {
				t.Error("states no cost")
			}
			for _, c := range r.a.Costs {
				runs := all[r.a.Name+": "+c.Case]
				if len(runs) == 0 {
					t.Errorf("%q is run nowhere", c.Case)
				}
				judge(t, r.a, c, runs)
			}
		})
	}
}

// judge compares the charges of a cost with runs; an average is over all runs of one n.
func judge(t *testing.T, a protocol.Algorithm, c protocol.Cost, runs []trial) {
	type mean struct{ said, want, runs float64 }
	means := map[int]*mean{}
	for _, r := range runs {
		said := r.run(t, a)
		charged := map[string]bool{}
		for _, charge := range c.Charges {
			want, err := r.value(charge.Formula)
			if err != nil {
				t.Fatal(err)
			}
			got := said[charge.Message]
			if charge.Message == protocol.AllElection {
				for _, k := range a.Kinds {
					if k.Class == protocol.ClassElection {
						got += said[k.Name]
						charged[k.Name] = true
					}
				}
			}
			charged[charge.Message] = true
			switch {
			case charge.Bound == protocol.OnAverage:
				if means[r.n] == nil {
					means[r.n] = &mean{want: want}
				}
				means[r.n].said += got
				means[r.n].runs++
			case charge.Bound == protocol.AtMost && got > want, charge.Bound == protocol.Exactly && got != want:
				t.Errorf("%s, %+v, start %+v, values %v: %v %s, stated is %s%s = %v",
					c.Case, r.letters, r.start, r.values, got, charge.Message, charge.Bound, charge.Formula, want)
			}
		}
		for _, k := range a.Kinds {
			if k.Class <= protocol.ClassAnnouncement && !charged[k.Name] && said[k.Name] > 0 {
				t.Errorf("%s, %+v, start %+v: %v %s, which it does not state", c.Case, r.letters, r.start, said[k.Name], k.Name)
			}
		}
	}
	for n, m := range means {
		if got := m.said / m.runs; math.Abs(got-m.want) > 1e-9 {
			t.Errorf("%s, n = %d: %v on average of %v orders, stated is %v", c.Case, n, got, m.runs, m.want)
		}
	}
}

// Charges name messages that exist, sources are given, and no trial is of a case that
// nobody states.
func TestCostsAreWhole(t *testing.T) {
	idle := trials()
	for _, r := range rows() {
		for _, c := range r.a.Costs {
			delete(idle, r.a.Name+": "+c.Case)
			if c.Case == "" || c.Source == "" || len(c.Charges) == 0 || strings.HasSuffix(c.Source, ".") {
				t.Errorf("%s: %+v", r.a.Name, c)
			}
			for _, charge := range c.Charges {
				if charge.Message != protocol.AllElection &&
					!slices.ContainsFunc(r.a.Kinds, func(k protocol.MessageKind) bool { return k.Name == charge.Message }) {
					t.Errorf("%s has no message %q", r.a.Name, charge.Message)
				}
			}
		}
	}
	for c := range idle {
		t.Errorf("nobody states %q", c)
	}
}
