package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// Shown is what the tables of a sweep show.
type Shown int

// What tables show.
const (
	Values  Shown = iota // means and intervals
	Ranking              // what decides the order of rows
)

// A Table is the table that a user asks for.
type Table struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Dir        string
	Rows       string   // an axis, algorithm or metric; "": algorithm
	Columns    []string // an axis, algorithm or metric; or keys of metrics; none: the first axis
	Metrics    []string // keys; none: the first two of the default columns, of a run and in CSV and JSON more
	Where      []string // axis=value: only these points; algorithm=LABEL: only these rows, any of several
	Versus     string   // label of the row to compare with, "" for none
	Format     string
	Shown      Shown
	Version    string // of the program, after its name

	column string // what the columns show, once the options are checked

	Stdout io.Writer
	Warn   func(string)
}

// Do reads the directory and writes the table. The table of an unfinished sweep states how
// many runs it has. The error is the context's if that ends first.
func (t *Table) Do(ctx context.Context) error {
	p, stored, err := Stored(t.Dir, t.Algorithms, func(text string) { t.Warn("warning: " + text) })
	if err != nil {
		return err
	}
	if err := stored.Strays(); err != nil {
		return err
	}
	if s := t.asRun(stored); s != nil {
		return t.again(ctx, s, p, stored)
	}
	corners := t.ofCorners(p)
	if t.Shown == Ranking && len(t.Metrics) == 0 && len(t.Columns) == 0 {
		t.Metrics = rankedMetrics
	}
	cross, err := t.Cross(p, stored.Lines)
	if err != nil {
		return err
	}
	stand, err := t.compare(ctx, p, stored)
	if err != nil {
		return err
	}
	if err := Collapsed(cross, stand.Points, stored.Lines); err != nil {
		return err
	}
	cross.Wanted, cross.Gaps = stand.Asked, nil
	for _, g := range stand.Missing {
		cross.Gaps = append(cross.Gaps, table.CrossGap(g))
	}
	if t.Shown == Ranking {
		return t.ranking(p, cross, stand.Points, stored.Lines)
	}
	if corners {
		return t.corners(cross, p.Stress.Command)
	}
	if t.Format == table.FormatJSON {
		return t.json(cross)
	}
	for _, text := range cross.FewRuns(t.Metrics) {
		t.Warn(text)
	}
	return table.WriteCross(t.Stdout, table.Format(t.Format), cross, table.CrossOptions{Rows: t.Rows, Columns: t.column, Metrics: t.Metrics})
}

// ofCorners reports whether the table is the one that run --stress prints: no flag asks for another.
func (t *Table) ofCorners(p *plan.Plan) bool {
	return p.Stressed() && t.Rows == "" && len(t.Columns) == 0 && len(t.Metrics) == 0 && len(t.Where) == 0 && t.Versus == ""
}

// corners writes who leads best at each corner, and the command that makes the table again; "": none is
// known.
func (t *Table) corners(c *table.Cross, command string) error {
	if t.Format == table.FormatJSON {
		return t.json(c)
	}
	f := table.Format(t.Format)
	if err := table.WriteCorners(t.Stdout, f, c); err != nil || command == "" {
		return err
	}
	if f == table.Text || f == table.Markdown {
		fmt.Fprintln(t.Stdout)
	}
	return table.WriteRemark(t.Stdout, f, "The same again, with "+t.Version+": "+string(t.Algorithms.Program())+" "+command)
}

// compare compares the stored results with their plan, and warns of what it advises.
func (t *Table) compare(ctx context.Context, p *plan.Plan, stored *results.Stored) (*Stand, error) {
	stand := new(Stand)
	if err := stand.compare(ctx, p, stored); err != nil {
		return nil, err
	}
	for _, text := range stand.Advice {
		t.Warn("warning: " + text)
	}
	return stand, nil
}

// Cross fills in defaults, refuses invalid options, and summarises the lines of each point
// of the table.
func (t *Table) Cross(p *plan.Plan, lines []results.Line) (*table.Cross, error) {
	if err := t.check(p, lines); err != nil {
		return nil, err
	}
	return t.cross(p, lines)
}

// check fills in defaults, and refuses invalid options, all at once.
func (t *Table) check(p *plan.Plan, lines []results.Line) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	names := append(axes(p), plan.AxisAlgorithm, plan.AxisMetric)
	if t.Rows == "" {
		t.Rows = plan.AxisAlgorithm
	}
	if err := t.layColumns(names); err != nil {
		faults = append(faults, err)
	}
	if !slices.Contains(names, t.Rows) {
		fault("--rows %s: the plan has no such axis%s", t.Rows, strictyaml.Hint(t.Rows, names))
	}
	if t.Rows == t.column {
		fault("--rows and --columns are both %s", t.Rows)
	}
	for _, name := range t.Metrics {
		if _, err := campaign.KeyOf(name, t.Algorithms.Metrics()...); err != nil {
			fault("--metric %s: %w", name, err)
		}
	}
	if _, err := table.ParseFormat(t.Format); err != nil && t.Format != table.FormatJSON {
		fault("--format %s: unknown format%s", t.Format, strictyaml.Hint(t.Format, table.FormatNames()))
	}
	switch labels := labelsOf(lines); {
	case t.Versus == "" || len(lines) == 0 || slices.Contains(labels, t.Versus):
	case slices.Contains(p.Labels(), t.Versus):
		fault("--versus %s: no run of it is finished yet; there are runs of %s", t.Versus, strings.Join(labels, ", "))
	default:
		fault("--versus %s: there is no such row%s", t.Versus, strictyaml.Hint(t.Versus, labels))
	}
	for _, condition := range t.Where {
		name, value, ok := strings.Cut(condition, "=")
		i := slices.Index(axes(p), name)
		switch {
		case !ok:
			fault("--where %s: must be axis=value", condition)
		case name == plan.AxisAlgorithm:
			if rows := labelsOf(lines); len(lines) > 0 && !slices.ContainsFunc(lines, func(l results.Line) bool { return l.Label == value || l.Name == value }) {
				fault("--where %s: there is no such row%s", condition, strictyaml.Hint(value, rows))
			}
		case i < 0:
			fault("--where %s: the plan has no such axis%s", condition, strictyaml.Hint(name, axes(p)))
		case !slices.Contains(p.Axes[i].Values, value):
			fault("--where %s: the axis has no such value%s", condition, strictyaml.Hint(value, p.Axes[i].Values))
		}
	}
	if len(lines) == 0 {
		fault("%s has no results yet", t.Dir)
	}
	return errors.Join(faults...)
}

func axes(p *plan.Plan) []string {
	names := make([]string, len(p.Axes))
	for i, a := range p.Axes {
		names[i] = a.Path
	}
	return names
}

// labelsOf lists the labels in the order of the lines.
func labelsOf(lines []results.Line) []string {
	var labels []string
	for i := range lines {
		if !slices.Contains(labels, lines[i].Label) {
			labels = append(labels, lines[i].Label)
		}
	}
	return labels
}

// cross summarises the lines of each point of the table.
func (t *Table) cross(p *plan.Plan, lines []results.Line) (*table.Cross, error) {
	byPoint := map[string][]measure.RunResult{}
	first := map[string]uint64{}
	for i := range lines {
		at := results.PointKey(lines[i].Axes.Values())
		run := lines[i].Result()
		run.Metrics.Describe(t.Algorithms.Metrics())
		byPoint[at] = append(byPoint[at], run)
		if seed, known := first[at]; !known || lines[i].Seed < seed {
			first[at] = lines[i].Seed
		}
	}
	horizons := measure.CommonHorizons(t.shown(p, byPoint)...)
	cross := &table.Cross{Plan: p.Name, Axes: axes(p), Versus: t.Versus}
	if p.Stressed() {
		cross.Stress = &table.CrossStress{LeftOut: append([]string{}, p.Stress.LeftOut...), Untouched: append([]string{}, p.Stress.Untouched...), OneStandard: p.Stress.Tolerance > 0}
	}
	order := t.order(p, lines)
	var judged judging
	for _, at := range p.Places() {
		key := results.PointKey(at)
		runs := byPoint[key]
		if len(runs) == 0 {
			continue
		}
		slices.SortStableFunc(runs, func(a, b measure.RunResult) int { return order[a.Label] - order[b.Label] })
		if !t.chosen(p, at) {
			judged.leaveOut(at, runs)
			continue
		}
		versus := ""
		if slices.ContainsFunc(runs, func(r measure.RunResult) bool { return r.Label == t.Versus }) {
			versus = t.Versus
		} else if t.Versus != "" {
			t.Warn(fmt.Sprintf("warning: at %s there is no run of %s to compare with", p.Describe(at), t.Versus))
		}
		report, err := measure.SummariseMetrics(t.Metrics, versus, first[key], runs, &horizons)
		if err != nil {
			return nil, err
		}
		judged.add(at, report, runs)
	}
	if err := judged.into(cross); err != nil {
		return nil, err
	}
	for i := range cross.Points { // the verdict is of all rows
		cross.Points[i].Report.Algorithms = t.rowsOf(cross.Points[i].Report.Algorithms)
	}
	return cross, nil
}

// rowsOf returns the rows of a report that --where algorithm=… chooses.
func (t *Table) rowsOf(all []measure.Algorithm) (rows []measure.Algorithm) {
	for i := range all {
		if t.asks(all[i].Label, all[i].Name) {
			rows = append(rows, all[i])
		}
	}
	return rows
}

// asks reports whether --where algorithm=… chooses a row of this label and name: all if it does not say.
func (t *Table) asks(label, name string) bool {
	said := false
	for _, condition := range t.Where {
		if of, ok := strings.CutPrefix(condition, plan.AxisAlgorithm+"="); ok {
			if of == label || of == name {
				return true
			}
			said = true
		}
	}
	return !said
}

// ofRows reports whether a condition of --where chooses rows.
func ofRows(condition string) bool { return strings.HasPrefix(condition, plan.AxisAlgorithm+"=") }

// shown returns the runs of each point of the table.
func (t *Table) shown(p *plan.Plan, byPoint map[string][]measure.RunResult) (points [][]measure.RunResult) {
	for _, at := range p.Places() {
		if runs := byPoint[results.PointKey(at)]; len(runs) > 0 && t.chosen(p, at) {
			points = append(points, runs)
		}
	}
	return points
}

// order returns the place of each label: its place in the plan if the scenario can be loaded,
// else by name, because lines are in the order in which runs ended.
func (t *Table) order(p *plan.Plan, lines []results.Line) map[string]int {
	labels := labelsOf(lines)
	slices.Sort(labels)
	order := map[string]int{}
	for i, label := range append(p.Labels(), labels...) {
		if _, placed := order[label]; !placed {
			order[label] = i
		}
	}
	return order
}

// chosen reports whether a point meets all conditions.
func (t *Table) chosen(p *plan.Plan, at []string) bool {
	for _, condition := range t.Where {
		name, value, _ := strings.Cut(condition, "=")
		if !ofRows(condition) && at[slices.Index(axes(p), name)] != value {
			return false
		}
	}
	return true
}

// A cell is one row of the JSON table.
type cell struct {
	Axes      results.At          `json:"axes"`
	Label     string              `json:"label"`
	Algorithm string              `json:"algorithm"`
	Goal      protocol.Goal       `json:"goal"`
	Metric    string              `json:"metric"`
	Summary   *measure.Summary    `json:"summary"`
	TooFew    bool                `json:"too_few_runs"` // for the interval to be trusted
	Paired    *measure.Difference `json:"paired"`
}

// json writes one object: {"plan", "versus", "wanted", "missing", "cells": […], "verdict"}.
func (t *Table) json(c *table.Cross) error {
	out := struct {
		Plan   string `json:"plan"`
		Versus string `json:"versus"`
		// Wanted is the number of runs of the plan, Missing how many of them are not made;
		// null if the scenario cannot be loaded any more.
		Wanted  *int   `json:"wanted"`
		Missing *int   `json:"missing"`
		Cells   []cell `json:"cells"`
		// Verdict is that of the whole plan, also if --where leaves points out; null for one row.
		Verdict *table.SweepVerdict `json:"verdict"`
		// Stress is what was not tried, if the axes are the assumptions of the scenario.
		Stress *table.CrossStress `json:"stress,omitempty"`
	}{Plan: c.Plan, Versus: c.Versus, Cells: []cell{}, Verdict: c.Verdict, Stress: c.Stress}
	if missing := c.Missing(); c.Wanted > 0 {
		out.Wanted, out.Missing = &c.Wanted, &missing
	}
	for i := range c.Points {
		p := &c.Points[i]
		var at results.At
		for axis, value := range p.At {
			at = append(at, results.Setting{Path: c.Axes[axis], Value: value})
		}
		for j := range p.Report.Algorithms {
			a := &p.Report.Algorithms[j]
			for _, name := range t.Metrics {
				k, _ := p.Report.FindKey(name)
				_, enough := k.Interval()
				s := a.Metrics.Get(name)
				out.Cells = append(out.Cells, cell{at, a.Label, a.Name, a.Goal, name, s, s != nil && s.N < enough, a.Paired.Get(name)})
			}
		}
	}
	return json.NewEncoder(t.Stdout).Encode(out)
}
