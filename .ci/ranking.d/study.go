//go:build docs

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/ranking"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/trace/measure"
)

// A study is what a directory of results holds, and what its verdict says.
type study struct {
	dir   string
	plan  *plan.Plan
	lines []results.Line
	cross *table.Cross // judged by the first metric of its table
	rows  []string     // in the order of the plan
	seeds []uint64
	by    map[string][]*results.Line // by row, point and, in the order of seeds, run

	fallen []string // the rows whose own frames fill the medium at some point
}

func newStudy(dir string) (*study, error) {
	stand, err := sweep.Look(context.Background(), dir, nil)
	if err != nil {
		return nil, err
	}
	t := sweep.Table{Dir: dir, Format: table.FormatJSON, Stdout: new(bytes.Buffer), Warn: func(string) {}}
	cross, err := t.Cross(stand.Plan, stand.Lines)
	if err != nil {
		return nil, err
	}
	s := &study{dir: dir, plan: stand.Plan, lines: stand.Lines, cross: cross, rows: stand.Plan.Labels(), by: map[string][]*results.Line{}}
	slices.SortStableFunc(s.lines, func(a, b results.Line) int { return int(a.Seed) - int(b.Seed) })
	for i := range s.lines {
		l := &s.lines[i]
		key := keyOf(l.Label, l.Axes.Values())
		s.by[key] = append(s.by[key], l)
		if len(s.seeds) == 0 || s.seeds[len(s.seeds)-1] != l.Seed {
			s.seeds = append(s.seeds, l.Seed)
		}
	}
	s.seeds = slices.DeleteFunc(s.seeds, func(seed uint64) bool { return !s.whole(seed) })
	if len(s.seeds) < 2 {
		return nil, fmt.Errorf("%s: %d seeds have all runs: it takes two", dir, len(s.seeds))
	}
	return s, s.collapsed(stand.Points)
}

// collapsed finds the rows whose own frames fill the medium at some point, or reads what was kept of them.
func (s *study) collapsed(points []plan.Point) error {
	kept, err := os.ReadFile(s.dir + "." + collapsedFile)
	if err == nil {
		return json.Unmarshal(kept, &s.fallen)
	}
	if err := sweep.Collapsed(s.cross, points, s.lines); err != nil {
		return err
	}
	for _, row := range s.rows {
		if slices.ContainsFunc(s.cross.Verdict.Cells, func(c table.VerdictCell) bool { return slices.Contains(c.Report.Verdict.Collapsed, row) }) {
			s.fallen = append(s.fallen, row)
		}
	}
	return nil
}

// whole reports whether a seed has a run of each row at each point.
func (s *study) whole(seed uint64) bool {
	for _, key := range s.keys() {
		if !slices.ContainsFunc(s.by[key], func(l *results.Line) bool { return l.Seed == seed }) {
			return false
		}
	}
	return true
}

func (s *study) keys() (keys []string) {
	for _, at := range s.plan.Places() {
		for _, row := range s.rows {
			keys = append(keys, keyOf(row, at))
		}
	}
	return keys
}

// A where has values of axes; an axis that it lacks may have any.
type where map[string]string

func (s *study) value(at []string, axis string) string {
	for i, a := range s.plan.Axes {
		if a.Path == axis {
			return at[i]
		}
	}
	return ""
}

func (s *study) points(w where) (out [][]string) {
	for _, at := range s.plan.Places() {
		if s.inside(at, w) {
			out = append(out, at)
		}
	}
	return out
}

func (s *study) inside(at []string, w where) bool {
	for axis, value := range w {
		if s.value(at, axis) != value {
			return false
		}
	}
	return true
}

// bySeed returns the mean of a metric over points, for each seed.
func (s *study) bySeed(metric, row string, w where) []float64 {
	out := make([]float64, len(s.seeds))
	points := s.points(w)
	for _, at := range points {
		for _, l := range s.by[keyOf(row, at)] {
			if i := slices.Index(s.seeds, l.Seed); i >= 0 {
				out[i] += l.Metrics.Get(metric).X / float64(len(points))
			}
		}
	}
	return out
}

// A choice is a part of a study.
type choice struct {
	where where
	not   []string // rows that are left out
	seed  int      // place of a seed that is left out; -1: none
}

// decide divides the variance between rows of a part of the study.
func (s *study) decide(metric string, c choice) (*ranking.Decision, error) {
	key, ok := measure.FindKey(metric)
	if !ok {
		return nil, fmt.Errorf("no metric %s", metric)
	}
	levels := make([][]string, len(s.plan.Axes))
	var names []string
	for i, a := range s.plan.Axes {
		names = append(names, a.Path)
		for _, at := range s.points(c.where) {
			if !slices.Contains(levels[i], at[i]) {
				levels[i] = append(levels[i], at[i])
			}
		}
	}
	var runs []ranking.Run
	for _, row := range s.rows {
		if slices.Contains(c.not, row) {
			continue
		}
		for _, at := range s.points(c.where) {
			for _, l := range s.by[keyOf(row, at)] {
				i := slices.Index(s.seeds, l.Seed)
				if i < 0 || i == c.seed {
					continue
				}
				runs = append(runs, ranking.Run{Row: row, Aim: goals.Aim{Goal: l.Goal, Quorum: l.Quorum}, At: at, Seed: l.Seed, Value: l.Metrics.Get(metric).X})
			}
		}
	}
	return ranking.Decide(&key, names, levels, runs)
}

// better reports whether the tests, corrected for all points together, show that a row leads better than another.
func better(c *table.VerdictCell, row, than string) bool {
	return slices.Contains(c.Report.Verdict.Better, [2]string{row, than})
}
