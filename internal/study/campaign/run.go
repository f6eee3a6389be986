package campaign

import (
	"context"
	"sync/atomic"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A result is the outcome of one task.
type result struct {
	run  measure.RunResult
	err  error
	left bool  // the run was left behind and may still be going on
	idle []int // interventions that changed nothing, by number
}

// One runs one row of a scenario with one seed. The failure is nil if the run ended without
// an error; its error is that of the context if that ended first. The metrics of the program
// are measured too; a nil program has none.
func One(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64, program *registry.Registry) (measure.RunResult, *Failure) {
	r := attempt(ctx, s, task{entry: e, seed: seed}, Options{Own: program.Metrics()})
	if r.err != nil {
		return measure.RunResult{}, Failed(s, Row{e.Label, seed}, r.err, program)
	}
	return r.run, nil
}

// A Row of a run.
type Row struct {
	Label string
	Seed  uint64
}

// Failed returns the failure of a run, with the command that repeats it.
func Failed(s *scenarios.Scenario, of Row, err error, program *registry.Registry) *Failure {
	return &Failure{of.Label, of.Seed, err, string(program.Program()) + " " + s.Command(of.Label, of.Seed)}
}

// attempt runs one task, and writes its trace if one is asked for. If ctx ends and the
// run does not, the run is left behind, its trace is removed, and the error is ctx's.
func attempt(ctx context.Context, s *scenarios.Scenario, t task, o Options, more ...trace.Sink) *result {
	var file atomic.Pointer[traceFile]
	t.own, t.split = o.Own, o.Split
	r, ended := within(ctx, runGrace, func() *result { return guarded(ctx, s, t, o, &file, more...) })
	if !ended {
		if f := file.Load(); f != nil {
			f.file.Drop() // the run may still write to the file, which has no name any more
		}
		return &result{err: context.Cause(ctx), left: true}
	}
	return r
}

// guarded runs one task, and turns a panic into an error: the other runs of a
// long campaign are worth keeping.
func guarded(ctx context.Context, s *scenarios.Scenario, t task, o Options, file *atomic.Pointer[traceFile], more ...trace.Sink) (r *result) {
	defer func() {
		if p := recover(); p != nil {
			r = &result{err: crash.Recovered(p)}
		}
	}()
	r, err := once(ctx, s, t, o, file, more...)
	if err != nil {
		return &result{err: err}
	}
	return r
}

// once runs one task. If a trace is asked for, it stores the trace's file in file and writes
// to it.
func once(ctx context.Context, s *scenarios.Scenario, t task, o Options, file *atomic.Pointer[traceFile], more ...trace.Sink) (*result, error) {
	if o.TraceFile == nil {
		return simulate(ctx, s, t, !o.NoHash, more...)
	}
	f, err := createTrace(o.TraceFile(s.Name, t.entry.Label, t.seed), s, t, o.Build)
	if err != nil {
		return nil, err
	}
	file.Store(f)
	return f.during(func() (*result, error) { return simulate(ctx, s, t, !o.NoHash, append(more, f)...) })
}

// simulate runs one world to its end.
func simulate(ctx context.Context, s *scenarios.Scenario, t task, hashed bool, more ...trace.Sink) (*result, error) {
	p, err := prepare(s, t, hashed, more...)
	if err != nil {
		return nil, err
	}
	defer p.close()
	world, err := emulator.New(p.Config)
	if err != nil {
		return nil, err
	}
	if err := world.Run(ctx); err != nil {
		return nil, err
	}
	return &result{run: p.Result(world.Counters()), idle: world.IdleInterventions()}, nil
}
