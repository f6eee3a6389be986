package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// runs returns a campaign of three algorithms: vasudevan is steady; bully is worse, with
// a known spread; flood-max lacks a run, has another goal and some elections that do not
// end.
func runs() []measure.RunResult {
	var out []measure.RunResult
	add := func(label string, goal protocol.Goal, seed uint64, values map[string]measure.Value) {
		r := measure.RunResult{Label: label, Name: label, Goal: goal, Seed: seed, SimulatedS: 600,
			Truth: measure.Truth{Mode: trace.TruthExact}, Tolerance: measure.ToleranceOf(protocol.Margin{Share: 100, Bonus: 50})}
		for name, v := range values {
			v.Known = true
			if !r.Metrics.Set(name, v) {
				panic(name)
			}
		}
		out = append(out, r)
	}
	x := func(v float64) measure.Value { return measure.Value{X: v} }
	for seed := uint64(1); seed <= 8; seed++ {
		s := float64(seed)
		add("vasudevan", protocol.GoalBest, seed, map[string]measure.Value{
			"badly_led_fraction": x(0.05 + 0.01*s), "leader_changes_per_node_h": x(6 + 0.5*s), "transmissions_per_node_s": x(5 + 0.1*s),
			"instability_fraction": x(0.1 + 0.01*s), "leaderless_fraction": x(0.02 + 0.001*s),
			"agreement_fraction": x(0.8), "leader_quality": x(0.95),
			"election_time_s":       {X: 0.5 + 0.01*s, Median: 0.4, N: 100, Censored: 0},
			"messages_per_election": x(2.5), "messages_per_node_s": x(4 + 0.1*s),
			"first_death_s": {X: 600, N: 1, Censored: 1, Median: math.Inf(1)},
		})
		add("bully", protocol.GoalBest, seed, map[string]measure.Value{
			"badly_led_fraction": x(0.25 + 0.02*s), "leader_changes_per_node_h": x(30 + s), "transmissions_per_node_s": x(4 - 0.1*s),
			"instability_fraction": x(0.3 + 0.02*s), "leaderless_fraction": x(0.02 + 0.001*s),
			"agreement_fraction": x(0.8), "leader_quality": x(0.5),
			"election_time_s":       {X: 12 + s, Median: 11, N: 50, Censored: 2},
			"messages_per_election": x(120), "messages_per_node_s": x(3 - 0.1*s),
			"first_death_s": {X: 500 + 10*s, N: 1, Median: 500},
		})
		if seed == 8 {
			continue
		}
		add("flood-max", protocol.GoalSmallestID, seed, map[string]measure.Value{
			"badly_led_fraction": x(0.85), "leader_changes_per_node_h": x(0), "transmissions_per_node_s": x(4.5),
			"instability_fraction": x(0.9), "leaderless_fraction": x(0),
			"election_time_s":     {X: 599, Median: math.Inf(1), N: 3, Censored: 2},
			"messages_per_node_s": x(4.25),
		})
	}
	return out
}

func comparison(t *testing.T) *measure.Report {
	t.Helper()
	r, err := measure.Summarise("campus-walk", "vasudevan", 1, 8, runs(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func wrote(t *testing.T, f Format, r *measure.Report, o ReportOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteReport(onScreen(&b), f, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportInEveryFormat(t *testing.T) {
	for _, f := range Formats() {
		o := ReportOptions{}
		if f == CSV {
			o.Columns = []string{"instability_fraction", "election_time_s", "first_death_s", "query_accuracy"}
		}
		golden(t, "report."+string(f)+".golden", []byte(wrote(t, f, comparison(t), o)))
	}
}

// A wide terminal of 200 columns shows what a user loses, what the election costs and the
// strict standard, even with the widest names, intervals and marks; of the default columns it
// leaves out the last two at most.
func TestDefaultColumnsFit(t *testing.T) {
	text := shownAt(t, comparison(t), 200)
	fits(t, text, 200)
	header := strings.Split(text, "\n")[2]
	for _, name := range DefaultColumns()[:len(DefaultColumns())-2] {
		k, _ := measure.FindKey(name)
		if !strings.Contains(header, " "+k.Title+" │") {
			t.Errorf("no room for %s: %s", k.Title, header)
		}
	}
}

// Collisions and a duty cycle have columns in scenarios that have them.
func TestColumnsInPlay(t *testing.T) {
	all := runs()
	for i := range all {
		all[i].Metrics.Set("airtime_busiest_fraction", measure.Value{X: 0.1, Known: true})
	}
	shows := func(columns ...string) {
		t.Helper()
		r, err := measure.Summarise("campus-walk", "vasudevan", 1, 8, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := wrote(t, Markdown, &r, ReportOptions{})
		for _, column := range []string{"collisions", "busiest airtime", "held back", "duty drops", "over budget"} {
			if got, want := strings.Contains(text, column), slices.Contains(columns, column); got != want {
				t.Errorf("column %s: %v, want %v", column, got, want)
			}
		}
	}
	shows()
	all[0].Metrics.Set("collisions_per_node_s", measure.Value{X: 0, Known: true})
	shows("collisions")
	all[1].Metrics.Set("duty_held_per_node_h", measure.Value{X: 3, Known: true})
	all[1].Metrics.Set("duty_drops_per_node_h", measure.Value{X: 3, Known: true})
	shows("collisions", "busiest airtime", "held back", "duty drops")
	all[1].Metrics.Set("over_budget_per_node_h", measure.Value{X: 3, Known: true})
	shows("collisions", "busiest airtime", "held back", "duty drops", "over budget")
}

func TestColumnsAreChosen(t *testing.T) {
	text := wrote(t, Text, comparison(t), ReportOptions{Columns: []string{"messages_per_node_s", "first_death_s"}})
	golden(t, "columns.text.golden", []byte(text))
	if strings.Contains(text, "instability │") {
		t.Error("a column nobody asked for")
	}
	err := WriteReport(new(bytes.Buffer), Text, comparison(t), ReportOptions{Columns: []string{"speed"}})
	if err == nil || err.Error() != `no metric is called "speed"` {
		t.Errorf("got %v", err)
	}
	if err := WriteReport(new(bytes.Buffer), "pdf", comparison(t), ReportOptions{}); err == nil {
		t.Error("wrote a report in no format")
	}
}

// With one run there are no intervals, and the table states why.
func TestReportOfOneRun(t *testing.T) {
	r, err := measure.Summarise("ten-nodes", "vasudevan", 7, 1, runs()[:2], nil)
	if err != nil {
		t.Fatal(err)
	}
	text := wrote(t, Text, &r, ReportOptions{})
	golden(t, "one-run.text.golden", []byte(text))
	if strings.Contains(text, "±") {
		t.Error("an interval of one run")
	}
}

func TestReportOfNoRuns(t *testing.T) {
	r, err := measure.Summarise("ten-nodes", "", 7, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats() {
		if text := wrote(t, f, &r, ReportOptions{}); !strings.Contains(text, "algorithm") {
			t.Errorf("%s: %q", f, text)
		}
	}
}

// Every goal but the best has one footnote, however many rows share it; a goal with a
// quorum has one of its own.
func TestFootnotesOfGoals(t *testing.T) {
	var results []measure.RunResult
	for label, goal := range map[string]protocol.Goal{"a": protocol.GoalAny, "b": protocol.GoalBest,
		"c": protocol.GoalStablest, "d": protocol.GoalAny, "e": protocol.GoalSmallestID} {
		results = append(results, measure.RunResult{Label: label, Goal: goal})
	}
	byLabel := func(label string) measure.RunResult {
		for _, r := range results {
			if r.Label == label {
				return r
			}
		}
		panic(label)
	}
	r, err := measure.Summarise("s", "", 1, 0, []measure.RunResult{
		byLabel("a"), byLabel("b"), byLabel("c"), byLabel("d"), byLabel("e"),
		{Label: "f", Goal: protocol.GoalAny, Quorum: true}, {Label: "g", Goal: protocol.GoalBest, Quorum: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := wrote(t, Text, &r, ReportOptions{})
	for _, piece := range []string{"│ a¹ ", "│ b ", "│ c² ", "│ d¹ ", "│ e³ ",
		"¹ elects any single node", "² elects the node with the fewest restarts", "³ elects the smallest ID",
		"│ f⁴ ", "│ g⁵ ", "\n¹ elects any single node, not the best",
		"\n⁴ elects any single node where a majority of the roster is together, and nobody elsewhere, not the best: judge it by goal_instability_fraction\n",
		"\n⁵ elects the best where a majority of the roster is together, and nobody elsewhere\n"} {
		if strings.Count(text, piece) != 1 {
			t.Errorf("%q is there %d times in\n%s", piece, strings.Count(text, piece), text)
		}
	}
}

// Several scenarios have tables below each other, but one table in CSV.
func TestSeveralReports(t *testing.T) {
	a, b := comparison(t), comparison(t)
	b.Scenario = "city-cars"
	var text, table bytes.Buffer
	if err := WriteReports(onScreen(&text), Text, []*measure.Report{a, b}, ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "campus-walk: ") || !strings.Contains(text.String(), "\n\ncity-cars: ") {
		t.Errorf("got\n%s", text.String())
	}
	if err := WriteReports(&table, CSV, []*measure.Report{a, b}, ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 2*3*(len(measure.Keys())+len(measure.QuantileNames())); len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	if rows[1][0] != "campus-walk" || rows[len(rows)-1][0] != "city-cars" {
		t.Errorf("from %v to %v", rows[1], rows[len(rows)-1])
	}
}

func TestReportToAClosedPipe(t *testing.T) {
	for _, f := range Formats() {
		if err := WriteReport(closed{}, f, comparison(t), ReportOptions{}); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{1.005, 2, "1.00"}, {0.996, 2, "1.00"}, {-0.001, 2, "0.00"}, {-0.4, 0, "0"}, {-0.6, 0, "-1"},
		{1234567.891, 1, "1234567.9"}, {10, 0, "10"}, {0.1, AsMeasured, "0.1"}, {1e-9, AsMeasured, "1e-09"}, {20, AsMeasured, "20"},
	} {
		if got := Number(c.x, c.decimals); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
}

// Equal parts of the cells of a column are below each other.
func TestCellsAlign(t *testing.T) {
	for _, c := range []struct {
		cells []cell
		want  []string
	}{
		{[]cell{{mean: "1.50", span: span{"1.40", "1.60", "0.10"}}, {mean: "12.00", span: span{"2.00", "22.00", "10.00"}, mark: "↑"}, {mean: none}},
			[]string{" 1.50 ±  0.10  ", "12.00 ± 10.00 ↑", "    –          "}},
		// If one is not symmetric, all are printed by their ends.
		{[]cell{{mean: "1.50", span: span{"1.40", "1.60", "0.10"}, mark: "†"}, {mean: "12.00", span: span{"9.00", "22.00", ""}, times: "(1; 0)", mark: "↓†"}, {mean: none}},
			[]string{" 1.50 [1.40,  1.60]        †", "12.00 [9.00, 22.00] (1; 0) ↓†", "    –                         "}},
	} {
		got := align(c.cells)
		for i, want := range c.want {
			if i >= len(got) || strings.TrimRight(got[i], " ") != strings.TrimRight(want, " ") {
				t.Errorf("%q, want %q", got[i], want)
			}
		}
	}
}

// An interval is printed as ± only if mean ± half, as printed, are its ends.
func TestIntervalsArePrintedAsWhatTheyAre(t *testing.T) {
	share, _ := measure.FindKey("leader_quality") // percent, two decimals
	time, _ := measure.FindKey("election_time_s") // three decimals
	for _, c := range []struct {
		mean, low, high float64
		k               *measure.Key
		want            span
	}{
		{0.2535, 0.179, 0.364, &share, span{"17.90", "36.40", ""}},
		{0.979, 0.94, 0.99, &share, span{"94.00", "99.00", ""}},
		{0.5, 0.4, 0.6, &share, span{"40.00", "60.00", "10.00"}},
		{1, 1, 1, &share, span{"100.00", "100.00", "0.00"}},
		{0.99985, 0.9997, 0.99999, &share, span{"99.97", "100.00", ""}}, // ± would reach 100.01
		{0.3, 0.2, 0.4, &time, span{"0.200", "0.400", "0.100"}},
		{0.30001, 0.2, 0.40003, &time, span{"0.200", "0.400", "0.100"}},
	} {
		got := spanOf(c.mean, &c.low, &c.high, c.k)
		if got != c.want {
			t.Errorf("%v [%v, %v]: %+v, want %+v", c.mean, c.low, c.high, got, c.want)
		}
	}
	if got := spanOf(1, nil, nil, &time); got.any() {
		t.Errorf("%+v", got)
	}
}

// An arrow is a verdict of package measure; a table computes none.
func TestArrowsAreVerdicts(t *testing.T) {
	low, high, runs := 1.0, 2.0, 178
	for want, d := range map[string]*measure.Difference{
		"":  {Mean: 1.5, Low: &low, High: &high, Verdict: measure.VerdictTooFew},
		"↑": {Mean: 1.5, Low: &low, High: &high, Verdict: measure.VerdictHigher},
		"↓": {Verdict: measure.VerdictLower},
		"†": {Mean: 1.5, Verdict: measure.VerdictUnsettled, RunsToTell: &runs},
	} {
		if got := markOf(d); got != want {
			t.Errorf("%+v is marked %q, want %q", *d, got, want)
		}
	}
	if got := markOf(&measure.Difference{Verdict: measure.VerdictHigher, RunsToTell: &runs}); got != "↑" {
		t.Errorf("an arrow that more runs cannot turn is marked %q", got)
	}
	if markOf(nil) != "" {
		t.Error("a mark of nothing")
	}
}

// With too few runs there is no arrow, and a note states how many are needed. Rows that
// lack seeds are named.
func TestNotesOfFewRunsAndOtherSeeds(t *testing.T) {
	var two []measure.RunResult
	for _, r := range runs() {
		if r.Seed <= 2 && !(r.Label == "bully" && r.Seed == 1) {
			two = append(two, r)
		}
	}
	r, err := measure.Summarise("campus-walk", "vasudevan", 1, 2, two, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []Format{Text, Markdown, HTML, LaTeX} {
		text := joinLines(wrote(t, f, &r, ReportOptions{Columns: []string{"instability_fraction"}}))
		for _, want := range []string{"no arrows: 2 pairs of runs are too few to tell a difference from chance; with 2 rows compared with vasudevan it takes 7 runs",
			"different seeds: bully lacks 1; differences are of common seeds alone"} {
			if strings.Count(text, want) != 1 {
				t.Errorf("%s: %q is not there once:\n%s", f, want, text)
			}
		}
		if strings.ContainsAny(text, "↑↓†") || strings.Contains(text, "arrow$") {
			t.Errorf("%s: an arrow of two runs:\n%s", f, text)
		}
	}
}
