package hunt

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"bellwether/internal/base/build"
	"bellwether/internal/study/portable"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
)

// A trialSpec is everything besides the program that a trial depends on. Another machine draws
// the world itself.
type trialSpec struct {
	Seed   uint64    `json:"seed"`
	Number uint64    `json:"number"`         // of the world
	Row    string    `json:"row"`            // the algorithm, or the label of a row of the base
	Base   *baseSpec `json:"base,omitempty"` // nil: the world is drawn
	Laws   []string  `json:"laws,omitempty"` // the user's
}

// A baseSpec describes a user's scenario.
type baseSpec struct {
	portable.Spec
	Algorithms []string `json:"algorithms,omitempty"` // the rows that were asked for; nil: all
}

// spec describes a trial.
func (h *hunter) spec(trial uint64) *trialSpec {
	s := &trialSpec{Seed: h.Seed, Number: h.First + trial/uint64(h.rows()), Row: h.row(trial)}
	if h.Base != nil {
		s.Base = &h.Base.spec
	}
	for _, b := range h.Bounds {
		s.Laws = append(s.Laws, b.String())
	}
	return s
}

// order returns a trial as a task.
func (h *hunter) order(trial uint64) (*tasks.Task, error) {
	id, text, err := tasks.Describe(tasks.Trial, h.spec(trial), h.Build)
	if err != nil {
		return nil, err
	}
	return &tasks.Task{
		ID: id,
		Do: func(ctx context.Context) ([]byte, error) {
			got, err := h.judge.trial(ctx, h.task(trial), h.Base)
			if err != nil {
				return nil, err
			}
			return json.Marshal(got)
		},
		Order: func() (*tasks.Order, error) {
			o := &tasks.Order{Kind: tasks.Trial, Spec: text}
			if h.Base != nil {
				o.Needs = h.Base.needs
			}
			return o, nil
		},
	}, nil
}

// readTrial reads the result of a trial, which may come from another machine. Any bytes give a
// result or an error.
func readTrial(answer []byte) (trialResult, error) {
	var t trialResult
	if err := tasks.Decode(tasks.Trial, answer, &t); err != nil {
		return trialResult{}, fmt.Errorf("hunt: an answer that is no result of a trial: %w", err)
	}
	switch b := t.Breach; {
	case t.Asked > askedSafe:
		return trialResult{}, fmt.Errorf("hunt: an answer that asks for laws of kind %d", t.Asked)
	case t.Nodes < 0 || t.Calm < 0 || t.Bound < 0 || t.Ended < 0:
		return trialResult{}, fmt.Errorf("hunt: an answer with numbers below 0: %s", answer)
	case b != nil && b.Law != lawOwn && !slices.Contains(laws(), b.Law):
		return trialResult{}, fmt.Errorf("hunt: an answer with an unknown law %.40q", string(b.Law))
	}
	return t, nil
}

// A Carrier makes trials by orders on a machine that has only the program. It trusts no order.
type Carrier struct {
	Program *registry.Registry
	Build   build.Build
	Room    *tasks.Room // memory for trials; nil: as much as they take

	bases portable.Cache[*Base]
}

// maxLaws bounds the user's laws of an order. There are some sixty metrics.
const maxLaws = 1000

// Handle makes a trial and returns its result.
func (c *Carrier) Handle(ctx context.Context, id string, text json.RawMessage, needs tasks.Fetched) ([]byte, error) {
	var spec trialSpec
	if err := tasks.Read(id, tasks.Trial, text, c.Build, &spec); err != nil {
		return nil, err
	}
	if len(spec.Laws) > maxLaws {
		return nil, fmt.Errorf("hunt: an order with %d laws; at most %d", len(spec.Laws), maxLaws)
	}
	j := judge{program: c.Program, room: c.Room}
	for _, text := range spec.Laws {
		b, err := ParseBound(text, c.Program.Metrics()...)
		if err != nil {
			return nil, fmt.Errorf("hunt: an order: %w", err)
		}
		j.laws = append(j.laws, b)
	}
	t, base, err := c.task(&spec, needs)
	if err != nil {
		return nil, err
	}
	if base != nil {
		j.files = base.files
	}
	got, err := j.trial(ctx, t, base)
	if err != nil {
		return nil, err
	}
	return json.Marshal(got)
}

// task draws the world of an order.
func (c *Carrier) task(spec *trialSpec, needs tasks.Fetched) (task, *Base, error) {
	if spec.Base == nil {
		a, known := c.Program.Find(spec.Row)
		if !known {
			return task{}, nil, fmt.Errorf("hunt: an order of a trial of the unknown algorithm %.80q", spec.Row)
		}
		return task{number: spec.Number, world: draw(spec.Seed, spec.Number, &a)}, nil, nil
	}
	base, err := c.bases.Get(spec.Base, func() (*Base, int, error) { return c.load(spec.Base, needs) })
	if err != nil {
		return task{}, nil, err
	}
	for _, e := range base.scenario.Algorithms {
		if e.Label == spec.Row {
			return task{spec.Number, base.draw(spec.Seed, spec.Number, e), e}, base, nil
		}
	}
	return task{}, nil, fmt.Errorf("hunt: the order's scenario has no row %.80q", spec.Row)
}

// load reads the scenario of an order.
func (c *Carrier) load(spec *baseSpec, needs tasks.Fetched) (*Base, int, error) {
	o := c.Program.Options()
	o.Algorithms = spec.Algorithms
	l, err := spec.Load(needs, o)
	if err != nil {
		return nil, 0, err
	}
	b, err := newBase(spec.Name, l)
	return b, l.Bytes(), err
}
