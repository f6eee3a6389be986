package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"bellwether/trace/measure"
)

// none is printed where a metric does not apply.
const none = "–"

// A cell is one number of a report, in parts that align over a column.
type cell struct {
	mean  string
	span  span
	times string // median and how many values were cut off, "" if it is no time
	mark  string // the verdict on the difference from the row of comparison
	brief brief
}

// A span is a 95 % interval as it is printed: by its ends, and also by half its width
// if it is symmetric, or if mean - half and mean + half, as printed, are its ends.
type span struct{ low, high, half string }

func (s span) any() bool { return s.low != "" }

// spanOf returns an interval around a mean as it is printed; empty if the mean has no interval.
func spanOf(mean float64, low, high *float64, k *measure.Key) span {
	if low == nil {
		return span{}
	}
	if high == nil { // a quantile without an upper end: any longer time is possible
		return span{low: shown(*low, k), high: "∞"}
	}
	s := span{low: shown(*low, k), high: shown(*high, k)}
	if math.Abs((mean-*low)-(*high-mean)) <= nearly*(*high-*low) {
		s.half = shown((*high-*low)/2, k)
		return s
	}
	down, up := printed(shown(mean, k))-printed(s.low), printed(s.high)-printed(shown(mean, k))
	if half := Number(down, k.Decimals); half == Number(up, k.Decimals) {
		s.half = half
	}
	return s
}

// nearly is how far a symmetric interval may be from symmetry by rounding, in parts of its
// width.
const nearly = 1e-9

// printed returns the value of a printed number.
func printed(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

func cellOf(a *measure.Algorithm, k *measure.Key, f finer) cell {
	s, usual, k := a.Metrics.Get(k.Name), k, finerKey(k, f.whole)
	if s == nil {
		return cell{mean: none, brief: brief{mean: none}}
	}
	bound := boundOf(s)
	c := cell{mean: bound + shown(s.Mean, k), span: spanOf(s.Mean, s.Low, s.High, k)}
	if k.Time {
		median := none
		if s.Median != nil {
			median = shown(*s.Median, k)
		} else {
			c.mean = "≥ " + c.mean // more than half had not ended
			bound = "≥ " + bound
		}
		c.times = fmt.Sprintf("(%s; %d)", median, s.Censored)
	}
	c.mark, c.brief = f.mark(a.Paired.Get(k.Name)), briefOf(bound, s, usual, f.brief)
	return c
}

// differenceOf returns the cell of the difference from the row of comparison, on common
// seeds.
func differenceOf(a *measure.Algorithm, k *measure.Key, f finer) cell {
	d, k := a.Paired.Get(k.Name), finerKey(k, f.whole)
	if d == nil {
		return cell{mean: none}
	}
	c := cell{mean: signed(d.Mean, k), span: spanOf(d.Mean, d.Low, d.High, k), mark: f.mark(d)}
	c.times = "(" + signed(d.Typical, k)
	if d.Effect != nil {
		c.times += fmt.Sprintf("; d %s", Number(*d.Effect, 2))
	}
	c.times += ")"
	return c
}

// signed returns a difference as text, with a plus sign unless it is printed as zero.
func signed(x float64, k *measure.Key) string {
	text := shown(x, k)
	if x > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
	}
	return text
}

// The marks of a cell.
const (
	higherMark = "↑"
	lowerMark  = "↓"
	openMark   = "†"
)

// markOf returns the mark for a verdict of package measure: an arrow if the row is higher or
// lower, a dagger if more runs could make it so.
func markOf(d *measure.Difference) string {
	switch {
	case d == nil:
		return ""
	case d.Verdict == measure.VerdictHigher:
		return higherMark
	case d.Verdict == measure.VerdictLower:
		return lowerMark
	case d.RunsToTell != nil:
		return openMark
	}
	return ""
}

// mark is markOf, without the arrow of a number that is printed like that of the row of comparison.
func (f finer) mark(d *measure.Difference) string {
	if mark := markOf(d); !f.alike || !isArrow(mark) {
		return mark
	}
	return ""
}

// align returns the texts of a column's cells, with equal parts below each other. If one
// interval is not symmetric, all of the column are printed by their ends.
func align(cells []cell) []string {
	out := make([]string, len(cells))
	symmetric := true
	for i := range cells {
		symmetric = symmetric && (cells[i].span.half != "" || !cells[i].span.any())
	}
	part := func(before string, of func(*cell) string) {
		width := 0
		for i := range cells {
			width = max(width, utf8.RuneCountInString(of(&cells[i])))
		}
		if width == 0 {
			return
		}
		for i := range cells {
			text, lead := of(&cells[i]), before
			if text == "" {
				lead = strings.Repeat(" ", utf8.RuneCountInString(before))
			}
			out[i] += lead + strings.Repeat(" ", width-utf8.RuneCountInString(text)) + text
		}
	}
	part("", func(c *cell) string { return c.mean })
	if symmetric {
		part(" ± ", func(c *cell) string { return c.span.half })
	} else {
		part(" ", func(c *cell) string { return beginOf(c.span.low) })
		part("", func(c *cell) string { return endOf(c.span.high) })
	}
	part(" ", func(c *cell) string { return c.times })
	for i := range cells {
		if cells[i].mark != "" {
			out[i] += " " + cells[i].mark
		}
	}
	return pad(out)
}

// pad appends spaces to texts, up to the width of the widest.
func pad(texts []string) []string {
	width := 0
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	for i, text := range texts {
		texts[i] += strings.Repeat(" ", width-utf8.RuneCountInString(text))
	}
	return texts
}

// beginOf returns the first half of an interval as text.
func beginOf(low string) string {
	if low == "" {
		return ""
	}
	return "[" + low + ", "
}

func endOf(high string) string {
	if high == "" {
		return ""
	}
	return high + "]"
}
