package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"bellwether/trace/measure"
)

// Screens have the table of a report in a brief form: three significant digits, the interval as
// "(24.1–26.9)", times without median and count. Where the needed columns have no room beside
// each other, the interval is below its mean. A screen with room for everything has the whole form.

// significant is how many digits of a mean the brief form has, unless the metric has fewer decimals.
const significant = 3

// A brief is the brief form of a cell.
type brief struct{ mean, interval string }

// briefOf returns the brief form of a mean, with what bounds it before it, and so many decimals more.
func briefOf(bound string, s *measure.Summary, k *measure.Key, more int) brief {
	of := briefKey(s.Mean, k, more)
	write := func(x float64) string { return shown(x, of) }
	b := brief{mean: bound + write(s.Mean)}
	if s.Low == nil {
		return b
	}
	low, between, high := write(*s.Low), "–", "∞"
	if s.High != nil {
		high = write(*s.High)
	}
	if strings.HasPrefix(low, "-") {
		between = " to "
	}
	b.interval = "(" + low + between + high + ")"
	return b
}

// briefKey returns the metric with the decimals of the brief form of a mean, and some more.
func briefKey(mean float64, k *measure.Key, more int) *measure.Key {
	out := *k
	out.Decimals = briefDecimals(mean, k)
	if k.Decimals != AsMeasured {
		out.Decimals = min(out.Decimals+more, k.Decimals+mostFiner)
	}
	return &out
}

func briefMean(mean float64, k *measure.Key, more int) string {
	return shown(mean, briefKey(mean, k, more))
}

// briefDecimals returns the decimals of a mean and its interval. A share of which less than 1 %
// is missing has the digits of what is missing, so that 99.96 % does not become 100.0 %.
func briefDecimals(mean float64, k *measure.Key) int {
	size := math.Abs(mean)
	if k.Percent {
		size *= 100
		if missing := 100 - size; missing >= 0 && missing < 1 {
			size = missing
		}
	}
	before := 0
	for ; size >= 1 && before < significant; size /= 10 {
		before++
	}
	return min(significant-before, k.Decimals)
}

// alignBrief returns the brief texts of a column, with equal parts below each other.
func alignBrief(cells []cell) []string {
	width := func(of func(*cell) string) (w int) {
		for i := range cells {
			w = max(w, utf8.RuneCountInString(of(&cells[i])))
		}
		return w
	}
	means := width(func(c *cell) string { return c.brief.mean })
	intervals := width(func(c *cell) string { return c.brief.interval })
	marks := width(func(c *cell) string { return c.mark })
	out := make([]string, len(cells))
	for i := range cells {
		c := &cells[i]
		out[i] = fmt.Sprintf("%*s", means, c.brief.mean)
		if intervals > 0 {
			out[i] += fmt.Sprintf(" %*s", intervals, c.brief.interval)
		}
		if marks > 0 {
			out[i] += fmt.Sprintf(" %-*s", marks, c.mark)
		}
	}
	return out
}

// stacked returns the brief texts of a column with each interval below its mean, without
// brackets.
func stacked(cells []cell) []string {
	marks := slices.ContainsFunc(cells, func(c cell) bool { return c.mark != "" })
	out := make([]string, len(cells))
	for i := range cells {
		c := &cells[i]
		out[i] = c.brief.mean
		if marks {
			out[i] += " " + cmp.Or(c.mark, " ")
		}
		if interval := strings.Trim(c.brief.interval, "()"); interval != "" {
			out[i] += "\n" + interval
		}
	}
	return out
}

// briefForm is how the cells of a table are laid out.
type briefForm int

const (
	wholeForm   briefForm = iota // with all digits, medians and counts
	lineForm                     // brief, on one line
	stackedForm                  // brief, the interval below the mean
)

// A shorter makes brief forms of a table.
type shorter interface {
	// choose returns the form for a screen of so many columns, with its notes, and how many
	// columns are left out. It returns nil if not even leastColumns fit.
	choose(width int) (l *layout, notes []string, left int)
	// natural returns the least width at which a form on single lines has all columns.
	natural() int
}

// A briefReport makes brief forms of the table of a report, with its first columns.
type briefReport struct {
	report  *measure.Report
	columns []measure.Key
	title   string
	needed  int // columns that the line form must have
}

// neededOf returns how many columns a table needs: those of the default table that say most, or
// all that a user chose.
func neededOf(columns []measure.Key, o ReportOptions) int {
	if o.Columns != nil {
		return len(columns)
	}
	return 1 + slices.IndexFunc(columns, func(k measure.Key) bool { return k.Name == lastNeeded(columns) })
}

func lastNeeded(columns []measure.Key) string {
	if slices.ContainsFunc(columns, func(k measure.Key) bool { return k.Name == energyColumn }) {
		return energyColumn
	}
	return costColumn
}

// choose prefers the line form, with as many columns as fit. If the needed ones do not fit it
// takes the stacked form.
func (s *briefReport) choose(width int) (l *layout, notes []string, left int) {
	for _, try := range []struct {
		form  briefForm
		least int
	}{{lineForm, s.needed}, {stackedForm, leastColumns}} {
		for n := len(s.columns); n >= max(try.least, 1); n-- {
			t := reportForm(s.report, s.columns[:n], s.title, try.form)
			if fitted := t.within(width); fitted != nil {
				return &layout{table: fitted}, t.Notes, len(s.columns) - n
			}
		}
	}
	return nil, nil, 0
}

func (s *briefReport) natural() int {
	t := reportForm(s.report, s.columns, s.title, lineForm)
	return t.natural()
}

// cutNotes says what of a time was cut off, and where its medians are, in the brief form.
func cutNotes(r *measure.Report, columns []measure.Key) []string {
	var out []string
	for i := range columns {
		k := &columns[i]
		if !k.Time {
			continue
		}
		var cut []string
		any := false
		for j := range r.Algorithms {
			if s := r.Algorithms[j].Metrics.Get(k.Name); s != nil {
				if any = true; s.Censored > 0 {
					cut = append(cut, fmt.Sprintf("%s %d", r.Algorithms[j].Label, s.Censored))
				}
			}
		}
		switch {
		case cut != nil:
			out = append(out, fmt.Sprintf("%s: not ended when they were cut off: %s; a pipe has the median beside the mean", k.Title, strings.Join(cut, ", ")))
		case any:
			out = append(out, k.Title+": none was cut off; a pipe has the median beside the mean")
		}
	}
	return out
}
