package report

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// single reports whether there is one point: its table has a column for each metric.
func (s *source) single() bool { return s.plan == nil || len(s.plan.Places()) == 1 }

// tables fills in the tables.
func (s *source) tables(p *page) error {
	if s.single() && len(s.cross.Points) == 1 {
		return s.onePoint(p)
	}
	means, differences, err := table.CrossTables(s.cross, table.CrossOptions{Rows: table.ByAlgorithm, Columns: s.columns, Metrics: s.metrics})
	if err != nil {
		return err
	}
	p.Verdict, p.AtPoints = s.verdict()
	if s.cross.Stress != nil { // as run --stress prints it
		corners := s.cross.Corners()
		p.AtPoints, corners.Verdict = nil, nil // the table has them
		means = append([]table.Table{corners}, means...)
	}
	p.Tables, p.TableNotes = number(means, 1)
	p.TableNotes = append(p.TableNotes, s.cross.FewRuns(s.metrics)...)
	p.Differences, p.DifferenceNotes = number(differences, 1+len(p.Tables))
	if more := len(onPaper(means)) + len(onPaper(differences)) - len(p.Tables) - len(p.Differences); more > 0 {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("%d more tables: bellwether table DIR --metric … --where axis=value", more))
	}
	p.LeftOut = append(p.LeftOut, "Other metrics, and plain numbers: bellwether table DIR --metric … --format csv")
	return nil
}

// verdict returns the verdict of a sweep as a whole, in sentences, and at each point.
func (s *source) verdict() (whole, points []string) {
	all := s.cross.VerdictLines()
	if whole = s.cross.Verdict.Summary(); len(whole) < len(all) {
		points = all[len(whole):]
	}
	return whole, points
}

// onePoint fills in the table that run prints, and one of every metric.
func (s *source) onePoint(p *page) error {
	r := s.cross.Points[0].Report
	r.Scenario = s.name
	if s.plan != nil {
		r.Runs = s.most()
	}
	t, err := table.ReportTable(&r, table.ReportOptions{Columns: s.metrics})
	if err != nil {
		return err
	}
	p.Verdict = t.Verdict
	p.Tables, p.TableNotes = number([]table.Table{t}, 1)
	p.TableNotes = append(p.TableNotes, table.FewRuns([]*measure.Report{&r}, s.metrics)...)
	apply := slices.DeleteFunc(append(slices.Clone(s.metrics), others(s.metrics)...), func(name string) bool {
		return !slices.ContainsFunc(r.Algorithms, func(a measure.Algorithm) bool { return a.Metrics.Get(name) != nil })
	})
	every, differences, err := s.everyMetric(apply)
	if err != nil {
		return err
	}
	p.Every, p.EveryNotes = number(every, 1+len(p.Tables))
	p.Differences, p.DifferenceNotes = number(differences, 1+len(p.Tables)+len(p.Every))
	if more := len(onPaper(every)) + len(onPaper(differences)) - len(p.Every) - len(p.Differences); more > 0 {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("%d more tables: bellwether run … --format csv", more))
	}
	return nil
}

// everyMetric returns the tables of all metrics of one point: a row for each metric if all
// algorithms fit beside each other on paper, else a row for each algorithm if that takes
// fewer lines. With nineteen algorithms the first form would take forty pages.
func (s *source) everyMetric(metrics []string) (means, differences []table.Table, err error) {
	byMetric, differByMetric, err := table.CrossTables(s.cross, table.CrossOptions{Rows: table.ByMetric, Columns: table.ByAlgorithm, Metrics: metrics})
	if err != nil {
		return nil, nil, err
	}
	for _, t := range slices.Concat(byMetric, differByMetric) {
		for _, row := range t.Rows {
			for i, cell := range row {
				row[i] = strings.Join(strings.Fields(cell), " ") // digits of different units need not be aligned
			}
		}
	}
	if len(onPaper(byMetric)) == len(byMetric) {
		return byMetric, differByMetric, nil
	}
	byAlgorithm, differByAlgorithm, err := table.CrossTables(s.cross, table.CrossOptions{Rows: table.ByAlgorithm, Columns: table.ByMetric, Metrics: metrics})
	if err != nil {
		return nil, nil, err
	}
	if lines(byAlgorithm)+lines(differByAlgorithm) < lines(byMetric)+lines(differByMetric) {
		return byAlgorithm, differByAlgorithm, nil
	}
	return byMetric, differByMetric, nil
}

// lines returns how many lines tables take on paper, without their notes.
func lines(list []table.Table) (n int) {
	for _, t := range onPaper(list) {
		n += linesAround + len(t.Rows)
	}
	return n
}

// linesAround are the lines of a table's caption, header and units.
const linesAround = 3

// most returns how many runs each row of the one point should have: with stop, as many as
// the row with the most runs.
func (s *source) most() int {
	if !s.plan.Adaptive() {
		return s.plan.Most()
	}
	count, most := map[string]int{}, 0
	for i := range s.lines {
		count[s.lines[i].Label]++
		most = max(most, count[s.lines[i].Label])
	}
	return most
}
