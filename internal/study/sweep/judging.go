package sweep

import (
	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// judging collects the points of a sweep, those that a table leaves out too: the verdict must not
// depend on what is shown, since a reader who asks for one cell after the other would get claims
// that are corrected for one cell each.
type judging struct {
	points []table.CrossPoint
	runs   [][]measure.RunResult
	shown  []bool
}

// add adds a point that the table shows.
func (j *judging) add(at []string, report measure.Report, runs []measure.RunResult) {
	j.points, j.runs, j.shown = append(j.points, table.CrossPoint{At: at, Report: report}), append(j.runs, runs), append(j.shown, true)
}

// leaveOut adds a point that the table does not show.
func (j *judging) leaveOut(at []string, runs []measure.RunResult) {
	j.points, j.runs, j.shown = append(j.points, table.CrossPoint{At: at}), append(j.runs, runs), append(j.shown, false)
}

// into judges the points, and puts their verdict and those to show into a cross.
func (j *judging) into(cross *table.Cross) error {
	reports := make([]*measure.Report, len(j.points))
	for i := range j.points {
		reports[i] = &j.points[i].Report
	}
	if err := measure.JudgeSweep(reports, j.runs); err != nil {
		return err
	}
	for i, shown := range j.shown {
		if shown {
			cross.Points = append(cross.Points, j.points[i])
		}
	}
	cross.Verdict = table.NewSweepVerdict(cross.Axes, j.points)
	return nil
}
