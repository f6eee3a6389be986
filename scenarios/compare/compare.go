// Package compare runs a scenario with every algorithm it names and every seed, and
// puts the results side by side: what "bellwether run" does, for programs that import
// bellwether and bring algorithms of their own.
//
//	s, err := scenarios.Load("campus-walk", scenarios.Options{
//		More: []protocol.Algorithm{mine.Algorithm()}, Algorithms: []string{"mine", "vasudevan", "bully"},
//	})
//	report, err := compare.Run(ctx, s, compare.Options{})
//	err = plots.WriteReport(os.Stdout, plots.Text, &report, plots.ReportOptions{})
//
// It assumes a scenario that Load or Read gave. Runs go in parallel, and nothing of a
// report but wall_s depends on how many do. It never writes anything, and never stops
// for a run that fails: the others are worth keeping. Where memory is short it makes fewer
// runs at a time, and refuses a world that does not fit.
//
// Cost: the runs.
package compare

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"bellwether/internal/base/crash"
	"bellwether/internal/base/memory"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// Options say how the runs are made and compared.
type Options struct {
	Jobs   int    // runs at a time; 0: as many as there are processors
	Versus string // label of the row that others are compared with; "": the first
	// Metrics of one's own, in the report beside the metrics of measure.Keys.
	Metrics []measure.Own
}

// Errors of runs; others are faults of the options.
var (
	ErrFailed      = campaign.ErrFailed
	ErrInterrupted = campaign.ErrInterrupted
)

// Run runs the scenario. With ErrFailed, whose text has the seed of each run that
// failed and what repeats it, and with ErrInterrupted, if the context ended first, the
// report is of the runs that are finished.
func Run(ctx context.Context, s *scenarios.Scenario, o Options) (measure.Report, error) {
	if s == nil || len(s.Algorithms) == 0 {
		return measure.Report{}, errors.New("compare: there is no scenario: take one from scenarios.Load or scenarios.Read")
	}
	jobs := o.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if jobs < 0 {
		return measure.Report{}, fmt.Errorf("compare: %d jobs", jobs)
	}
	if err := measure.ValidateOwn(o.Metrics); err != nil {
		return measure.Report{}, err
	}
	fit := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: jobs, Free: memory.Free, Warn: func(string) {}}
	jobs, err := fit.Fit() // fewer at a time give the same report
	if err != nil {
		return measure.Report{}, fmt.Errorf("compare: %w", err)
	}
	out, err := campaign.Run(ctx, s, campaign.Options{Jobs: jobs, Versus: o.Versus, Own: o.Metrics})
	if err != nil {
		return measure.Report{}, err
	}
	var failures []error
	for _, f := range out.Failures {
		failures = append(failures, f)
	}
	for _, p := range crash.Find(errors.Join(failures...)) {
		failures = append(failures, errors.New(p.Stack))
	}
	switch {
	case failures != nil:
		return out.Report, fmt.Errorf("compare: %w\n%w", ErrFailed, errors.Join(failures...))
	case out.Interrupted:
		return out.Report, fmt.Errorf("compare: %w", ErrInterrupted)
	}
	return out.Report, nil
}
