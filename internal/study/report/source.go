package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A source is the content of a directory of a sweep or of a run.
type source struct {
	dir      string
	name     string
	about    string
	plan     *plan.Plan          // nil: of a run
	scenario *scenarios.Scenario // at the first point; nil: it cannot be loaded any more
	lines    []results.Line
	files    map[string]string // paths of the files that the scenario names
	asked    int               // runs; 0: unknown
	missing  []sweep.Gap
	warnings []string
	cross    *table.Cross
	metrics  []string // to show
	columns  string   // of tables of several points: an axis
}

// read reads the directory.
func (j *Job) read(ctx context.Context) (*source, error) {
	kind, err := results.KindOf(j.Dir)
	switch {
	case err != nil:
		return nil, err
	case kind == results.Sweep:
		return j.ofSweep(ctx)
	}
	return j.ofRun()
}

// ofSweep reads the directory of a sweep, also while the sweep is writing there.
func (j *Job) ofSweep(ctx context.Context) (*source, error) {
	stand, err := sweep.Look(ctx, j.Dir, j.Algorithms)
	if err != nil {
		return nil, err
	}
	p := stand.Plan
	s := &source{dir: j.Dir, name: p.Name, about: p.About, plan: p, lines: stand.Lines,
		asked: stand.Asked, missing: stand.Missing, warnings: append(stand.Warnings, stand.Advice...)}
	if stand.Points != nil {
		s.scenario = stand.Points[0].Scenario
	}
	asked := sweep.Table{Dir: j.Dir, Algorithms: j.Algorithms, Columns: j.Columns, Metrics: j.Metrics, Versus: j.Versus, Format: string(table.HTML)}
	if len(j.Metrics) == 0 && !slices.ContainsFunc(j.Columns, func(name string) bool { return !j.isMetric(name) }) {
		asked.Columns, asked.Metrics = nil, j.Columns // lines go along an axis all the same
	}
	asked.Warn = func(text string) { s.warnings = append(s.warnings, strings.TrimPrefix(text, "warning: ")) }
	if asked.Versus == "" {
		asked.Versus = s.base(p.Labels())
	}
	if len(asked.Metrics) == 0 {
		asked.Metrics = table.DefaultColumns()
	}
	s.metrics = slices.Clone(asked.Metrics)
	if p.Count().IsInt64() && p.Count().Int64() == 1 {
		asked.Metrics = append(asked.Metrics, others(asked.Metrics)...)
	}
	if s.cross, err = asked.Cross(p, stand.Lines); err != nil {
		return nil, err
	}
	if err := sweep.Collapsed(s.cross, stand.Points, stand.Lines); err != nil {
		return nil, err
	}
	s.columns = asked.Column()
	return s, nil
}

// isMetric reports whether a name is that of a metric.
func (j *Job) isMetric(name string) bool {
	_, err := campaign.KeyOf(name, j.Algorithms.Metrics()...)
	return err == nil
}

// base returns the row with which the others of a sweep are compared if the user names none:
// the first of the plan that has a finished run, since an unfinished sweep may have none of
// the first row. It returns "" if there is nothing to compare.
func (s *source) base(labels []string) string {
	if len(labels) < 2 {
		return ""
	}
	for i, label := range labels {
		if !slices.ContainsFunc(s.lines, func(l results.Line) bool { return l.Label == label }) {
			continue
		}
		if i > 0 {
			s.warnings = append(s.warnings, fmt.Sprintf("no run of %s is finished yet: the others are compared with %s", labels[0], label))
		}
		return label
	}
	return ""
}

// others returns the metrics that are not in a list.
func others(some []string) []string {
	return slices.DeleteFunc(campaign.MetricNames(), func(name string) bool { return slices.Contains(some, name) })
}

// ofRun reads the directory that "run --out" wrote.
func (j *Job) ofRun() (*source, error) {
	s := &source{dir: j.Dir, metrics: append(slices.Clone(j.Metrics), j.Columns...)}
	if len(j.Metrics) > 0 && len(j.Columns) > 0 {
		return nil, fmt.Errorf("--columns %s and --metric %s: a run has no axes, so both name metrics; give one of them", strings.Join(j.Columns, ","), strings.Join(j.Metrics, ","))
	}
	stored, err := results.Finished(j.Dir, func(text string) { s.warnings = append(s.warnings, text) })
	if err != nil {
		return nil, err
	}
	s.lines, s.files, s.name = stored.Lines, stored.Files, stored.Lines[0].Scenario
	told, err := s.told()
	if err != nil {
		return nil, err
	}
	s.warnings = append(s.warnings, told.Warnings...)
	if err := s.load(j.Algorithms); err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("the scenario cannot be loaded any more: %v", err))
	}
	return s, j.summarise(s, told)
}

// told returns the report that the run wrote at its end; empty if the run did not finish.
func (s *source) told() (report measure.Report, err error) {
	name := filepath.Join(s.dir, campaign.ResultsFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		s.warnings = append(s.warnings, name+" is missing: the run was interrupted, or could not write it")
		return report, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &report)
	}
	if err != nil {
		return report, fmt.Errorf("%s: no report of a run: %w: remove it, and the command that made the directory writes it again from the runs kept", name, err)
	}
	return report, nil
}

// load loads the scenario as it was run, and counts what is missing.
func (s *source) load(reg *registry.Registry) error {
	o := reg.Options()
	o.Files = s.files
	loaded, err := scenarios.Load(filepath.Join(s.dir, campaign.ScenarioFile), o)
	if err != nil {
		return err
	}
	s.scenario, s.about = loaded, loaded.About
	s.asked = loaded.Runs * len(loaded.Algorithms)
	for _, e := range loaded.Algorithms {
		there := 0
		for i := range s.lines {
			if s.lines[i].Label == e.Label {
				there++
			}
		}
		if there < loaded.Runs {
			s.missing = append(s.missing, sweep.Gap{Label: e.Label, Runs: loaded.Runs - there, Of: loaded.Runs})
		}
	}
	return nil
}

// summarise summarises the runs as the report at their end did.
func (j *Job) summarise(s *source, told measure.Report) error {
	var runs []measure.RunResult
	first := s.lines[0].Seed
	for i := range s.lines {
		run := s.lines[i].Result()
		run.Metrics.Describe(j.Algorithms.Metrics())
		runs = append(runs, run)
		first = min(first, s.lines[i].Seed)
	}
	versus := told.Versus
	if j.Versus != "" {
		versus = j.Versus
	}
	if i := slices.IndexFunc(runs, func(r measure.RunResult) bool { return r.Label == versus }); i < 0 {
		if j.Versus != "" {
			var labels []string
			for _, r := range runs {
				labels = append(labels, r.Label)
			}
			return fmt.Errorf("--versus %s: there is no such row%s", versus, strictyaml.Hint(versus, labels))
		}
		versus = ""
	}
	given := s.metrics
	for _, name := range j.Columns {
		if _, err := campaign.KeyOf(name, j.Algorithms.Metrics()...); err != nil {
			return fmt.Errorf("--columns %s: a run has no axes, nor is it a metric: %w", name, err)
		}
	}
	for _, name := range given {
		if _, err := campaign.KeyOf(name, j.Algorithms.Metrics()...); err != nil {
			return fmt.Errorf("--metric %s: %w", name, err)
		}
	}
	report, err := measure.Summarise(s.name, versus, first, max(told.Runs, 1), runs, nil)
	if err != nil {
		return err
	}
	if s.scenario != nil {
		report.Runs = s.scenario.Runs
		campaign.Unmeasured(&report, s.scenario)
		campaign.Collapses(&report, s.scenario)
	}
	if len(given) == 0 {
		s.metrics = table.ColumnsFor(&report)
	}
	s.cross = &table.Cross{Plan: s.name, Versus: versus, Points: []table.CrossPoint{{Report: report}}}
	return nil
}
