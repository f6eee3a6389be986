package campaign

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A result is what became of one task.
type result struct {
	run       measure.RunResult
	positions []Position
	err       error
	stack     string // of a panic
}

// errPanic marks a run that broke an invariant.
var errPanic = errors.New("panic")

// attempt runs one task, and turns a panic into an error: the other runs of a
// long campaign are worth keeping.
func attempt(ctx context.Context, s *scenarios.Scenario, t task, o Options) (r *result) {
	defer func() {
		if p := recover(); p != nil {
			r = &result{err: fmt.Errorf("%w: %v", errPanic, p), stack: string(debug.Stack())}
		}
	}()
	r, err := once(ctx, s, t, o)
	if err != nil {
		return &result{err: err}
	}
	return r
}

// once runs one task.
func once(ctx context.Context, s *scenarios.Scenario, t task, o Options) (_ *result, err error) {
	begun := time.Now()
	algorithm, _ := scenarios.Algorithm(t.entry.Name)
	meter := measure.NewRun(measure.Options{Warmup: protocol.Time(s.Warmup), Goal: algorithm.Goal})
	start := new(positions)
	sinks := []trace.Sink{meter, start}
	var hash *trace.Hash
	if !o.NoHash {
		hash = trace.NewHash()
		sinks = append(sinks, hash)
	}
	if o.TraceFile != nil {
		file, err := createTrace(o.TraceFile(s.Name, t.entry.Label, t.seed), s, t)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, file)
		defer func() { err = errors.Join(err, file.end(err == nil)) }()
		defer func() {
			if p := recover(); p != nil {
				file.end(false)
				panic(p)
			}
		}()
	}
	config, err := s.Config(t.entry, t.seed, sinks...)
	if err != nil {
		return nil, err
	}
	world, err := emulator.New(config)
	if err != nil {
		return nil, err
	}
	if err := world.Run(ctx); err != nil {
		return nil, err
	}
	counters := world.Counters()
	out := &result{positions: start.list, run: measure.RunResult{
		Label: t.entry.Label, Name: algorithm.Name, Goal: algorithm.Goal, Seed: t.seed,
		Metrics: meter.Metrics(),
		Events:  counters.Events, Transmissions: counters.Transmissions, Deliveries: counters.Deliveries,
		SimulatedS: s.Duration.Std().Seconds(), WallS: time.Since(begun).Seconds(),
	}}
	if hash != nil {
		out.run.TraceSHA256 = hash.Sum()
	}
	return out, nil
}
