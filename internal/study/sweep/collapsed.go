package sweep

import (
	"fmt"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

// judgedByCollapse are the metrics by which campaign.Collapses finds a row that collapsed.
var judgedByCollapse = []string{"badly_led_fraction", "goal_instability_fraction", "leaderless_fraction"}

// Collapsed names in the verdict of a cross the rows whose frames filled the medium, at each of these points
// of its plan whose nodes contend for it.
func Collapsed(cross *table.Cross, points []plan.Point, lines []results.Line) error {
	if cross.Verdict == nil {
		return nil
	}
	runs := map[string][]measure.RunResult{}
	for i := range lines {
		key := results.PointKey(lines[i].Axes.Values())
		runs[key] = append(runs[key], lines[i].Result())
	}
	scenario := map[string]*plan.Point{}
	for i := range points {
		scenario[results.PointKey(points[i].At)] = &points[i]
	}
	for i := range cross.Verdict.Cells {
		cell := &cross.Verdict.Cells[i]
		key := results.PointKey(cell.At)
		at := scenario[key]
		if at == nil || !at.Scenario.Radio.Contended() {
			continue
		}
		report, err := measure.SummariseMetrics(judgedByCollapse, "", at.Scenario.Seed, runs[key], nil)
		if err != nil {
			return fmt.Errorf("at %v: %w", cell.At, err)
		}
		campaign.Collapses(&report, at.Scenario)
		cell.Report.Verdict.Collapsed = []string{}
		for j := range report.Algorithms {
			if a := &report.Algorithms[j]; a.Collapse != "" {
				cell.Report.Verdict.Collapsed = append(cell.Report.Verdict.Collapsed, a.Label)
			}
		}
	}
	return nil
}
