package table

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// ReportOptions choose which parts of a report are shown.
type ReportOptions struct {
	Columns []string // keys of metrics; nil: DefaultColumns and those that the scenario adds, in CSV all
	Title   string   // above the table; "": the scenario, its runs and seed
}

// DefaultColumns returns the most important metrics: what a user loses by a leader, what the
// election costs, and the strict standard. (Agreement adds little to these.)
func DefaultColumns() []string {
	return []string{
		"badly_led_fraction", "leaderless_fraction", "leader_changes_per_node_h", "election_time_s",
		costColumn, "instability_fraction", "leader_quality", "messages_per_election",
	}
}

// The last of the columns that the table needs: what the election costs, and where nodes have
// batteries the energy.
const (
	costColumn   = "transmissions_per_node_s"
	energyColumn = "energy_j_per_node"
)

// WriteReport writes a report: a row for each algorithm, or in CSV a row of
// plain numbers for each algorithm and metric. If batteries ran empty, a second
// table shows when, and the energy of each class of messages, unless o.Columns is set.
func WriteReport(w io.Writer, f Format, r *measure.Report, o ReportOptions) error {
	return WriteReports(w, f, []*measure.Report{r}, o)
}

// WriteReports writes reports one below another, in CSV under one header.
func WriteReports(w io.Writer, f Format, reports []*measure.Report, o ReportOptions) error {
	columns, err := columnsOf(f, reports, o)
	if err != nil {
		return err
	}
	if f == CSV {
		table := rawTable(reports, columns)
		return table.Write(w, CSV)
	}
	var tables []Table
	for _, r := range reports {
		tables = append(tables, reportTable(r, columns, o))
		if o.Columns != nil {
			continue // the user chose the columns
		}
		if batteries, any := batteryTable(r); any {
			batteries.Notes = slices.DeleteFunc(batteries.Notes, func(note string) bool { return slices.Contains(tables[len(tables)-1].Notes, note) })
			tables = append(tables, batteries)
		}
	}
	return WriteTables(w, f, tables...)
}

// ReportTable returns the table that WriteReport writes, for a page that lays it
// out itself.
func ReportTable(r *measure.Report, o ReportOptions) (Table, error) {
	columns, err := columnsOf(Text, []*measure.Report{r}, o)
	if err != nil {
		return Table{}, err
	}
	return reportTable(r, columns, o), nil
}

// rawTable returns the table of unrounded numbers: a row for each algorithm and
// metric.
func rawTable(reports []*measure.Report, columns []measure.Key) Table {
	t := Table{Header: []string{"scenario", "label", "algorithm", "goal", "metric", "mean", "median", "low", "high",
		"n", "censored", "versus"}}
	t.Header = append(append(t.Header, rawDifferenceHeader...), "horizon_s")
	for _, r := range reports {
		for i := range r.Algorithms {
			a := &r.Algorithms[i]
			for _, k := range columns {
				t.Rows = append(t.Rows, rawRow(r, a, k.Name))
			}
		}
	}
	return t
}

func rawRow(r *measure.Report, a *measure.Algorithm, key string) []string {
	row := []string{r.Scenario, a.Label, a.Name, string(a.Goal), key, "", "", "", "", "0", "0", r.Versus}
	horizon := ""
	if s := a.Metrics.Get(key); s != nil {
		row[5], row[6], row[7], row[8] = rawMean(s), optional(s.Median), optional(s.Low), optional(s.High)
		row[9], row[10], horizon = fmt.Sprint(s.N), fmt.Sprint(s.Censored), horizonOf(s)
	}
	return append(append(row, rawDifference(a.Paired.Get(key))...), horizon)
}

// reportTable returns the table of a report for people.
func reportTable(r *measure.Report, columns []measure.Key, o ReportOptions) Table {
	t := reportForm(r, columns, o.Title, wholeForm)
	t.Verdict = verdictLines(r)
	t.Brief = &briefReport{r, columns, o.Title, neededOf(columns, o)}
	return t
}

// reportForm returns the table of a report in a form, without its verdict. Its notes explain
// only what these columns show.
func reportForm(r *measure.Report, columns []measure.Key, above string, form briefForm) Table {
	goals := goalNotes(r)
	t := Table{Title: cmp.Or(above, title(r)), Header: []string{"algorithm"}, Right: []bool{false},
		Keys: []string{""}, Choose: "--columns KEY,…"}
	for i := range r.Algorithms {
		a := &r.Algorithms[i]
		t.Rows = append(t.Rows, []string{a.Label + goals.mark(aimOf(a)) + shortOfRuns(r, a)})
	}
	cellsSay, all := said{versus: r.Versus, form: form}, []*measure.Report{r}
	for i := range columns {
		k := &columns[i]
		head := header(k)
		if form != wholeForm {
			head = k.Title + "\n" + UnitOf(k)
		}
		t.Header, t.Right, t.Keys = append(t.Header, head), append(t.Right, true), append(t.Keys, k.Name)
		for j, text := range cellsSay.of(r, k) {
			t.Rows[j] = append(t.Rows[j], text)
		}
	}
	t.Notes = slices.Concat(goals.notes(), standardNotes(all, columns), runNotes(r), cellsSay.notes(), seedNotes(seedsLacked(r)), timeNotes(all, columns))
	if form != wholeForm {
		t.Notes = append(t.Notes, cutNotes(r, columns)...)
	}
	t.Notes = slices.Concat(t.Notes, energyNotes(all, columns), muteNotes(r, columns), unmeasuredNotes(r, columns))
	return t
}

// standardNotes say by which standard nodes are badly led, if the table shows it.
func standardNotes(reports []*measure.Report, columns []measure.Key) []string {
	if !slices.ContainsFunc(columns, func(k measure.Key) bool { return k.Name == "badly_led_fraction" }) {
		return nil
	}
	return append(toleranceNotes(reports), eligibleNotes(reports)...)
}

// eligibleNotes say for how long nobody was eligible, if there are rules.
func eligibleNotes(reports []*measure.Report) []string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range reports {
		for i := range r.Algorithms {
			if s := r.Algorithms[i].Metrics.Get("none_eligible_fraction"); s != nil {
				low, high = min(low, 100*s.Mean), max(high, 100*s.Mean)
			}
		}
	}
	const says = "of the time no node of a component is eligible: no leader is right then, and it counts apart (none_eligible_fraction)"
	switch {
	case math.IsInf(low, 0):
		return nil
	case high-low < 0.005:
		return []string{fmt.Sprintf("%.2f %% %s", high, says)}
	}
	return []string{fmt.Sprintf("%.2f to %.2f %% %s", low, high, says)}
}

// toleranceNotes say from where on a leader is bad.
func toleranceNotes(reports []*measure.Report) []string {
	var all []string
	for _, r := range reports {
		if r.Tolerance != nil && !slices.Contains(all, r.Tolerance.String()) {
			all = append(all, r.Tolerance.String())
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return []string{"badly led: by nobody, or " + all[0] + " than its leader"}
	}
	return []string{fmt.Sprintf("badly led: by another standard at each point, from %q to %q; measure.tolerance fixes one", all[0], all[len(all)-1])}
}

// truthNotes say how components are known in the reports behind a table whose title does not.
func truthNotes(reports []*measure.Report) []string {
	var all []string
	for _, r := range reports {
		if r.Truth != nil && !slices.Contains(all, r.Truth.String()) {
			all = append(all, r.Truth.String())
		}
	}
	if all == nil {
		return nil
	}
	return []string{strings.Join(all, " or ")}
}

// title returns the title of a report: the scenario and its runs, how many are finished
// if the campaign was interrupted, and how components are known.
func title(r *measure.Report) string {
	fewest, most := runsBehind(r)
	runs := fmt.Sprintf("%d runs from seed %d", r.Runs, r.Seed)
	switch {
	case len(r.Algorithms) > 0 && fewest < r.Runs && most > 0:
		had := fmt.Sprint(most)
		if fewest < most {
			had = fmt.Sprintf("%d to %d", fewest, most)
		}
		runs = fmt.Sprintf("%s of %d runs from seed %d", had, r.Runs, r.Seed)
	case r.Runs == 1:
		runs = fmt.Sprintf("1 run, seed %d", r.Seed)
	}
	if r.Truth != nil {
		runs += ", " + r.Truth.String()
	}
	return fmt.Sprintf("%s: %s", r.Scenario, runs)
}

// runsBehind returns the fewest and the most runs of a row.
func runsBehind(r *measure.Report) (fewest, most int) {
	for i := range r.Algorithms {
		n := runsOf(&r.Algorithms[i])
		if i == 0 || n < fewest {
			fewest = n
		}
		most = max(most, n)
	}
	return fewest, most
}

// shortOfRuns returns the mark of a row with fewer runs than others, "" if it has as many.
func shortOfRuns(r *measure.Report, a *measure.Algorithm) string {
	_, most := runsBehind(r)
	if n := runsOf(a); n < most {
		return fmt.Sprintf(" (%d of %d)", n, r.Runs)
	}
	return ""
}

// header returns the title of a metric above its unit.
func header(k *measure.Key) string {
	unit := UnitOf(k)
	if k.Time {
		unit += " (median; cut off)"
	}
	return k.Title + "\n" + unit
}

// UnitOf returns the unit in which a metric is printed, "" for a count or a ratio of counts.
func UnitOf(k *measure.Key) string {
	if k.Percent {
		return "%"
	}
	return k.Unit
}

// seedsLacked returns the rows that lack seeds, with the seeds, as text.
func seedsLacked(r *measure.Report) (lacks []string) {
	for label, seeds := range lacking(r) {
		lacks = append(lacks, label+" lacks "+seeds)
	}
	return lacks
}

// runNotes returns notes on why there are no intervals, and on rows that lack runs.
func runNotes(r *measure.Report) []string {
	var short []string
	intervals := false
	for i := range r.Algorithms {
		n := runsOf(&r.Algorithms[i])
		intervals = intervals || n > 1
		if n < r.Runs {
			if r.Runs == 1 {
				short = append(short, r.Algorithms[i].Label)
			} else {
				short = append(short, fmt.Sprintf("%s %d", r.Algorithms[i].Label, n))
			}
		}
	}
	var out []string
	if !intervals && len(r.Algorithms) > 0 {
		out = append(out, "no intervals: they need two runs at least")
	}
	switch {
	case short != nil && r.Runs == 1:
		out = append(out, "not measured in its one run: "+strings.Join(short, ", "))
	case short != nil:
		out = append(out, fmt.Sprintf("fewer than %d runs: %s", r.Runs, strings.Join(short, ", ")))
	}
	return out
}

// runsOf returns how many runs a row has: at least one metric applies to every run.
func runsOf(a *measure.Algorithm) int {
	n := 0
	for _, k := range measure.Keys() {
		if s := a.Metrics.Get(k.Name); s != nil {
			n = max(n, s.N)
		}
	}
	return n
}

// FewRuns returns the warning of intervals that are too narrow because of few runs, in a table
// of these metrics, the default ones if metrics is empty; nil without such intervals. It stands beside a table, not
// in it.
func FewRuns(reports []*measure.Report, metrics []string) []string {
	columns, err := columnsOf(Text, reports, ReportOptions{Columns: metrics})
	if err != nil {
		return nil // the table has the same error
	}
	var few fewest
	for _, r := range reports {
		for i := range r.Algorithms {
			for j := range columns {
				few.see(r.Algorithms[i].Metrics.Get(columns[j].Name), &columns[j])
			}
		}
	}
	return few.note()
}

// FewRuns returns the same warning of the tables of a cross.
func (c *Cross) FewRuns(metrics []string) []string {
	var reports []*measure.Report
	for i := range c.Points {
		reports = append(reports, &c.Points[i].Report)
	}
	return FewRuns(reports, metrics)
}

// fewest is the least number of runs of a cell, among cells with fewer than enough.
type fewest struct{ runs, enough int }

func (f *fewest) see(s *measure.Summary, k *measure.Key) {
	if _, enough := k.Interval(); s != nil && s.N < enough && (f.runs == 0 || s.N < f.runs) {
		f.runs, f.enough = s.N, enough
	}
}

func (f *fewest) note() []string {
	stand := "runs stand"
	switch f.runs {
	case 0:
		return nil
	case 1:
		stand = "run stands"
	}
	return []string{fmt.Sprintf("warning: as few as %d %s behind a cell; below %d the intervals hold the truth less often than 95 %%",
		f.runs, stand, f.enough)}
}
