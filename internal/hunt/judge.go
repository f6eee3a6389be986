package hunt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellwether/internal/campaign"
	"bellwether/internal/crash"
	"bellwether/internal/registry"
	"bellwether/scenarios"
)

// judge runs worlds and judges them.
type judge struct {
	program *registry.Registry
	laws    []Bound
}

// A Trial is the result of one world.
type Trial struct {
	Breach *Breach
	Nodes  int
	Asked  Asked
	Late   bool          // losses did not end, and it was not led by three bounds
	Calm   time.Duration // when it becomes calm
	Bound  time.Duration // within which it should settle after that; 0: not known
	Ended  time.Duration // when it was judged
	Events uint64
}

// Asked is what could be asked of a world.
type Asked uint8

// What is asked.
const (
	AskedCalm  Asked = iota // all laws
	AskedLossy              // losses do not end
	AskedSafe               // something else does not end: contract, safety and storms only
)

// world judges a world. The error is of a world that is no scenario.
func (j *judge) world(ctx context.Context, w *World) (Trial, error) {
	s, err := scenarios.Read("hunted.yaml", w.YAML(), j.program.Options())
	if err != nil {
		return Trial{}, err
	}
	return j.scenario(ctx, s, s.Algorithms[0], s.Seed)
}

// errUntold refuses a scenario that begins with a leader for machines that cannot be told of
// one. Settle is optional: that breaks no law.
var errUntold = errors.New("the scenario begins with a leader (start.leader), and these machines cannot be told of one: they have no Settle")

// scenario judges one run of a scenario.
func (j *judge) scenario(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (Trial, error) {
	c, err := s.Config(e, seed)
	if err != nil {
		return Trial{}, err
	}
	cut, stop := context.WithCancel(ctx)
	defer stop()
	run, err := newSitting(s, e, &c, stop)
	if err != nil {
		return Trial{}, err
	}
	events := uint64(0)
	if err = run.prepare(j.program); err == nil {
		events, err = run.emulate(cut)
	}
	switch {
	case ctx.Err() != nil:
		return Trial{}, ctx.Err()
	case registry.Another(err) != "", errors.Is(err, errUntold):
		return Trial{}, err
	case err != nil && !errors.Is(err, context.Canceled):
		run.found(Contract, "", plain(err))
	}
	run.verdict()
	t := Trial{Nodes: c.Nodes, Asked: run.asked, Late: run.late, Calm: run.sky.calm, Bound: run.bound, Ended: time.Duration(run.now), Events: events}
	if len(j.laws) > 0 && first(run.breaches) == nil {
		if err := j.bounds(ctx, run, seed); err != nil {
			return Trial{}, err
		}
	}
	t.Breach = first(run.breaches)
	return t, nil
}

// bounds measures a run and compares it with the user's bounds.
func (j *judge) bounds(ctx context.Context, run *sitting, seed uint64) error {
	measured, failed := campaign.One(ctx, run.scenario, run.entry, seed, j.program)
	if failed != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if registry.Another(failed.Err) != "" {
			return failed.Err
		}
		run.found(Contract, "", plain(failed.Err))
		return nil
	}
	for _, b := range j.laws {
		if v := measured.Metrics.Get(b.Metric); v.Known && !b.holds(v.X) {
			run.found(Own, b.String(), fmt.Sprintf("%s is %.4g", b.Metric, v.X))
			break
		}
	}
	return nil
}

// plain is the first line of an error, without where on a stack it was.
func plain(err error) string {
	var p *crash.Panic
	if errors.As(err, &p) {
		return p.Error()
	}
	return err.Error()
}
