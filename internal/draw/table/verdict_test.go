package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// A contestant is a row of a study: badly led and frames around these means, for so many runs.
// turn shifts its values among the seeds, so that no two rows of other turns are equal.
type contestant struct {
	label        string
	loss, frames float64
	turn         int
	goal         protocol.Goal
}

// contested returns the report of rows, with deviations of a tenth.
func contested(t *testing.T, runs int, rows ...contestant) *measure.Report {
	t.Helper()
	r, err := measure.Summarise("s", rows[0].label, 1, runs, contestedRuns(runs, rows), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func contestedRuns(runs int, rows []contestant) (all []measure.RunResult) {
	for _, c := range rows {
		for i := range runs {
			spread := 0.9 + 0.2*float64((i*7+3*c.turn)%runs)/float64(max(runs-1, 1))
			r := measure.RunResult{Label: c.label, Name: c.label, Goal: protocol.GoalBest, Seed: uint64(i + 1)}
			if c.goal != "" {
				r.Goal = c.goal
			}
			if c.loss > 0 && r.Goal != protocol.GoalBest {
				r.Metrics.Set("goal_instability_fraction", measure.Value{X: c.loss * spread, Known: true})
			}
			if c.loss > 0 {
				r.Metrics.Set("badly_led_fraction", measure.Value{X: c.loss * spread, Known: true})
			}
			r.Metrics.Set("transmissions_per_node_s", measure.Value{X: c.frames * spread, Known: true})
			all = append(all, r)
		}
	}
	return all
}

// The claims of a verdict, each with the words that make it.
const (
	saysBest    = "leads best: badly led"
	saysSeveral = "Not told from it"
	saysWorse   = "Shown to be worse"
	saysNone    = "no row is shown to lead worse"
	saysTooFew  = "too few"
	saysAlone   = "fewer than two"
	saysUnknown = "No seed"
	saysSends   = "It sends"
	saysOpen    = "not told apart"
	saysCheap   = "is the cheapest"
	saysCheaper = "has the least mean cost"
	saysTrade   = "Shown to be cheaper"
	saysPower   = "half of it takes"
	saysOther   = "Not judged"
	saysArrow   = "An arrow compares"
	saysSame    = "the same in every run"
	saysBestOf  = "Of the best rows"
	saysAllOf   = "Of all judged rows"
	saysCount   = "each of the 6 other rows that elect the best node (the next: bad0, 5.00 %)"
	saysMean    = "bad (5.00 %)"
)

// Each sentence is said where the data bear it, and nowhere else.
func TestVerdictsSayWhatTheDataBear(t *testing.T) {
	all := []string{saysBest, saysSeveral, saysWorse, saysNone, saysTooFew, saysAlone, saysUnknown, saysSends, saysOpen, saysCheap,
		saysCheaper, saysTrade, saysPower, saysOther, saysArrow, saysSame, saysBestOf, saysAllOf, saysCount, saysMean}
	a := contestant{label: "a", loss: 0.01, frames: 2}
	near := contestant{label: "near", loss: 0.01001, frames: 2.001, turn: 1}
	dear := contestant{label: "dear", loss: 0.01002, frames: 4, turn: 2}
	bad := contestant{label: "bad", loss: 0.05, frames: 3, turn: 1}
	free := contestant{label: "free", loss: 0.05, frames: 1, turn: 2}
	omega := contestant{label: "omega", loss: 0.9, frames: 1, goal: protocol.GoalSmallestID}
	twin := contestant{label: "twin", loss: 0.01, frames: 2}
	var worse []contestant
	for i := range 6 {
		worse = append(worse, contestant{label: fmt.Sprint("bad", i), loss: 0.05, frames: 3, turn: i})
	}
	for _, c := range []struct {
		name string
		runs int
		rows []contestant
		says []string
	}{
		{"one is better than all", 12, []contestant{a, bad}, []string{saysBest, saysSends, saysMean}},
		{"one is better than many", 12, append([]contestant{a}, worse...), []string{saysBest, saysSends, saysCount}},
		{"a worse one is cheaper", 12, []contestant{a, bad, free}, []string{saysBest, saysSends, saysTrade, saysMean}},
		{"another goal", 12, []contestant{a, bad, omega}, []string{saysBest, saysSends, saysOther, saysMean}},
		{"two are not told, nor their cost", 12, []contestant{a, near, bad}, []string{saysSeveral, saysWorse, saysOpen, saysPower, saysMean}},
		{"two are not told, one is dearer", 12, []contestant{a, dear, bad}, []string{saysSeveral, saysWorse, saysCheap, saysBestOf, saysPower, saysMean}},
		{"three are not told, one is dearer", 12, []contestant{a, near, dear, bad}, []string{saysSeveral, saysWorse, saysCheaper, saysBestOf, saysPower, saysMean}},
		{"nobody is told", 12, []contestant{a, near}, []string{saysNone, saysOpen, saysPower}},
		{"nobody is told, one is dearer", 12, []contestant{a, dear}, []string{saysNone, saysCheap, saysAllOf, saysPower}},
		{"nobody is told, one of three is dearer", 12, []contestant{a, near, dear}, []string{saysNone, saysCheaper, saysAllOf, saysPower}},
		{"equal in each run", 12, []contestant{a, twin, bad}, []string{saysSeveral, saysSame, saysWorse, saysOpen, saysMean}},
		{"too few", 6, []contestant{a, bad}, []string{saysTooFew, saysArrow}},
		{"one run", 1, []contestant{a, bad}, []string{saysTooFew}},
		{"one that is judged", 12, []contestant{a, omega}, []string{saysAlone, saysOther}},
		{"without the metric", 12, []contestant{a, {label: "b", frames: 1}}, []string{saysUnknown}},
	} {
		said := strings.Join(verdictLines(contested(t, c.runs, c.rows...)), "\n")
		for _, words := range all {
			if got, want := strings.Contains(said, words), slices.Contains(c.says, words); got != want {
				t.Errorf("%s: says %q: %v, want %v: %s", c.name, words, got, want, said)
			}
		}
	}
	if said := verdictLines(contested(t, 12, a)); said != nil {
		t.Errorf("a report of one row has the verdict %q", said)
	}
}

// A verdict on rows of another goal names the goal and its metric, in every sentence, and claims nothing
// of leading best. One on rows that elect the best does not.
func TestVerdictsNameTheirGoal(t *testing.T) {
	const smallest = protocol.GoalSmallestID
	a := contestant{label: "a", loss: 0.01, frames: 2, goal: smallest}
	near := contestant{label: "near", loss: 0.01001, frames: 2.001, turn: 1, goal: smallest}
	bad := contestant{label: "bad", loss: 0.05, frames: 3, turn: 1, goal: smallest}
	free := contestant{label: "free", loss: 0.05, frames: 1, turn: 2, goal: smallest}
	lone := contestant{label: "lone", loss: 0.01, frames: 2}
	begin := "Verdict on the rows that elect the smallest ID: "
	for _, c := range []struct {
		runs int
		rows []contestant
		want string
	}{
		{12, []contestant{a, bad, free, lone}, begin + "a comes nearest to its goal: goal instability for 1.00 % of the time, which is shown to be less than that of bad (5.00 %), free (5.00 %). " +
			"It sends 2.000 frames/node/s. Shown to be cheaper, and to be worse: free (1.000). Not judged: lone, which has another goal."},
		{12, []contestant{a, near, bad}, begin + "a has the least mean of goal instability, 1.00 %. Not told from it: near (1.00 %). Shown to be worse: bad (5.00 %). " +
			"Their costs are not told apart: 2.000 to 2.001 frames/node/s. 12 runs show a difference of 0.13 points of goal instability in about four of five studies"},
		{12, []contestant{a, near}, begin + "In 12 runs no row is shown to be worse than a, which has the least mean of goal instability, 1.00 %."},
		{6, []contestant{a, bad}, begin + "none. 6 runs are too few to tell which of 2 rows comes nearest to its goal: it takes 7."},
		{12, []contestant{{label: "a", frames: 1, goal: smallest}, {label: "b", frames: 1, goal: smallest}}, begin + "none. No seed has goal instability in every row that is judged."},
		{12, []contestant{a, lone}, "Verdict: none. It compares rows of one goal, and fewer than two rows share one. Not judged: a, which has another goal."},
	} {
		said := strings.Join(verdictLines(contested(t, c.runs, c.rows...)), "\n")
		if !strings.HasPrefix(said, c.want) || strings.Contains(said, "lead") || strings.Contains(said, "badly led") {
			t.Errorf("it says\n%s\nwant\n%s", said, c.want)
		}
	}
	quorum := standard{aim: aim{protocol.GoalAny, true}}
	if got, want := quorum.begin(), "Verdict on the rows that elect any single node where a majority of the roster is together: "; got != want {
		t.Errorf("of a quorum: %q, want %q", got, want)
	}
}

// A row that collapsed says so, and no other does. All formats for people have the verdict, once.
func TestVerdictsStandInEachFormat(t *testing.T) {
	r := contested(t, 12, contestant{label: "a", loss: 0.01, frames: 2}, contestant{label: "b", loss: 0.9, frames: 9})
	r.Algorithms[1].Collapse = "its frames take all"
	for _, f := range Formats() {
		text := wrote(t, f, r, ReportOptions{})
		for _, words := range []string{saysBest, "b collapsed: its frames take all"} {
			if n, want := strings.Count(text, words), map[bool]int{true: 0, false: 1}[f == CSV]; n != want {
				t.Errorf("%s has %q %d times, want %d:\n%s", f, words, n, want, text)
			}
		}
		if strings.Contains(text, "a collapsed") {
			t.Errorf("%s: a collapsed:\n%s", f, text)
		}
	}
}

// The five needed columns, and the energy where there are batteries, fit 100 columns. Three
// digits are as much as a mean gets, and no share near 100 % is rounded to it.
func TestNeededColumnsFitAHundred(t *testing.T) {
	for _, energy := range []string{"", energyColumn} {
		var all []measure.RunResult
		for _, label := range []string{"chang-roberts", "tanist"} {
			for i := range 12 {
				r := measure.RunResult{Label: label, Name: label, Goal: protocol.GoalBest, Seed: uint64(i + 1)}
				for j, name := range append(DefaultColumns(), energy) {
					r.Metrics.Set(name, measure.Value{X: 0.1 + 0.01*float64((i*7+j)%12), Median: 1, N: 1, Known: true})
				}
				all = append(all, r)
			}
		}
		r, err := measure.Summarise("s", "tanist", 1, 12, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := shownAt(t, &r, 100)
		fits(t, text, 100)
		head, _, _ := strings.Cut(text, "├")
		for _, title := range []string{"badly led", "leaderless", "leader", "election", "frames"} {
			if !strings.Contains(head, title) {
				t.Errorf("no column %s in 100:\n%s", title, text)
			}
		}
		if got := strings.Contains(head, "energy"); got != (energy != "") {
			t.Errorf("a column of energy: %v:\n%s", got, text)
		}
		if wide := shownAt(t, &r, 170); !strings.Contains(wide, "15.5 (13.3–17.9)") {
			t.Errorf("no intervals in brackets at 170:\n%s", wide)
		}
	}
	key, _ := measure.FindKey("leader_quality")
	for mean, want := range map[float64]int{0: 2, 0.001: 2, 0.012: 2, 0.123: 1, 0.9: 1, 0.9996: 2, 1: 2} {
		if got := briefDecimals(mean, &key); got != want {
			t.Errorf("%v has %d decimals, want %d", mean, got, want)
		}
	}
	frames, _ := measure.FindKey(costColumn)
	low, high := -1.25, 2.5
	for _, c := range []struct {
		of   measure.Summary
		want string
	}{
		{measure.Summary{Mean: 0.5, Low: &low, High: &high}, "0.500 (-1.250 to 2.500)"},
		{measure.Summary{Mean: 12.34, Low: &high}, "12.3 (2.5–∞)"},
		{measure.Summary{Mean: 1234.5}, "1234 "},
	} {
		if b := briefOf("", &c.of, &frames, 0); fmt.Sprint(b.mean, " ", b.interval) != c.want {
			t.Errorf("%s %s, want %s", b.mean, b.interval, c.want)
		}
	}
}
