package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// content returns what the directory of a plan must contain: the plan, its scenario as it was
// written, and the files that the scenario names.
func (j *Job) content(p *plan.Plan, points []plan.Point, l *ledger) (results.Content, error) {
	source, err := source(p)
	if err != nil {
		return results.Content{}, err
	}
	kept := *p
	if source.From != "" || p.Text != nil {
		kept.Scenario = source.Name // the copy is beside the plan
	}
	c := results.Content{
		Kind: results.Sweep, Name: p.Name, NoCopy: j.NoCopy, MaxCopied: j.mostCopied, Program: j.Program, Made: j.Made,
		Shard:     j.Shard.String(),
		Documents: []results.File{{Name: results.PlanFile, Data: kept.YAML()}, source},
		Holds: func(same results.Readings) func(results.Place, *results.Line) error {
			l.same = same
			return l.enter
		},
	}
	for _, e := range points[0].Scenario.Algorithms {
		c.Rows = append(c.Rows, e.Label)
	}
	for i := range points {
		for _, f := range points[i].Scenario.Files() {
			c.Files = append(c.Files, results.File(f))
		}
	}
	c.Bound = boundOf(points)
	return c, nil
}

// boundOf returns why results may depend on the processor, "" if they do not.
func boundOf(points []plan.Point) string {
	for i := range points {
		if bound := points[i].Scenario.ProcessorBound(); bound != "" {
			return bound
		}
	}
	return ""
}

// source returns the scenario of a plan as it was written. Tables show its name.
func source(p *plan.Plan) (results.File, error) {
	if p.Text != nil {
		return results.File{Name: filepath.Base(p.Scenario), Data: p.Text}, nil
	}
	if data, builtin := scenarios.Source(p.Scenario); builtin {
		return results.File{Name: p.Scenario + ".yaml", Data: data}, nil
	}
	data, err := os.ReadFile(p.Scenario)
	if err != nil {
		return results.File{}, err
	}
	name := filepath.Base(p.Scenario)
	if name == results.PlanFile {
		name = results.ScenarioFile
	}
	return results.File{Name: name, From: p.Scenario, Data: data}, nil
}

// load reads the plan of the job. If the plan is in a directory of results, files that the
// scenario names are first looked for there. If Plan is itself such a directory,
// load takes the plan in it, and the results go there unless Dir is given.
func (j *Job) load() (*plan.Plan, error) {
	switch stat, err := os.Stat(j.Plan); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no plan and no directory %s", j.Plan)
	case err == nil && stat.IsDir():
		if kind, err := results.KindOf(j.Plan); err == nil && kind == results.Run {
			if _, err := results.Load(j.Plan, j.Warn); err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("%s has the results of a run, which goes on with: bellwether run %s --out %s",
				j.Plan, filepath.Join(j.Plan, results.ScenarioFile), j.Plan)
		}
		if j.Dir == "" {
			j.Dir = j.Plan
		}
		if err := j.shardOf(j.Plan); err != nil {
			return nil, err
		}
		if j.Dir != j.Plan && !j.Shard.Whole() {
			j.merged = j.Plan
		}
		in := j.Plan
		j.Plan = filepath.Join(in, results.PlanFile)
		if _, err := os.Stat(j.Plan); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is no directory of a sweep: it has no %s; to begin one: PLAN --out %s", in, results.PlanFile, in)
		}
	}
	if j.Dir == "" {
		return nil, errors.New("--out is missing: into which directory do the results go?")
	}
	p, err := plan.Load(j.Plan)
	if err != nil {
		return nil, err
	}
	p.Own = j.Algorithms.Options()
	p.Own.Program = j.Start
	files, err := results.Files(filepath.Dir(j.Plan))
	if err != nil || files == nil {
		return p, err
	}
	settle(p, filepath.Dir(j.Plan), files)
	return p, nil
}

// settle makes a plan in a directory of results use the files in it. It also takes the
// copy of a built-in scenario if that has changed since.
func settle(p *plan.Plan, dir string, files map[string]string) {
	p.Files = files
	now, builtin := scenarios.Source(p.Scenario)
	copied := filepath.Join(dir, p.Scenario+".yaml")
	if then, err := os.ReadFile(copied); builtin && err == nil && !bytes.Equal(now, then) {
		p.Scenario = copied
	}
}

// Stored reads a directory and its plan, also while a sweep is writing there. The plan of
// a run has no axes. A last line that was cut off is a warning.
func Stored(path string, reg *registry.Registry, warn func(string)) (*plan.Plan, *results.Stored, error) {
	s, err := results.Load(path, warn)
	if err != nil {
		return nil, nil, err
	}
	if s.Kind == results.Run {
		p, err := ofRun(s, reg)
		return p, s, err
	}
	p, err := plan.Load(filepath.Join(path, results.PlanFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s has results but no %s to tell of which plan", path, results.PlanFile)
	}
	if err == nil {
		p.Own = reg.Options()
		settle(p, path, s.Files)
	}
	return p, s, err
}

// ofRun returns a plan that is equivalent to a run: one point, the run's scenario.
func ofRun(s *results.Stored, reg *registry.Registry) (*plan.Plan, error) {
	name := "run"
	if len(s.Lines) > 0 {
		name = s.Lines[0].Scenario
	}
	if s.Index != nil {
		name = s.Index.Name
	}
	file := filepath.Join(s.Path, results.ScenarioFile)
	p, err := plan.Read(filepath.Join(s.Path, results.PlanFile), fmt.Appendf(nil, "schema: %d\nname: %s\nscenario: %s\n", plan.Form, name, results.ScenarioFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p.Files, p.Own = s.Files, reg.Options()
	return p, nil
}
