package export

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

// A Table names a table.
type Table string

// The tables.
const (
	Runs       Table = "runs"       // a row for each run and metric
	Elections  Table = "elections"  // a row for each election
	Detections Table = "detections" // a row for each death that a node noticed
	Mistakes   Table = "mistakes"   // a row for each false suspicion
)

// Tables lists the tables.
func Tables() []string {
	return []string{string(Runs), string(Elections), string(Detections), string(Mistakes)}
}

// observations names the metric of each table of single observations.
var observations = map[Table]string{
	Elections: "election_time_s", Detections: "detection_time_s", Mistakes: "mistake_duration_s",
}

// CSV is the only format.
const CSV = "csv"

// Formats lists the formats.
func Formats() []string { return []string{CSV} }

// A Job writes one table.
type Job struct {
	Dir    string // of results
	Table  Table  // "": Runs
	Format string // "": CSV
	Out    io.Writer
	Warn   func(string) // of a last line that was cut off
}

// Do writes the table.
func (j *Job) Do() error {
	table, format := cmp.Or(j.Table, Runs), cmp.Or(j.Format, CSV)
	if !slices.Contains(Tables(), string(table)) {
		return fmt.Errorf("--table %s: there is no such table%s", table, strictyaml.Hint(string(table), Tables()))
	}
	if format != CSV {
		return fmt.Errorf("--format %s: unknown format; there is csv, which pandas, DuckDB and R read", format)
	}
	stored, err := results.Finished(j.Dir, j.Warn)
	if err != nil {
		return err
	}
	t := newTable(stored.Lines)
	out := csv.NewWriter(j.Out)
	out.UseCRLF = true // RFC 4180, section 2
	if table == Runs {
		err = t.runs(out)
	} else {
		err = t.observed(out, observations[table])
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	if err != nil {
		return err
	}
	return nil
}

// A table is the part that all tables share.
type table struct {
	axes  []string
	lines []results.Line // in their order
}

func newTable(lines []results.Line) *table {
	t := &table{lines: slices.Clone(lines)}
	for _, s := range lines[0].Axes {
		t.axes = append(t.axes, s.Path)
	}
	slices.SortStableFunc(t.lines, func(a, b results.Line) int {
		for i := range min(len(a.Axes), len(b.Axes)) {
			if c := byValue(a.Axes[i].Value, b.Axes[i].Value); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Seed, b.Seed))
	})
	return t
}

// byValue sorts values of an axis: numbers and durations by size, before others by name.
func byValue(a, b string) int {
	x, y := size(a), size(b)
	if math.IsInf(x, 1) && math.IsInf(y, 1) {
		return cmp.Compare(a, b)
	}
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
}

func size(value string) float64 {
	if x, err := strconv.ParseFloat(value, 64); err == nil && !math.IsNaN(x) {
		return x
	}
	if d, err := time.ParseDuration(value); err == nil {
		return d.Seconds()
	}
	return math.Inf(1)
}

// fixed are the columns that identify the run of a row, except the axes, which come after the
// scenario.
var fixed = []string{"scenario", "label", "algorithm", "goal", "seed"}

// header returns the columns of a table. An axis with the name of another column is renamed,
// because readers need distinct names.
func (t *table) header(more ...string) []string {
	taken := append(slices.Clone(fixed), more...)
	header := []string{fixed[0]}
	for _, axis := range t.axes {
		if slices.Contains(taken, axis) {
			axis = "axis." + axis
		}
		header = append(header, axis)
	}
	return append(append(header, fixed[1:]...), more...)
}

// run returns the fields that identify the run of a row.
func (t *table) run(l *results.Line) []string {
	fields := []string{l.Scenario}
	for i := range t.axes {
		value := ""
		if i < len(l.Axes) {
			value = l.Axes[i].Value
		}
		fields = append(fields, value)
	}
	return append(fields, l.Label, l.Name, string(l.Goal), strconv.FormatUint(l.Seed, 10))
}

// runs writes a row for each run and metric.
func (t *table) runs(out *csv.Writer) error {
	if err := out.Write(t.header("metric", "value", "unit", "bound", "n", "censored", "horizon_s")); err != nil {
		return err
	}
	horizons := t.horizons()
	for i := range t.lines {
		l := &t.lines[i]
		run := t.run(l)
		for _, k := range append(measure.Keys(), l.Metrics.OwnKeys()...) {
			v := valueOf(&l.Metrics, &k, horizons.Of(k.Name))
			row := append(slices.Clone(run), k.Name, v.value, unitOf(&k), v.bound, v.n, v.censored, v.horizon)
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// horizons are the shared horizons of all rows at all points.
func (t *table) horizons() measure.Horizons {
	var all []measure.RunResult
	for i := range t.lines {
		r := t.lines[i].Result()
		for _, s := range t.lines[i].Axes {
			r.Label += "\x00" + s.Value // the same row at another point is another row here
		}
		all = append(all, r)
	}
	return measure.CommonHorizons(all)
}

// A value has the fields of a row for one metric; they are empty if the metric does not
// apply.
type value struct{ value, bound, n, censored, horizon string }

// lower marks a lower bound of the true value.
const lower = "lower"

func valueOf(m *measure.Metrics, k *measure.Key, horizon float64) value {
	v := m.Get(k.Name)
	if !v.Known {
		return value{}
	}
	out := value{value: number(v.X)}
	if !k.Time {
		return out
	}
	out.n, out.censored = strconv.Itoa(v.N), strconv.Itoa(v.Censored)
	if v.Times.Known() {
		mean, followed := v.Times.Restricted(horizon)
		out.value, out.horizon = number(mean), number(horizon)
		if !followed {
			out.bound = lower
		}
	} else if v.Censored > 0 {
		out.bound = lower
	}
	return out
}

// unitOf names the unit of values: a fraction is 0 … 1, and a ratio of counts has none.
func unitOf(k *measure.Key) string {
	if k.Percent {
		return "fraction"
	}
	return k.Unit
}

// observed writes a row for each observation.
func (t *table) observed(out *csv.Writer, metric string) error {
	if err := out.Write(t.header("time_s", "censored", "rounded")); err != nil {
		return err
	}
	for i := range t.lines {
		l := &t.lines[i]
		v := l.Metrics.Get(metric)
		if v.Known && !v.Times.Known() {
			return fmt.Errorf("the run of %s with seed %d is of an earlier bellwether, which kept no single values of %s; run it again",
				l.Label, l.Seed, metric)
		}
		run, rounded := t.run(l), flag(v.Times.Rounded())
		for span := range v.Times.All() {
			row := append(slices.Clone(run), seconds(int64(span.Length)), flag(span.Censored), rounded)
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	return nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// seconds writes nanoseconds as seconds, exactly.
func seconds(ns int64) string {
	text := fmt.Sprintf("%d.%09d", ns/1e9, ns%1e9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// flag returns 1 or 0, which all readers take for numbers.
func flag(is bool) string {
	if is {
		return "1"
	}
	return "0"
}
