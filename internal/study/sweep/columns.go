package sweep

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// Column says what the columns show, once Cross has checked the options.
func (t *Table) Column() string { return t.column }

// layColumns decides what the columns show, and which metrics the table has. names are those
// of the axes, algorithm and metric. --columns with keys of metrics means these metrics, as in
// run.
func (t *Table) layColumns(names []string) error {
	switch {
	case len(t.Columns) == 0:
		t.column = names[slices.IndexFunc(names, func(name string) bool { return name != t.Rows && name != plan.AxisAlgorithm })]
	case len(t.Columns) == 1 && slices.Contains(names, t.Columns[0]):
		t.column = t.Columns[0]
	default:
		if err := t.metricColumns(names); err != nil {
			return err
		}
		t.column, t.Metrics = plan.AxisMetric, t.Columns
	}
	if len(t.Metrics) > 0 {
		return nil
	}
	t.Metrics = table.DefaultColumns()[:2]
	if t.Format == string(table.CSV) || t.Format == table.FormatJSON {
		t.Metrics = campaign.ColumnNames(t.Algorithms.Metrics()...)
	}
	return nil
}

// metricColumns returns an error unless --columns has keys or titles of metrics, and --metric none.
// An axis is preferred to a metric of its name.
func (t *Table) metricColumns(names []string) error {
	var faults []error
	for i, name := range t.Columns {
		key, err := campaign.MetricCalled(name, t.Algorithms.Metrics()...)
		if err != nil {
			faults = append(faults, fmt.Errorf("--columns %s: the plan has no such axis%s; nor is it a metric: %w", name, strictyaml.Hint(name, names), err))
			continue
		}
		t.Columns[i] = key
	}
	if faults == nil && len(t.Metrics) > 0 {
		return fmt.Errorf("--columns %s and --metric %s: both name metrics; give one of them", strings.Join(t.Columns, ","), strings.Join(t.Metrics, ","))
	}
	return errors.Join(faults...)
}

// asRun returns the scenario of a directory that run wrote, if the table can equal run's own
// table: no flag asks for a layout that run does not have, and the scenario can be loaded.
func (t *Table) asRun(stored *results.Stored) *scenarios.Scenario {
	laid := slices.Contains(t.Columns, plan.AxisMetric) || slices.Contains(t.Columns, plan.AxisAlgorithm)
	if stored.Kind != results.Run || t.Shown == Ranking || t.Rows != "" || laid || slices.ContainsFunc(t.Where, func(c string) bool { return !ofRows(c) }) || len(stored.Lines) == 0 {
		return nil
	}
	o := t.Algorithms.Options()
	o.Files = stored.Files
	s, err := scenarios.Load(filepath.Join(stored.Path, results.ScenarioFile), o)
	if err != nil {
		return nil // Stand.compare warns of it
	}
	return s
}

// again writes the table that run prints of the same runs with the same flags.
func (t *Table) again(ctx context.Context, s *scenarios.Scenario, p *plan.Plan, stored *results.Stored) error {
	given := t.Metrics
	if err := t.check(p, stored.Lines); err != nil {
		return err
	}
	kept := campaign.Kept{Dir: stored.Path, Scenario: s, Columns: append(given, t.Columns...), Version: t.Version,
		Options: campaign.Options{Versus: t.Versus, Own: t.Algorithms.Metrics(), Program: t.Algorithms.Program()}}
	for i := range stored.Lines {
		kept.Runs = append(kept.Runs, stored.Lines[i].Result())
	}
	sheet, err := kept.Sheet(ctx)
	if err != nil {
		return err
	}
	if len(t.Where) > 0 {
		sheet.Report.Algorithms, sheet.Again = t.rowsOf(sheet.Report.Algorithms), "" // run has no such flag
	}
	if _, err := t.compare(ctx, p, stored); err != nil {
		return err
	}
	return sheet.Write(t.Stdout, t.Format)
}
