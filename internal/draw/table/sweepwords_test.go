package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// A cellOfRows is a cell of a sweep: the values of its axes, and its rows.
type cellOfRows struct {
	at   string // separated by spaces
	runs int
	rows []contestant
}

// swept returns the cross of judged cells, with the axes a, b, ….
func swept(t *testing.T, cells ...cellOfRows) *Cross {
	t.Helper()
	c := &Cross{Plan: "s"}
	points, runs := make([]*measure.Report, len(cells)), make([][]measure.RunResult, len(cells))
	for i, of := range cells {
		all := contestedRuns(of.runs, of.rows)
		r, err := measure.SummariseMetrics([]string{"badly_led_fraction", "transmissions_per_node_s"}, "", 1, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Points = append(c.Points, CrossPoint{strings.Fields(of.at), r})
		runs[i] = all
	}
	for i := range cells {
		points[i] = &c.Points[i].Report
	}
	for i := range c.Points[0].At {
		c.Axes = append(c.Axes, string(rune('a'+i)))
	}
	if err := measure.JudgeSweep(points, runs); err != nil {
		t.Fatal(err)
	}
	c.Verdict = NewSweepVerdict(c.Axes, c.Points)
	return c
}

// The claims of a sweep's verdict, each with the words that make it.
const (
	cellBest   = "leads best, badly led"
	cellNot    = "has the least mean of badly led"
	cellWorse  = "shown to be worse"
	cellFew    = "runs are too few to tell: it takes"
	cellAlone  = "fewer than two rows elect the best node"
	cellNone   = "no seed has badly led in every row"
	cellCheap  = "the cheapest of these is"
	wholeBest  = "leads best at "
	wholeOpen  = "the row of the least mean is not told from others"
	wholeFew   = "there are too few runs"
	wholeEnd   = "too few to tell rows apart"
	wholeVoid  = "No point has two rows"
	turnsOn    = "The order hangs on "
	turnsMore  = "it turns for "
	turnsNever = "No two rows are shown"
)

// Each sentence is said where the data bear it, and nowhere else.
func TestSweepsSayWhatTheDataBear(t *testing.T) {
	all := []string{cellBest, cellNot, cellWorse, cellFew, cellAlone, cellNone, cellCheap, wholeBest, wholeOpen, wholeFew,
		wholeEnd, wholeVoid, turnsOn, turnsMore, turnsNever}
	row := func(label string, loss, frames float64, turn int) contestant {
		return contestant{label: label, loss: loss, frames: frames, turn: turn}
	}
	a, b := row("a", 0.01, 2, 0), row("b", 0.05, 3, 1)
	turnedA, turnedB := row("a", 0.05, 2, 0), row("b", 0.01, 3, 1)
	near, dear := row("near", 0.01001, 2.001, 1), row("dear", 0.01002, 4, 2)
	c, turnedC := row("c", 0.2, 3, 2), row("c", 0.002, 3, 2)
	omega := contestant{label: "omega", loss: 0.9, frames: 1, goal: protocol.GoalSmallestID}
	unknown := contestant{label: "b", frames: 1}
	rows := func(of ...contestant) []contestant { return of }
	for _, x := range []struct {
		name  string
		cells []cellOfRows
		says  []string
	}{
		{"one row leads everywhere", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 13, rows(a, b)}}, []string{cellBest, wholeBest, turnsNever}},
		{"the order turns", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 13, rows(turnedA, turnedB)}}, []string{cellBest, wholeBest, turnsOn}},
		{"it turns for three pairs", []cellOfRows{{"1", 13, rows(a, b, c)}, {"2", 13, rows(row("a", 0.2, 2, 0), b, turnedC)}},
			[]string{cellBest, wholeBest, turnsOn, turnsMore}},
		{"it turns with two axes at once", []cellOfRows{{"1 1", 13, rows(a, b)}, {"2 2", 13, rows(turnedA, turnedB)}}, []string{cellBest, wholeBest, turnsNever}},
		{"it seems to turn", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 13, rows(row("a", 0.0101, 2, 0), row("b", 0.01, 2, 1))}},
			[]string{cellBest, wholeBest, cellNot, wholeOpen, turnsNever}},
		{"it turns in too few runs", []cellOfRows{{"1", 6, rows(a, b)}, {"2", 6, rows(turnedA, turnedB)}}, []string{wholeEnd}},
		{"one cell has too few", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 6, rows(turnedA, turnedB)}}, []string{cellBest, wholeBest, cellFew, wholeFew, turnsNever}},
		{"two are not told, one is dearer", []cellOfRows{{"1", 13, rows(a, dear, b)}, {"2", 13, rows(a, b)}},
			[]string{cellBest, wholeBest, cellNot, wholeOpen, cellWorse, cellCheap, turnsNever}},
		{"three are not told, one is dearer", []cellOfRows{{"1", 13, rows(a, near, dear)}, {"2", 13, rows(a, near)}}, []string{cellNot, wholeOpen}},
		{"one cell has one row that is judged", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 13, rows(a, omega)}}, []string{cellBest, wholeBest, cellAlone, turnsNever}},
		{"one cell lacks the metric", []cellOfRows{{"1", 13, rows(a, b)}, {"2", 13, rows(a, unknown)}}, []string{cellBest, wholeBest, cellNone, turnsNever}},
		{"no cell has two", []cellOfRows{{"1", 13, rows(a, omega)}, {"2", 13, rows(a, omega)}}, []string{wholeVoid}},
	} {
		said := strings.Join(swept(t, x.cells...).VerdictLines(), "\n")
		for _, words := range all {
			if got, want := strings.Contains(said, words), slices.Contains(x.says, words); got != want {
				t.Errorf("%s: says %q: %v, want %v:\n%s", x.name, words, got, want, said)
			}
		}
	}
}

// The verdict of a sweep of another goal names it, and claims nothing of leading best.
func TestSweepsOfAnotherGoalNameIt(t *testing.T) {
	row := func(label string, loss float64, turn int) contestant {
		return contestant{label: label, loss: loss, frames: 2, turn: turn, goal: protocol.GoalSmallestID}
	}
	a, b := row("a", 0.01, 0), row("b", 0.05, 1)
	c := swept(t, cellOfRows{"1", 13, []contestant{a, b}}, cellOfRows{"2", 13, []contestant{row("a", 0.05, 0), row("b", 0.01, 1)}}, cellOfRows{"3", 13, []contestant{a}})
	want := []string{
		"Verdict on the rows that elect the smallest ID: of 3 points, a comes nearest to its goal at 1; b comes nearest to its goal at 1; at 1 fewer than two rows elect the smallest ID.",
		"The order hangs on a: a comes nearer to its goal than b at a = 1, and less near at a = 2.",
		"a = 1: a comes nearest to its goal, goal instability 1.00 %, 2.000 frames/node/s.",
		"a = 2: b comes nearest to its goal, goal instability 1.00 %, 2.000 frames/node/s.",
		"a = 3: fewer than two rows elect the smallest ID.",
	}
	if got := c.VerdictLines(); !slices.Equal(got, want) {
		t.Errorf("it says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if corners := c.Corners(); !slices.Contains(corners.Header, "goal instability\n%") {
		t.Errorf("the corners have the columns %q", corners.Header)
	}
	if raw := c.rawCorners(); !slices.Contains(raw.Header, "goal_instability_fraction") {
		t.Errorf("CSV has the columns %q", raw.Header)
	}
}

// Rows that collapsed are named with the number of points; without such rows nothing is said. Too few runs
// do not hide them.
func TestSweepsNameRowsThatCollapsed(t *testing.T) {
	rows := []contestant{{label: "a", loss: 0.01, frames: 2}, {label: "b", loss: 0.05, frames: 3, turn: 1}}
	for runs, begin := range map[int]string{13: "Verdict: of 2 points, a leads best at 2.", 2: "Verdict: none. "} {
		c := swept(t, cellOfRows{"1", runs, rows}, cellOfRows{"2", runs, rows})
		if said := strings.Join(c.Verdict.Summary(), "\n"); strings.Contains(said, "ollapsed") {
			t.Errorf("no row collapsed: %s", said)
		}
		c.Verdict.Cells[0].Report.Verdict.Collapsed = []string{"b"}
		c.Verdict.Cells[1].Report.Verdict.Collapsed = []string{"omega", "b"}
		said := c.Verdict.Summary()
		if !strings.HasPrefix(said[0], begin) || said[len(said)-1] != "Collapsed, since their own frames fill the medium: b at 2 of 2 points, omega at 1 of 2 points." {
			t.Errorf("%d runs: it says %q", runs, said)
		}
	}
}

func TestSweepVerdictsCountAndName(t *testing.T) {
	a, b := contestant{label: "a", loss: 0.01, frames: 2}, contestant{label: "b", loss: 0.05, frames: 3, turn: 1}
	turned := []contestant{{label: "a", loss: 0.05, frames: 2}, {label: "b", loss: 0.01, frames: 3, turn: 1}}
	c := swept(t, cellOfRows{"1 x", 13, []contestant{a, b}}, cellOfRows{"2 x", 13, []contestant{a, b}}, cellOfRows{"3 x", 13, turned})
	want := []string{
		"Verdict: of 3 points, a leads best at 2; b leads best at 1.",
		"The order hangs on a: a leads better than b at a = 1, and worse at a = 3.",
		"a = 1: a leads best, badly led 1.00 %, 2.000 frames/node/s.",
		"a = 2: a leads best, badly led 1.00 %, 2.000 frames/node/s.",
		"a = 3: b leads best, badly led 1.00 %, 3.000 frames/node/s.",
	}
	if got := c.VerdictLines(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c.Points = c.Points[2:]
	if got := c.VerdictLines(); !slices.Equal(got, []string{want[0], want[1], want[4]}) {
		t.Errorf("a table of one cell says %q", got)
	}
	var text strings.Builder
	if err := WriteCross(&text, Text, c, CrossOptions{Rows: ByAlgorithm, Columns: "a", Metrics: []string{"badly_led_fraction", "transmissions_per_node_s"}}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), want[0]); n != 1 || !strings.HasSuffix(text.String(), want[4]+"\n") {
		t.Errorf("the verdict stands %d times in\n%s", n, &text)
	}
	data, err := json.Marshal(c.Verdict)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"tests":6`, `"axes":["a","b"]`, `{"at":["1","x"],"verdict":{"metric":"badly_led_fraction","goal":"best","finding":"one"`,
		`"rows":[{"label":"a","best":2,"not_told":0,"worse":1},{"label":"b","best":1,"not_told":0,"worse":2}]`,
		`"turns":[{"axis":"a","better":"a","worse":"b","from":["1","x"],"to":["3","x"],"best":true,"ahead":0.04,"behind":-0.04},{"axis":"a","better":"a","worse":"b","from":["2","x"],"to":["3","x"],"best":true,"ahead":0.04,"behind":-0.04}]`} {
		if !strings.Contains(string(data), part) {
			t.Errorf("no %s in %s", part, data)
		}
	}
	one := swept(t, cellOfRows{"1", 12, []contestant{a, b}})
	if got, want := one.VerdictLines(), verdictLines(contested(t, 12, a, b)); !slices.Equal(got, want) {
		t.Errorf("a sweep of one cell says %q, a report %q", got, want)
	}
	if got := swept(t, cellOfRows{"1", 12, []contestant{a}}, cellOfRows{"2", 12, []contestant{a}}).VerdictLines(); got != nil {
		t.Errorf("a sweep of one row has the verdict %q", got)
	}
	var many []cellOfRows
	for i := range 60 {
		many = append(many, cellOfRows{fmt.Sprint(i), 13, []contestant{a, b}})
	}
	if got := swept(t, many...).VerdictLines(); len(got) != mostCellLines+1 || !strings.HasPrefix(got[mostCellLines], "22 more points") {
		t.Errorf("60 cells have %d lines, the last %q", len(got), got[len(got)-1])
	}
}
