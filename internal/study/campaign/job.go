package campaign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"bellwether/internal/base/build"
	"bellwether/internal/base/memory"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/footprint"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// A Job is a request of a user: some scenarios, run and reported in one way.
type Job struct {
	Scenarios []string // built-in names or files
	Load      scenarios.Options
	Options   Options
	Format    string
	Columns   []string                     // keys of metrics; none: a default choice
	Out       string                       // directory for files, "" for none; several scenarios have a directory each below it
	Trace     string                       // file for records, "" for none
	Free      func() (memory.Amount, bool) // memory that runs may take; nil, or false: not known
	NoCopy    bool                         // leaves the files of the scenarios where they are
	Version   string                       // of the program, after its name, for the line on how to repeat the runs
	Program   build.Program

	// Write, if it is not nil, takes the outcome of each scenario in place of the reports.
	Write func(*Outcome) error

	Stdout io.Writer // the reports
	Warn   func(string)
}

// Errors that decide the exit code of the program; others are faults of the input.
var (
	ErrFailed      = errors.New("a run failed")
	ErrInterrupted = errors.New("interrupted")
)

// Do checks everything, then runs the scenarios one after the other and writes
// their reports. It writes nothing before everything is checked.
func (j *Job) Do(ctx context.Context) error {
	var loaded []*scenarios.Scenario
	err, read := within(ctx, 0, func() (err error) {
		loaded, err = j.load()
		return err
	})
	switch {
	case !read:
		return fmt.Errorf("%w: the scenario was still being read", ErrInterrupted)
	case err != nil:
		return err
	}
	if err := j.fit(loaded); err != nil {
		return err
	}
	if j.Trace != "" {
		if err := writable(j.Trace); err != nil {
			return err
		}
	}
	keeps, err := j.keeps(loaded)
	if err != nil {
		return err
	}
	for _, s := range loaded {
		for _, w := range s.Warnings() {
			j.Warn("warning: " + w.String())
		}
	}
	err = j.runAll(ctx, loaded, keeps)
	for _, k := range keeps {
		err = errors.Join(err, k.close())
	}
	return err
}

// fit reduces the runs at a time to what the free memory allows, and refuses worlds that are
// too large for it.
func (j *Job) fit(loaded []*scenarios.Scenario) error {
	most := 1
	for _, s := range loaded {
		most = max(most, s.Runs*len(s.Algorithms))
	}
	p := footprint.Plan{Scenarios: loaded, Jobs: min(j.Options.Jobs, most), Free: j.Free, Warn: j.Warn}
	if j.Trace != "" {
		p.Records = footprint.All
	}
	if j.Options.Processors == 0 {
		j.Options.Processors = j.Options.Jobs
	}
	var err error
	j.Options.Jobs, err = p.Fit()
	return err
}

// keeps opens the directories in which the runs of the scenarios are kept. If one of them is
// refused, none is changed.
func (j *Job) keeps(loaded []*scenarios.Scenario) ([]*kept, error) {
	if j.Out == "" {
		return nil, nil
	}
	var keeps []*kept
	var err error
	for i, s := range loaded {
		var k *kept
		k, err = keeping{Dir: j.outDir(i, loaded), NoCopy: j.NoCopy, Program: j.Program, Warn: j.Warn}.open(s)
		if err != nil {
			break
		}
		keeps = append(keeps, k)
	}
	for i := 0; i < len(keeps) && err == nil; i++ {
		err = keeps[i].settle()
	}
	if err != nil {
		for _, held := range slices.Backward(keeps) {
			err = errors.Join(err, held.close())
		}
		return nil, err
	}
	return keeps, nil
}

// runAll runs the scenarios one after the other.
func (j *Job) runAll(ctx context.Context, loaded []*scenarios.Scenario, keeps []*kept) error {
	var failures []error
	for i, s := range loaded {
		o := j.Options
		if keeps != nil {
			o.keep, o.Positions = keeps[i], true
			if n := s.Runs * len(s.Algorithms); len(o.keep.lines) == n && o.TraceFile == nil {
				j.Warn(fmt.Sprintf("%s: nothing to run: all %d runs are in %s", s.Name, n, o.keep.dir.Path))
			}
		}
		out, err := Run(ctx, s, o)
		if err != nil {
			return err
		}
		for _, a := range out.Advice {
			j.Warn("warning: " + a)
		}
		for _, w := range append(silences(out), out.idle...) {
			j.Warn("warning: " + s.Name + ": " + w)
		}
		for _, f := range out.Failures {
			failures = append(failures, f)
		}
		if err := j.report(out, i > 0); err != nil {
			return err
		}
		if keeps != nil {
			if err := j.sheet(out).keep(o.keep.dir.Path); err != nil {
				return err
			}
		}
		if out.Interrupted && keeps != nil {
			return fmt.Errorf("%w; the same command goes on from what is kept in %s", ErrInterrupted, o.keep.dir.Path)
		}
		if out.Interrupted {
			return ErrInterrupted
		}
	}
	if len(failures) > 0 {
		return fmt.Errorf("%w\n%w", ErrFailed, errors.Join(failures...))
	}
	return nil
}

// load reads all scenarios and checks the options against them.
func (j *Job) load() ([]*scenarios.Scenario, error) {
	var faults []error
	if err := j.checkOptions(); err != nil {
		faults = append(faults, err)
	}
	var loaded []*scenarios.Scenario
	runs, seen := 0, map[string]string{}
	for _, name := range j.Scenarios {
		s, err := j.read(name)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if _, err := versusRow(s, j.Options.Versus); err != nil {
			faults = append(faults, err)
		}
		if first, twice := seen[s.Name]; twice {
			faults = append(faults, fmt.Errorf("%s and %s are both called %s", first, name, s.Name))
		}
		seen[s.Name] = name
		runs += s.Runs * len(s.Algorithms)
		loaded = append(loaded, s)
	}
	if j.Trace != "" {
		j.Options.TraceFile = TraceFiles(j.Trace, runs == 1)
	}
	return loaded, errors.Join(faults...)
}

// read reads a scenario. If it is in a directory of results, the index of that directory
// says where the files are that the scenario names.
func (j *Job) read(name string) (*scenarios.Scenario, error) {
	o := j.Load
	if filepath.Base(name) == ScenarioFile {
		files, err := results.Files(filepath.Dir(name))
		if err != nil {
			return nil, err
		}
		if files != nil {
			o.Files = files
		}
	}
	return scenarios.Load(name, o)
}

func (j *Job) checkOptions() error {
	if j.Options.Jobs < 1 {
		return fmt.Errorf("--jobs must be at least 1, got %d", j.Options.Jobs)
	}
	if _, err := table.ParseFormat(j.Format); err != nil && j.Format != table.FormatJSON {
		return fmt.Errorf("--format %s: unknown format%s", j.Format, strictyaml.Hint(j.Format, table.FormatNames()))
	}
	for _, name := range j.Columns {
		if _, err := KeyOf(name, j.Options.Own...); err != nil {
			return fmt.Errorf("--columns %s: %w", name, err)
		}
	}
	return nil
}

func (j *Job) outDir(i int, all []*scenarios.Scenario) string {
	if len(all) == 1 {
		return j.Out
	}
	return filepath.Join(j.Out, all[i].Name)
}

// report writes the report of one scenario. In CSV only the first has a header.
func (j *Job) report(out *Outcome, later bool) error {
	if j.Write != nil {
		return j.Write(out)
	}
	sheet := j.sheet(out)
	if later {
		return sheet.follow(j.Stdout, j.Format)
	}
	return sheet.Write(j.Stdout, j.Format)
}

// sheet returns the table of an outcome.
func (j *Job) sheet(out *Outcome) *Sheet {
	return &Sheet{Report: &out.Report, Columns: j.Columns, Again: j.Footer(out.Scenario)}
}

// Footer returns the line that tells how to make the same table again.
func (j *Job) Footer(s *scenarios.Scenario) string {
	return again(j.Version, j.Options, j.Columns, s)
}
