package hunt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/base/errs"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// judge runs worlds and judges them.
type judge struct {
	program *registry.Registry
	laws    []metricBound
	files   map[string]string // the paths of the files that worlds name, by that name
	room    *tasks.Room       // memory for trials; nil: as much as they take
}

func newJudge(o *Options) judge {
	j := judge{program: o.Program, laws: o.Bounds}
	if o.Base != nil {
		j.files = o.Base.files
	}
	return j
}

// A trialResult is the result of one world.
type trialResult struct {
	Breach *Breach       `json:"breach,omitempty"`
	Nodes  int           `json:"nodes"`
	Asked  asked         `json:"asked"`
	Late   bool          `json:"late,omitempty"` // losses do not end, and some component had no right leader within three settle bounds
	Calm   time.Duration `json:"calm_ns"`        // when the world becomes calm
	Bound  time.Duration `json:"bound_ns"`       // the settle bound from then on; 0: not known
	Ended  time.Duration `json:"ended_ns"`       // when the run ended
	Events uint64        `json:"events"`
}

// asked tells which laws were checked in a world.
type asked uint8

// What is checked.
const (
	askedCalm  asked = iota // all laws
	askedLossy              // losses do not end
	askedSafe               // something else does not end, or a time is too short for the world: contract, scenario, safety and storms only
)

// world runs and judges a world. The error means that the world is not a valid scenario.
func (j *judge) world(ctx context.Context, w *World) (trialResult, error) {
	s, err := scenarios.Read("hunted.yaml", w.YAML(), j.options())
	if err != nil {
		return trialResult{}, err
	}
	return j.scenario(ctx, s, s.Algorithms[0], s.Seed)
}

// options returns the options with which worlds are loaded.
func (j *judge) options() scenarios.Options {
	o := j.program.Options()
	o.Files = j.files
	return o
}

// trial runs and judges the world of a trial. World 0 of a user's scenario is the scenario
// unchanged.
func (j *judge) trial(ctx context.Context, t task, base *Base) (trialResult, error) {
	if base != nil && t.number == 0 {
		return j.scenario(ctx, base.scenario, t.entry, base.scenario.Seed)
	}
	return j.world(ctx, t.world)
}

// errNoSettle refuses a scenario that begins with a leader for machines without Settle. Settle is
// optional, so this breaks no law.
var errNoSettle = errors.New("the scenario begins with a leader (start.leader), and these machines cannot be told of one: they have no Settle")

// scenario runs one row of a scenario and judges it. It returns a panic of the program's own
// radio, movement, fault or metric as an error, because this is not a fault of the algorithm.
func (j *judge) scenario(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (trialResult, error) {
	if j.room != nil {
		leave, err := j.room.Enter(ctx, footprint.Need(s, e))
		if err != nil {
			return trialResult{}, err
		}
		defer leave()
	}
	c, err := s.Config(e, seed)
	if err != nil {
		return trialResult{}, err
	}
	cut, stop := context.WithCancel(ctx)
	defer stop()
	run, err := newCheckedRun(s, e, &c, stop)
	if err != nil {
		return trialResult{}, err
	}
	events := uint64(0)
	if err = run.prepare(j.program); err == nil {
		events, err = run.emulate(cut)
	}
	switch {
	case ctx.Err() != nil:
		return trialResult{}, ctx.Err()
	case registry.Another(err) != "", errors.Is(err, errNoSettle):
		return trialResult{}, err
	case err != nil && !errors.Is(err, context.Canceled):
		run.found(lawContract, "", plain(err))
	}
	run.verdict()
	t := trialResult{Nodes: c.Nodes, Asked: run.asked, Late: run.late, Calm: run.calm.from, Bound: run.bound, Ended: time.Duration(run.now), Events: events}
	if len(j.laws) > 0 && first(run.breaches) == nil {
		if err := j.bounds(ctx, run, seed); err != nil {
			return trialResult{}, err
		}
	}
	t.Breach = first(run.breaches)
	return t, nil
}

// bounds makes the run again, measures it, and compares the metrics with the user's bounds.
func (j *judge) bounds(ctx context.Context, run *checkedRun, seed uint64) error {
	measured, failed := campaign.One(ctx, run.scenario, run.entry, seed, j.program)
	if failed != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if registry.Another(failed.Err) != "" {
			return failed.Err
		}
		run.found(lawContract, "", plain(failed.Err))
		return nil
	}
	for _, b := range j.laws {
		if v := measured.Metrics.Get(b.Metric); v.Known && !b.holds(v.X) {
			run.found(lawOwn, b.String(), fmt.Sprintf("%s is %.4g", b.Metric, v.X))
			break
		}
	}
	return nil
}

// plain returns the text of an error, without the package that refuses; for a panic, without its stack.
func plain(err error) string {
	var p *crash.Panic
	if errors.As(err, &p) {
		return p.Error()
	}
	return errs.Why(err)
}
