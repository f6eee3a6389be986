package plots

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// runs are a campaign of three algorithms: vasudevan is steady, bully worse with
// a known spread, flood-max lost a run, elects otherwise and never ends some
// elections.
func runs() []measure.RunResult {
	var out []measure.RunResult
	add := func(label string, goal protocol.Goal, seed uint64, values map[string]measure.Value) {
		r := measure.RunResult{Label: label, Name: label, Goal: goal, Seed: seed, SimulatedS: 600}
		for name, v := range values {
			v.Known = true
			if !r.Metrics.Set(name, v) {
				panic(name)
			}
		}
		out = append(out, r)
	}
	x := func(v float64) measure.Value { return measure.Value{X: v} }
	for seed := uint64(1); seed <= 4; seed++ {
		s := float64(seed)
		add("vasudevan", protocol.GoalBest, seed, map[string]measure.Value{
			"instability_fraction": x(0.1 + 0.01*s), "leaderless_fraction": x(0.02 + 0.001*s),
			"agreement_fraction": x(0.8), "leader_quality": x(0.95),
			"election_time_s":       {X: 0.5 + 0.01*s, Median: 0.4, N: 100, Censored: 0},
			"messages_per_election": x(2.5), "messages_per_node_s": x(4 + 0.1*s),
			"first_death_s": {X: 600, N: 1, Censored: 1, Median: math.Inf(1)},
		})
		add("bully", protocol.GoalBest, seed, map[string]measure.Value{
			"instability_fraction": x(0.3 + 0.02*s), "leaderless_fraction": x(0.02 + 0.001*s),
			"agreement_fraction": x(0.8), "leader_quality": x(0.5),
			"election_time_s":       {X: 12 + s, Median: 11, N: 50, Censored: 2},
			"messages_per_election": x(120), "messages_per_node_s": x(3 - 0.1*s),
			"first_death_s": {X: 500 + 10*s, N: 1, Median: 500},
		})
		if seed == 4 {
			continue
		}
		add("flood-max", protocol.GoalSmallestID, seed, map[string]measure.Value{
			"instability_fraction": x(0.9), "leaderless_fraction": x(0),
			"election_time_s":     {X: 599, Median: math.Inf(1), N: 3, Censored: 2},
			"messages_per_node_s": x(4.25),
		})
	}
	return out
}

func comparison(t *testing.T) *measure.Report {
	t.Helper()
	r, err := measure.Summarise("campus-walk", "vasudevan", 1, 4, runs(), nil)
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

// The default table fits a wide terminal, even with the widest names and marks.
func TestDefaultColumnsFit(t *testing.T) {
	for line := range strings.Lines(wrote(t, Text, comparison(t), ReportOptions{})) {
		if n := utf8.RuneCountInString(line); strings.HasPrefix(line, "│") && n > 160 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// What collides, and what a cap keeps back, has a column where there is such a thing.
func TestColumnsInPlay(t *testing.T) {
	all := runs()
	for i := range all {
		all[i].Metrics.Set("airtime_busiest_fraction", measure.Value{X: 0.1, Known: true})
	}
	shows := func(columns ...string) {
		t.Helper()
		r, err := measure.Summarise("campus-walk", "vasudevan", 1, 4, all, nil)
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
	if err == nil || err.Error() != `plots: no metric is called "speed"` {
		t.Errorf("got %v", err)
	}
	if err := WriteReport(new(bytes.Buffer), "pdf", comparison(t), ReportOptions{}); err == nil {
		t.Error("wrote a report in no format")
	}
}

// One run: no intervals, and the table says why.
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

// Every goal but the best has one footnote, however many rows share it; who needs a
// majority has one of its own.
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
		"\n⁴ elects any single node where a majority of the roster is together, and nobody elsewhere, not the best: read its goal_instability_fraction instead\n",
		"\n⁵ elects the best where a majority of the roster is together, and nobody elsewhere\n"} {
		if strings.Count(text, piece) != 1 {
			t.Errorf("%q is there %d times in\n%s", piece, strings.Count(text, piece), text)
		}
	}
}

// Several scenarios: tables below each other, CSV in one.
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
		{1234567.891, 1, "1234567.9"}, {10, 0, "10"}, {0.1, asMeasured, "0.1"}, {1e-9, asMeasured, "1e-09"}, {20, asMeasured, "20"},
	} {
		if got := number(c.x, c.decimals); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
}

// The parts of the cells of a column stand below each other.
func TestCellsAlign(t *testing.T) {
	got := align([]cell{{mean: "1.50", half: "0.10"}, {mean: "12.00", half: "10.00", mark: "↑"}, {mean: none}})
	want := []string{
		" 1.50 ±  0.10  ",
		"12.00 ± 10.00 ↑",
		"    –          ",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}
