package campaign

import (
	"time"

	"bellwether/emulator"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// Prepared is one run of a row before it begins, with the sinks whose results a table
// shows. Benchmarks use it too, so that they measure what users run.
type Prepared struct {
	Config emulator.Config

	scenario *scenarios.Scenario
	entry    scenarios.Entry
	begun    time.Time
	meter    *measure.Run
	own      []measure.Meter // in the order of task.own
	keys     []measure.Key   // of the meters in own
	split    *splitMeter     // nil: none
	hash     *trace.Hash     // nil: the trace is not hashed
	beside   *async          // nil: the sinks take their records on the goroutine of the run
}

// Prepare returns a run of a row as `bellwether run` makes it for a table.
func Prepare(s *scenarios.Scenario, e scenarios.Entry, seed uint64) (*Prepared, error) {
	return prepare(s, task{entry: e, seed: seed}, false)
}

// PrepareHashed returns a run of a row as `bellwether run` makes it if it also prints or keeps
// the hash of the trace.
func PrepareHashed(s *scenarios.Scenario, e scenarios.Entry, seed uint64) (*Prepared, error) {
	return prepare(s, task{entry: e, seed: seed}, true)
}

// prepare returns a run whose records further sinks take too, after the meters and before
// the hash.
func prepare(s *scenarios.Scenario, t task, hashed bool, more ...trace.Sink) (*Prepared, error) {
	algorithm, _ := s.Algorithm(t.entry.Name)
	options := s.Measured(algorithm)
	p := &Prepared{scenario: s, entry: t.entry, begun: time.Now(), meter: measure.NewRun(options), split: t.split.meter(options)}
	sinks := append([]trace.Sink{p.meter}, p.split.sinks()...)
	for _, o := range t.own {
		meter := o.New(measure.Window{Warmup: options.Warmup, Horizon: protocol.Time(s.Duration),
			Goal: options.Goal, Margin: options.Margin, Tolerance: options.Tolerance})
		p.own, p.keys = append(p.own, meter), append(p.keys, o.Key)
		sinks = append(sinks, meter)
	}
	sinks = append(sinks, more...)
	if hashed {
		p.hash = trace.NewHash()
		sinks = append(sinks, p.hash)
	}
	config, err := s.Config(t.entry, t.seed, sinks...)
	if err != nil {
		return nil, err
	}
	p.Config = config
	if t.beside {
		p.beside = newAsync(sinks)
		p.Config.Sinks = []trace.Sink{p.beside}
	}
	return p, nil
}

// close ends the goroutine of the sinks, whether the run failed or not.
func (p *Prepared) close() { p.beside.close() }

// Result returns the result of the run, once it has reached its end.
func (p *Prepared) Result(done emulator.Counters) measure.RunResult {
	p.beside.finish()
	algorithm, _ := p.scenario.Algorithm(p.entry.Name)
	goal, quorum := goals.Written(algorithm.Goal)
	run := measure.RunResult{
		Label: p.entry.Label, Name: algorithm.Name, Goal: goal, Quorum: quorum, Seed: p.Config.Seed,
		Metrics: p.meter.Metrics(), Truth: p.meter.Truth(), Tolerance: p.meter.Tolerance(),
		Events: done.Events, Transmissions: done.Transmissions, Deliveries: done.Deliveries,
		SimulatedS: p.scenario.Duration.Std().Seconds(), WallS: time.Since(p.begun).Seconds(),
	}
	for i, meter := range p.own {
		run.Metrics.Add(p.keys[i], meter.Value())
	}
	p.split.into(&run.Metrics)
	if settles(p.scenario) {
		run.Course = p.meter.Course()
	}
	if p.hash != nil {
		run.TraceSHA256 = p.hash.Sum()
	}
	return run
}
