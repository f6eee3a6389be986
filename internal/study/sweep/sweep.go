package sweep

import (
	"context"
	"errors"
	"fmt"

	"bellwether/internal/base/build"
	"bellwether/internal/base/memory"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Job is a plan to run.
type Job struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Plan       string             // the file, or a directory of results that has one
	Given      *plan.Plan         // in place of Plan; nil: none
	Dir        string             // for the results; "": the directory that Plan is, and with Given none
	Jobs       int                // runs at a time; at least 1
	NoCopy     bool               // leaves the files of the scenario where they are
	Program    build.Program
	Free       func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown

	// Part reports whether a run is wanted in this session, by the values of the axes and the
	// number of the run from 0; nil: all are. The plan must have no stop.
	Part func(at []string, index int) bool
	// Traces is the number of runs of each row at each point whose traces are kept, in the
	// directory TracesDir of Dir: the first ones that this session makes. TraceMost bounds
	// each, in bytes as gzip packs it; 0: DefaultTraceMost.
	Traces    int
	TraceMost int
	// Shard is the part of the runs that this session makes; the zero Shard: all.
	Shard tasks.Shard
	// Engine returns the engine that makes the runs. It is called when runs are to be made and
	// this process has locked the directory; nil: a pool of Jobs goroutines.
	Engine func(context.Context) (tasks.Engine, error)
	// Start starts the program of a row, or refuses to: see scenarios.Options.Program.
	Start func(scenarios.Entry, string) (scenarios.Program, error)
	// Told is called with each kept run, and with each new one as it ends; may be nil.
	Told func(*results.Line)
	Made []string // names of files that are written into Dir later, from the results

	// Progress is called at the beginning, every tellEvery, and at the end.
	Progress func(campaign.Progress)
	Warn     func(string)

	points []plan.Point // of Given, if they are loaded; nil: Do loads them
	// begin is called with the runs that are still to be made, before the first of them; nil: nothing is.
	begin func(context.Context, *ledger, []task) error

	name       string // of the plan, once it is loaded
	merged     string // a directory whose runs are not made again, like the runs of Dir; "": none
	orders     orders
	mostCopied int // bytes of files to copy; 0: the bound of package results

	one func(context.Context, *scenarios.Scenario, scenarios.Entry, uint64) (measure.RunResult, *campaign.Failure) // nil: campaign.One
}

// tracesDir is the directory of traces in a directory of results.
const tracesDir = "traces"

// Bounds of a trace, in bytes as gzip packs it: ten minutes of fifty nodes have about 5 MB.
const (
	DefaultTraceMost = 16 << 20
	MaxTraceMost     = 48 << 20
)

// Name is the name of the plan, once Do has read it.
func (j *Job) Name() string { return j.name }

// maxJobs bounds the runs in memory at one time: more than any machine has cores.
const maxJobs = 4096

// Do makes the runs that the directory lacks. Its error is campaign.ErrFailed if runs
// failed, campaign.ErrInterrupted if the context ended before the runs did, and
// results.ErrWrite if results could not be kept; all others are faults of the input.
func (j *Job) Do(ctx context.Context) error {
	if j.Engine == nil && (j.Jobs < 1 || j.Jobs > maxJobs) {
		return fmt.Errorf("--jobs must be at least 1 and at most %d, got %d", maxJobs, j.Jobs)
	}
	if j.TraceMost == 0 {
		j.TraceMost = DefaultTraceMost
	}
	if j.TraceMost < 0 || j.TraceMost > MaxTraceMost {
		return fmt.Errorf("--trace-most must be at most %d bytes, got %d", MaxTraceMost, j.TraceMost)
	}
	if j.Traces < 0 {
		return fmt.Errorf("--traces must be at least 0, got %d", j.Traces)
	}
	p := j.Given
	if p == nil {
		var err error
		if p, err = j.load(); err != nil {
			return err
		}
	}
	j.name = p.Name
	points, err := j.points, error(nil)
	if points == nil {
		points, err = p.Points(ctx)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: not yet begun", campaign.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	j.orders.machine = j.Program.Machine
	l := newLedger(p, points)
	if err := j.before(l); err != nil {
		return err
	}
	if j.Dir == "" {
		l.shelf = new(held)
		return j.run(ctx, nil, l)
	}
	content, err := j.content(p, points, l)
	if err != nil {
		return err
	}
	d, err := results.Open(j.Dir, content, j.Warn)
	if err != nil {
		return err
	}
	l.shelf = d
	err = j.run(ctx, d, l)
	return errors.Join(err, d.Close())
}

// run makes the missing runs. Without a directory d is nil. A directory is changed only once
// nothing can be refused any more.
func (j *Job) run(ctx context.Context, d *results.Dir, l *ledger) error {
	list := l.only(l.begin(), j.part(l))
	if j.begin != nil {
		if err := j.begin(ctx, l, list); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		j.Warn(fmt.Sprintf("%s: nothing to do: all %d runs are in %s", l.plan.Name, l.done, j.Dir))
		if d != nil {
			if err := d.Settle(); err != nil {
				return err
			}
		}
		return j.tell(l)
	}
	if d != nil {
		if err := d.Admit(); err != nil {
			return err
		}
	}
	points := l.points()
	if j.Given == nil { // a plan of the program itself needs no warnings
		for _, warning := range warnings(l.plan, points) {
			j.Warn("warning: " + warning)
		}
	}
	if err := j.fit(points); err != nil {
		return err
	}
	if err := j.tell(l); err != nil {
		return err
	}
	if j.one == nil {
		j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
			return campaign.One(ctx, s, e, seed, j.Algorithms)
		}
	}
	engine := tasks.Engine(tasks.Pool(j.Jobs))
	if j.Engine != nil {
		var err error
		if engine, err = j.Engine(ctx); err != nil {
			return err
		}
	}
	if d != nil {
		if err := d.Settle(); err != nil {
			return err
		}
	}
	s := &session{job: j, ledger: l, engine: engine, left: campaign.NewForecast(j.Jobs), flying: map[string][]task{}}
	return j.outcome(ctx, s, s.work(ctx, list))
}

// part returns which tasks belong to this session, nil if all do.
func (j *Job) part(l *ledger) func(task) bool {
	if j.Part == nil && j.Shard.Whole() {
		return nil
	}
	return func(t task) bool {
		return (j.Part == nil || j.Part(l.spots[t.spot].At, t.index)) && j.Shard.Has(l.task(t).Known())
	}
}

// tell calls Told with the runs that are kept.
func (j *Job) tell(l *ledger) error {
	if j.Told == nil {
		return nil
	}
	for i := range l.spots {
		for _, runs := range l.spots[i].runs {
			for _, at := range runs {
				if at <= 0 {
					continue
				}
				line, err := l.read(at)
				if err != nil {
					return err
				}
				j.Told(line)
			}
		}
	}
	return nil
}

// toldOf calls Told with a new run.
func (j *Job) toldOf(line *results.Line) {
	if j.Told != nil {
		j.Told(line)
	}
}

// fit lowers the number of jobs if memory does not suffice, and refuses points that are
// too large for it. Another engine looks after memory itself.
func (j *Job) fit(points []plan.Point) error {
	if j.Engine != nil {
		return nil
	}
	p := footprint.Plan{Jobs: j.Jobs, Free: j.Free, Warn: j.Warn}
	for _, at := range points {
		if j.Part == nil || j.Part(at.At, 0) {
			p.Scenarios = append(p.Scenarios, at.Scenario)
		}
	}
	var err error
	j.Jobs, err = p.Fit()
	return err
}

// outcome returns the error of a session, and prints its warnings. broken says why the engine
// ended early, nil if it did not.
func (j *Job) outcome(ctx context.Context, s *session, broken error) error {
	if s.broken != nil {
		return fmt.Errorf("%w; %d runs are kept in %s, the same command goes on from there", s.broken, s.done, j.Dir)
	}
	var failed, interrupted error
	if len(s.failures) > 0 {
		failed = fmt.Errorf("%w\n%w", campaign.ErrFailed, errors.Join(s.failures...))
	}
	if ctx.Err() != nil && s.done+len(s.failures) < s.asked {
		interrupted = fmt.Errorf("%w: %d of %d runs; the same command goes on from there", campaign.ErrInterrupted, s.done, s.asked)
		if j.Dir == "" {
			interrupted = campaign.ErrInterrupted
		}
	}
	if err := errors.Join(failed, interrupted, broken); err != nil {
		return err
	}
	switch warning := s.imprecise(); {
	case s.plan.Adaptive() && !j.Shard.Whole():
		j.Warn(fmt.Sprintf("shard %v of this round is made; bellwether sweep merge puts all shards together, and says whether a further round is needed", j.Shard))
	case warning != "":
		j.Warn("warning: " + warning)
	}
	for _, text := range s.advice(ctx) {
		text = j.Algorithms.Program().Says(text)
		j.Warn("warning: " + text)
	}
	return nil
}

// warnings collects the warnings of all points, each text once.
func warnings(p *plan.Plan, points []plan.Point) []string {
	var texts []string
	count, first := map[string]int{}, map[string]string{}
	for _, point := range points {
		for _, w := range point.Scenario.Warnings() {
			text := w.String()
			if count[text] == 0 {
				texts, first[text] = append(texts, text), p.Describe(point.At)
			}
			count[text]++
		}
	}
	for i, text := range texts {
		switch n := count[text]; {
		case len(points) == 1 || n == len(points):
		case n == 1:
			texts[i] += " (at " + first[text] + ")"
		default:
			texts[i] += fmt.Sprintf(" (at %s and %d other points)", first[text], n-1)
		}
	}
	return texts
}
