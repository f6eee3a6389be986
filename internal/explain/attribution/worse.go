// Package attribution tells what makes one row of a comparison worse than another: it splits
// the metric of each row into causes, and the difference of two rows into the differences of
// these causes.
//
// It assumes a report of runs that were made with [Split]. Rows met the same worlds, so differences are
// paired by seed and judged as everywhere (package measure). The causes of a run add up to its metric, and
// so do their means and the means of their differences.
//
// It never runs a scenario. Package measure alone decides whether a difference is more than
// chance.
//
// Units: fractions of the time of live nodes; people read them in percent.
//
// Cost: the same as a table.
package attribution

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/explain/causes"
	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

// Split makes the meters of runs whose metric is to be split.
func Split(metric string) (*campaign.Split, error) {
	if !slices.Contains(causes.Metrics(), metric) {
		return nil, fmt.Errorf("%s cannot be split into causes%s; there are %s", metric, strictyaml.DidYouMean(metric, causes.Metrics()), strings.Join(causes.Metrics(), ", "))
	}
	return &campaign.Split{Keys: slices.Concat(causes.Keys(), causes.StretchKeys(), causes.HeaviestKeys()), New: func(o measure.Options) campaign.Parts { return causes.Of(metric, o) }}, nil
}

// An Answer is the outcome of a scenario's runs, and the metric that was split.
type Answer struct {
	Metric string
	Report *measure.Report
	Runs   []measure.RunResult
}

// key is the metric that was split.
func (a *Answer) key() measure.Key {
	k, _ := measure.FindKey(a.Metric)
	return k
}

// causes lists the causes that occur in some run, in the order of tables.
func (a *Answer) causes() (shown []measure.Key) {
	for _, k := range causes.Keys() {
		if slices.ContainsFunc(a.Report.Algorithms, func(row measure.Algorithm) bool {
			s := row.Metrics.Get(k.Name)
			return s != nil && s.Mean > 0
		}) {
			shown = append(shown, k)
		}
	}
	return shown
}

// Write writes the answer as tables: the shares of the causes, and their differences from the row
// of comparison.
func (a *Answer) Write(w io.Writer, f table.Format) error {
	shown := a.causes()
	if f == table.CSV {
		shown = causes.Keys()
	}
	var metrics []string
	for _, k := range shown {
		metrics = append(metrics, k.Name)
	}
	r := a.Report
	point := table.CrossPoint{Report: *r}
	cross := table.Cross{Plan: fmt.Sprintf("%s: %s by cause, %s from seed %d", r.Scenario, a.key().Title, a.runs(), r.Seed),
		Versus: r.Versus}
	if f == table.CSV { // people have the scenario in the title
		cross.Axes, point.At = []string{"scenario"}, []string{r.Scenario}
	}
	cross.Points = []table.CrossPoint{point}
	o := table.CrossOptions{Rows: table.ByMetric, Columns: table.ByAlgorithm, Metrics: append(metrics, a.Metric)}
	if f == table.CSV {
		for _, k := range causes.StretchKeys() {
			o.Metrics = append(o.Metrics, k.Name)
		}
		return table.WriteCross(w, f, &cross, o)
	}
	if err := table.WriteCross(w, f, &cross, o); err != nil || len(shown) == 0 {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	stretches := a.stretches(shown)
	return stretches.Write(w, f)
}

// runs says how many runs of each row there are; fewer than asked for if some failed or were interrupted.
func (a *Answer) runs() string {
	r := a.Report
	asked := fmt.Sprintf("%d runs", r.Runs)
	if r.Runs == 1 {
		asked = "1 run"
	}
	fewest, most := r.Runs, 0
	for i := range r.Algorithms {
		n := len(r.Algorithms[i].Seeds)
		fewest, most = min(fewest, n), max(most, n)
	}
	switch {
	case fewest == r.Runs || most == 0:
		return asked
	case fewest == most:
		return fmt.Sprintf("%d of %s", most, asked)
	}
	return fmt.Sprintf("%d to %d of %s", fewest, most, asked)
}

const secondsAnHour = 3600

// stretches is a table of how many stretches of each cause there are, and how long they are.
func (a *Answer) stretches(shown []measure.Key) table.Table {
	r := a.Report
	t := table.Table{Title: fmt.Sprintf("%s: stretches of a node in an hour, and their mean length", r.Scenario), Header: []string{"cause"}, Right: []bool{false}}
	for _, k := range shown {
		t.Rows = append(t.Rows, []string{k.Title})
	}
	for i := range r.Algorithms {
		row := &r.Algorithms[i]
		t.Header, t.Right = append(t.Header, row.Label), append(t.Right, true)
		for j, k := range shown {
			rate, text := share(row, "stretches_"+strings.TrimPrefix(k.Name, "cause_")), "–"
			if rate > 0 {
				text = fmt.Sprintf("%.1f × %.2f s", rate, secondsAnHour*share(row, k.Name)/rate)
			}
			t.Rows[j] = append(t.Rows[j], text)
		}
	}
	return t
}

// mostNamed bounds the causes that a sentence names.
const mostNamed = 4

// Sentences returns a sentence for each row: by how much it differs from the row of
// comparison, and by which causes.
func (a *Answer) Sentences() (said []string) {
	key := a.key()
	for i := range a.Report.Algorithms {
		row := &a.Report.Algorithms[i]
		d := row.Paired.Get(key.Name)
		if d == nil || d.Verdict == measure.VerdictTooFew {
			continue
		}
		text := fmt.Sprintf("%s: no difference from %s in %s is shown (%s points)", row.Label, a.Report.Versus, key.Title, points(d.Mean))
		if d.Verdict == measure.VerdictHigher || d.Verdict == measure.VerdictLower {
			text = fmt.Sprintf("%s: %s %s points from %s", row.Label, key.Title, told(d.Mean), a.Report.Versus)
		}
		said = append(said, text+parts(row, d)+".")
	}
	return said
}

// parts names the causes that differ by more than chance, the greatest first, and what the others add up to.
func parts(row *measure.Algorithm, whole *measure.Difference) string {
	type part struct {
		title string
		mean  float64
	}
	var list []part
	for _, k := range causes.Keys() {
		if d := row.Paired.Get(k.Name); d != nil && (d.Verdict == measure.VerdictHigher || d.Verdict == measure.VerdictLower) {
			list = append(list, part{k.Title, d.Mean})
		}
	}
	if list == nil {
		return "; no cause differs by more than chance"
	}
	slices.SortStableFunc(list, func(x, y part) int { return cmp.Compare(math.Abs(y.mean), math.Abs(x.mean)) })
	rest, words := whole.Mean, []string(nil)
	for _, p := range list[:min(len(list), mostNamed)] {
		words = append(words, p.title+" "+told(p.mean))
		rest -= p.mean
	}
	return fmt.Sprintf("; %s, all other causes %s", strings.Join(words, ", "), points(rest))
}

// The decimals of percentage points in a sentence: as in tables, usual ones, and the most for a number
// that tests tell from zero.
const (
	usualDecimals = 2
	mostDecimals  = usualDecimals + 3
)

// points is a difference of shares in percentage points.
func points(share float64) string { return signed(share, usualDecimals) }

// told is a difference that tests tell from zero, in percentage points, with as few decimals more
// as it takes to differ from zero. With one digit and a power of ten where allowed decimals do not show it.
func told(share float64) string {
	for decimals := usualDecimals; decimals <= mostDecimals; decimals++ {
		if text := signed(share, decimals); strings.ContainsAny(text, "123456789") {
			return text
		}
	}
	return minus(fmt.Sprintf("%+.0e", 100*share))
}

// signed writes a share in percent with its sign; zero has none.
func signed(share float64, decimals int) string {
	text := table.Number(100*share, decimals)
	if share > 0 && strings.ContainsAny(text, "123456789") {
		text = "+" + text
	}
	return minus(text)
}

func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// row is a row of the answer as JSON.
type row struct {
	Label      string              `json:"label"`
	Algorithm  string              `json:"algorithm"`
	Goal       string              `json:"goal"`
	Seeds      []uint64            `json:"seeds"`
	Value      *measure.Summary    `json:"value"`      // of the metric
	Difference *measure.Difference `json:"difference"` // from the row of comparison; null for that row
	Causes     []cause             `json:"causes"`
	Example    *Example            `json:"example"` // null if it loses by no cause by more than chance
}

type cause struct {
	Cause      string              `json:"cause"`
	Meaning    string              `json:"meaning"`
	Value      *measure.Summary    `json:"value"`
	Difference *measure.Difference `json:"difference"`
	Stretches  *measure.Summary    `json:"stretches_per_node_h"`
}

// MarshalJSON writes the answer for programs: all causes of all rows.
func (a *Answer) MarshalJSON() ([]byte, error) {
	r := a.Report
	var rows []row
	for i := range r.Algorithms {
		of := &r.Algorithms[i]
		one := row{Label: of.Label, Algorithm: of.Name, Goal: string(of.Goal), Seeds: of.Seeds, Value: of.Metrics.Get(a.Metric), Difference: of.Paired.Get(a.Metric), Example: a.example(of)}
		for j, k := range causes.Keys() {
			one.Causes = append(one.Causes, cause{strings.TrimPrefix(k.Name, "cause_"), k.Meaning, of.Metrics.Get(k.Name), of.Paired.Get(k.Name),
				of.Metrics.Get(causes.StretchKeys()[j].Name)})
		}
		rows = append(rows, one)
	}
	return json.Marshal(struct {
		Scenario  string   `json:"scenario"`
		Seed      uint64   `json:"seed"`
		Runs      int      `json:"runs"`
		Metric    string   `json:"metric"`
		Versus    string   `json:"versus"`
		Sentences []string `json:"sentences"`
		Warnings  []string `json:"warnings"`
		Rows      []row    `json:"rows"`
	}{r.Scenario, r.Seed, r.Runs, a.Metric, r.Versus, a.Sentences(), r.Warnings, rows})
}
