package sweep

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// A Stress is a sweep over the assumptions of a scenario: an ideal medium and one that nodes share,
// the leader's margin, routes that cost nothing and those of a protocol. It says which rows
// lead best at each corner, and which assumption their order hangs on.
type Stress struct {
	Job      Job // its Plan, Given and Told are set by Do
	Scenario string
	Load     scenarios.Options // with what flags set
	Format   string
	Version  string // of the program, after its name
	Table    Table  // its destinations

	// Estimate returns about how many seconds of one processor the runs of a scenario take; nil,
	// or not known: nothing is said.
	Estimate func(context.Context, *scenarios.Scenario) (seconds float64, known bool)
}

// Do says what the runs will take, makes those that the directory lacks, and writes the table of
// all that are finished, also if the context ends before the runs do. Errors are those of Job.Do.
func (s *Stress) Do(ctx context.Context) error {
	if _, err := table.ParseFormat(s.Format); err != nil && s.Format != table.FormatJSON {
		return fmt.Errorf("--format %s: unknown format%s", s.Format, strictyaml.Hint(s.Format, table.FormatNames()))
	}
	if s.Job.Jobs < 1 {
		return fmt.Errorf("--jobs must be at least 1, got %d", s.Job.Jobs)
	}
	base, p, err := s.plan()
	if err != nil {
		return err
	}
	for _, w := range base.Warnings() {
		s.Job.Warn("warning: " + w.String())
	}
	for _, why := range p.Stress.LeftOut {
		s.Job.Warn("not turned round, " + why)
	}
	if err := s.announce(ctx, p); err != nil {
		return err
	}
	var lines []results.Line
	s.Job.Given, s.Job.Told = p, func(l *results.Line) { lines = append(lines, *l) }
	done := s.Job.Do(ctx)
	if done != nil && !errors.Is(done, campaign.ErrInterrupted) && !errors.Is(done, campaign.ErrFailed) || len(lines) == 0 {
		return done
	}
	return errors.Join(done, s.write(p, lines))
}

// plan loads the scenario, and returns it with the plan of its corners.
func (s *Stress) plan() (*scenarios.Scenario, *plan.Plan, error) {
	if filepath.Base(s.Scenario) == results.ScenarioFile {
		files, err := results.Files(filepath.Dir(s.Scenario))
		if err != nil {
			return nil, nil, err
		}
		s.Load.Files = files
	}
	base, err := scenarios.Load(s.Scenario, s.Load)
	if err != nil {
		return nil, nil, err
	}
	from, err := placeOf(s.Scenario)
	if err != nil {
		return nil, nil, err
	}
	runs := 0
	for _, o := range s.Load.Set {
		if o.Path == "runs" {
			runs = base.Runs
		}
	}
	p, err := stressPlan(base, from, s.Load.Set, runs)
	if err != nil {
		return nil, nil, err
	}
	p.Own, p.Files = s.Job.Algorithms.Options(), s.Load.Files
	p.Own.Program = s.Load.Program // the rows stand in the plan, programs among them
	return base, p, nil
}

// announce says how many runs there are, why so many, and about how long they take at each corner.
func (s *Stress) announce(ctx context.Context, p *plan.Plan) error {
	points, err := p.Points(ctx)
	if err != nil {
		return err
	}
	judged, _, _ := rowsOf(points[0].Scenario)
	rows, least := len(points[0].Scenario.Algorithms), runsToTell(len(judged), len(points))
	text := fmt.Sprintf("%s: %s × %s × %s", p.Name, wording.Count(len(points), "corner"), wording.Count(rows, "row"), wording.Count(p.Runs, "seed"))
	switch {
	case p.Runs == least:
		text += ", the fewest that can tell rows apart"
	case p.Runs < least:
		s.Job.Warn(fmt.Sprintf("warning: --runs %d is too few to tell any rows apart at %d corners: it takes %d", p.Runs, len(points), least))
	}
	if s.Estimate == nil {
		s.Job.Warn(text)
		return nil
	}
	var parts []string
	whole, jobs := 0.0, float64(max(min(s.Job.Jobs, rows*p.Runs), 1))
	for i := range points {
		at := *points[i].Scenario
		at.Runs = p.Runs
		seconds, known := s.Estimate(ctx, &at)
		if ctx.Err() != nil {
			return fmt.Errorf("%w: not yet begun", campaign.ErrInterrupted)
		}
		if !known {
			s.Job.Warn(text + "; how long they take is not known before")
			return nil
		}
		whole += seconds
		parts = append(parts, fmt.Sprintf("%s %s", strings.Join(points[i].At, ", "), wording.Rough(seconds/jobs)))
	}
	s.Job.Warn(fmt.Sprintf("%s; about %s on this machine, %.0f at a time (%s)", text, wording.Rough(whole/jobs), jobs, strings.Join(parts, "; ")))
	return nil
}

// write writes the table of finished runs.
func (s *Stress) write(p *plan.Plan, lines []results.Line) error {
	t := s.Table
	t.Algorithms, t.Format, t.Warn = s.Job.Algorithms, s.Format, s.Job.Warn
	cross, err := t.Cross(p, lines)
	if err != nil {
		return err
	}
	cross.Wanted = len(p.Places()) * p.Runs * len(p.Algorithms)
	if missing := cross.Wanted - len(lines); missing > 0 {
		cross.Gaps = []table.CrossGap{{Runs: missing, Of: cross.Wanted}}
	}
	return t.corners(cross)
}
