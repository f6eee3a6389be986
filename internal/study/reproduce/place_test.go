package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A place is a point of a study, for tests that run it with changes.
type place struct {
	Options
	figure Figure
	series Series
	nodes  int
}

// placesOf returns the points of a study, figure by figure.
func placesOf(t *testing.T, o Options) (all []place) {
	t.Helper()
	if err := o.fill(); err != nil {
		t.Fatal(err)
	}
	for _, f := range o.study().Figures {
		for _, s := range f.Series {
			for _, n := range o.sizes() {
				all = append(all, place{o, f, s, n})
			}
		}
	}
	return all
}

func (p place) point() Point { return Point{p.figure.Number, p.series.Label, p.nodes} }

func (p place) String() string {
	return fmt.Sprintf("Fig. %d, %s, N = %d, %s", p.figure.Number, p.series.Label, p.nodes, reading(p.Merge, p.List, p.Access))
}

// scenario returns the scenario of the plan's point, with further settings.
func (p place) scenario(t *testing.T, more ...setting) *scenarios.Scenario {
	t.Helper()
	var o scenarios.Options
	for _, s := range slices.Concat(p.figure.world(p.series), size(p.nodes), more) {
		o.Set = append(o.Set, scenarios.Assign(s.path, s.value))
	}
	s, err := scenarios.Read("vkt04", p.Options.scenario(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A rig is a run before it begins, with its meter.
type rig struct {
	config emulator.Config
	meter  *measure.Run
}

// set prepares a run.
func (p place) set(t *testing.T, seed uint64, more ...setting) *rig {
	t.Helper()
	s := p.scenario(t, more...)
	r := &rig{meter: measure.NewRun(measure.Options{Warmup: protocol.Time(p.figure.Discard)})}
	var err error
	if r.config, err = s.Config(s.Algorithms[0], seed, r.meter); err != nil {
		t.Fatal(err)
	}
	r.config.SampleEvery = 0 // no metric of the paper needs components
	return r
}

// run returns the metrics of a run; NaN if one has no value.
func (r *rig) run(ctx context.Context) (map[Metric]float64, error) {
	world, err := emulator.New(r.config)
	if err == nil {
		err = world.Run(ctx)
	}
	m, out := r.meter.Metrics(), map[Metric]float64{}
	for metric, key := range keyOf {
		out[metric] = math.NaN()
		if v := m.Get(key); v.Known {
			out[metric] = v.X
		}
	}
	return out, err
}
