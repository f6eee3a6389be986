package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/parallel"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// Options describe how a scenario is run.
type Options struct {
	Jobs int // runs at a time; at least 1
	// Processors is how many processors runs and their sinks may use; 0: as many as Jobs.
	Processors int
	Versus     string           // label of the row that others are compared with; "" is the first
	NoHash     bool             // leaves trace_sha256 out
	Build      string           // of the program, for the headers of traces
	Program    registry.Program // "": bellwether
	// Own are metrics of the program, measured beside the others.
	Own []measure.Own
	// Split are further metrics, which one meter of a run measures together; nil: none.
	Split *Split

	Positions bool // records where nodes begin, for Outcome.Positions

	keep *kept // keeps each run as it ends; nil: no run is kept

	// TraceFile names the file that the records of a run go to; nil writes none.
	TraceFile func(scenario, label string, seed uint64) string
	// Progress is called at the beginning, at intervals, and after each run, one call
	// at a time.
	Progress func(Progress)
}

// A Failure is a run that ended with an error.
type Failure struct {
	Label     string
	Seed      uint64
	Err       error
	Reproduce string // the one command that repeats it
}

// Error describes the failure and gives the command that repeats it.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s failed with seed %d: %s; to repeat it: %s", f.Label, f.Seed, errs.Plain(f.Err), f.Reproduce)
}

// Unwrap returns why the run failed; a panic is a crash.Panic.
func (f *Failure) Unwrap() error { return f.Err }

// An Outcome is the result of a campaign.
type Outcome struct {
	Scenario    *scenarios.Scenario
	Report      measure.Report
	Runs        []measure.RunResult // finished, by row, then by seed
	Positions   []position          // where nodes began under the first seed, if Options.Positions is set
	Failures    []*Failure
	Advice      []string // what the runs suggest to change in the scenario; also among the report's warnings
	Interrupted bool

	idle []string // a line for each intervention that changed nothing in a run
}

// A task is one run of one row.
type task struct {
	entry scenarios.Entry
	seed  uint64
	first bool // of its campaign
	// beside is true if the sinks may use a processor of their own, since one is idle.
	beside bool
	own    []measure.Own
	split  *Split
}

// versusRow returns the row that others are compared with: the one of this label, or the first
// if label is "". It returns "" if there is only one row and no label.
func versusRow(s *scenarios.Scenario, label string) (string, error) {
	labels := make([]string, len(s.Algorithms))
	for i, e := range s.Algorithms {
		labels[i] = e.Label
	}
	switch {
	case label != "" && !slices.Contains(labels, label):
		return "", fmt.Errorf("--versus %s: %s has no such row%s", label, s.Name, strictyaml.Hint(label, labels))
	case label != "":
		return label, nil
	case len(labels) > 1:
		return labels[0], nil
	}
	return "", nil
}

// Run runs the scenario. Failures of runs are in the outcome. An error means wrong options,
// or a report or results that could not be made.
func Run(ctx context.Context, s *scenarios.Scenario, o Options) (*Outcome, error) {
	versus, err := versusRow(s, o.Versus)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	tasks := plan(s)
	ended, places, err := execute(ctx, s, tasks, o)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Scenario: s, Positions: places, Interrupted: ctx.Err() != nil}
	o.collect(out, tasks, ended)
	if err := o.summarise(ctx, out, versus); err != nil {
		return nil, err
	}
	out.Report.WallS = time.Since(begun).Seconds()
	return out, nil
}

// summarise fills in the report and the advice of an outcome from its runs.
func (o *Options) summarise(ctx context.Context, out *Outcome, versus string) error {
	s := out.Scenario
	var warnings []string
	for _, w := range s.Warnings() {
		warnings = append(warnings, w.String())
	}
	for i := range out.Runs {
		out.Runs[i].Metrics.Describe(o.Own) // runs read from a directory have only the names
	}
	out.Advice = settling(out)
	warnings = slices.Concat(warnings, troubles(out, s.Runs*len(s.Algorithms)), out.Advice)
	var report measure.Report
	err, summarised := within(ctx, summaryGrace, func() (err error) {
		report, err = measure.Summarise(s.Name, present(versus, out.Runs), s.Seed, s.Runs, out.Runs, warnings)
		return err
	})
	switch {
	case !summarised:
		return fmt.Errorf("%w: there was no time to summarise the %d runs that are finished", ErrInterrupted, len(out.Runs))
	case err != nil:
		return err
	}
	out.Report = report
	Unmeasured(&out.Report, s)
	Collapses(&out.Report, s)
	if len(out.Runs) == 0 { // else the report has the keys from the runs
		for _, m := range o.Own {
			out.Report.Own = append(out.Report.Own, m.Key)
		}
	}
	return nil
}

// plan lists the runs, seed by seed, so that an interrupted campaign has about as many
// of each row.
func plan(s *scenarios.Scenario) []task {
	tasks := make([]task, 0, s.Runs*len(s.Algorithms))
	for i := range s.Runs {
		for _, e := range s.Algorithms {
			tasks = append(tasks, task{entry: e, seed: s.Seed + uint64(i), first: len(tasks) == 0})
		}
	}
	return tasks
}

// execute runs the tasks, o.Jobs at a time. A result is nil if its task was not
// begun or was cut off. The positions come from the first task, if it was run now.
// The error means that runs cannot be kept.
func execute(ctx context.Context, s *scenarios.Scenario, tasks []task, o Options) ([]*result, []position, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ended, todo := o.divide(tasks)
	first := newPositions(s.Nodes)
	forecast := NewForecast(o.Jobs)
	for _, i := range todo {
		forecast.Add(Work{Row: tasks[i].entry.Label})
	}
	pace := newPace(s, portion{done: len(tasks) - len(todo), of: len(tasks), left: forecast}, o.Progress)
	defer pace.close()
	var left atomic.Int64
	left.Store(int64(len(todo)))
	order := newOrder(tasks, todo, forecast)
	parallel.Each(ctx, o.Jobs, len(todo), func(int) {
		i := order.next()
		clock := pace.clock(s)
		sinks := []trace.Sink{clock}
		if i == 0 && o.Positions {
			sinks = append(sinks, first)
		}
		t := tasks[i]
		t.beside = o.idle(int(left.Load()))
		work := Work{Row: t.entry.Label}
		timed := forecast.Begin(work)
		one := attempt(ctx, s, t, o, sinks...)
		timed(one.err == nil)
		forecast.Done(work)
		left.Add(-1)
		if one.left && i == 0 {
			first = newPositions(s.Nodes) // the run that was left behind may still write to the old one
		}
		if one.err == nil && o.keep != nil {
			if err := o.keep.result(tasks[i], one, first); err != nil {
				stop(err)
				return
			}
		}
		if ctx.Err() == nil || one.err == nil {
			ended[i] = one
			clock.end(one.err)
		}
	})
	if err := context.Cause(ctx); errors.Is(err, results.ErrWrite) {
		return nil, nil, o.keep.broken(err)
	}
	return ended, first.sorted(), nil
}

// idle reports whether each run may use a second processor when this many runs are left.
func (o *Options) idle(left int) bool {
	jobs, processors := max(o.Jobs, 1), o.Processors
	if processors == 0 {
		processors = jobs
	}
	return 2*min(left, jobs) <= min(processors, runtime.GOMAXPROCS(0))
}

// divide returns the results of the tasks whose runs are kept, and the indices of the tasks
// to be run. If each run is to write its trace, all are to be run.
func (o *Options) divide(tasks []task) (done []*result, todo []int) {
	done = make([]*result, len(tasks))
	for i, t := range tasks {
		if run, known := o.keep.find(t); known && o.TraceFile == nil {
			done[i] = &result{run: run}
			continue
		}
		todo = append(todo, i)
	}
	return done, todo
}

// name returns the name of the program.
func (o *Options) name() string { return string(cmp.Or(o.Program, registry.Bellwether)) }

// collect sorts results by row, then by seed.
func (o *Options) collect(out *Outcome, tasks []task, results []*result) {
	for _, e := range out.Scenario.Algorithms {
		for i, one := range results {
			switch {
			case one == nil || tasks[i].entry.Label != e.Label:
			case one.err != nil:
				out.Failures = append(out.Failures, &Failure{e.Label, tasks[i].seed, one.err,
					o.name() + " " + out.Scenario.Command(e.Label, tasks[i].seed)})
			default:
				out.Runs = append(out.Runs, one.run)
				for _, n := range one.idle {
					out.idle = append(out.idle, fmt.Sprintf("intervention %d changed nothing in the run of %s with seed %d", n, e.Label, tasks[i].seed))
				}
			}
		}
	}
}

// troubles returns further warnings for the report: failures, interruption, silent radios
// and interventions that changed nothing. asked is the number of all runs.
func troubles(out *Outcome, asked int) []string {
	var list []string
	for _, f := range out.Failures {
		list = append(list, f.Error())
	}
	if out.Interrupted {
		stopped := fmt.Sprintf("interrupted: %d of %d runs are finished", len(out.Runs), asked)
		if missing := absent(out); missing != nil {
			stopped += ", none of " + strings.Join(missing, ", ")
		}
		list = append(list, stopped)
	}
	return append(append(list, silences(out)...), out.idle...)
}

// absent returns the labels of rows without a finished run.
func absent(out *Outcome) (labels []string) {
	for _, e := range out.Scenario.Algorithms {
		if present(e.Label, out.Runs) == "" {
			labels = append(labels, e.Label)
		}
	}
	return labels
}

// present returns versus, or "" if there is no run of that row.
func present(versus string, runs []measure.RunResult) string {
	if slices.ContainsFunc(runs, func(r measure.RunResult) bool { return r.Label == versus }) {
		return versus
	}
	return ""
}
