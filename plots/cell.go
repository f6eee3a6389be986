package plots

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bellwether/trace/measure"
)

// none stands where a metric does not apply.
const none = "–"

// A cell is one number of a report, in parts that align over a column.
type cell struct {
	mean  string
	half  string // half the width of the interval, "" without one
	times string // median and how many were cut off, "" if it is no time
	mark  string // that it differs from the row of comparison
}

func cellOf(a *measure.Algorithm, k *measure.Key) cell {
	s := a.Metrics.Get(k.Name)
	if s == nil {
		return cell{mean: none}
	}
	c := cell{mean: boundOf(s) + shown(s.Mean, k)}
	if s.Low != nil && s.High != nil {
		c.half = shown((*s.High-*s.Low)/2, k)
	}
	if k.Time {
		median := none
		if s.Median != nil {
			median = shown(*s.Median, k)
		} else {
			c.mean = "≥ " + c.mean // more than half had not ended
		}
		c.times = fmt.Sprintf("(%s; %d)", median, s.Censored)
	}
	c.mark = markOf(a.Paired.Get(k.Name))
	return c
}

// markOf says in which direction a difference lies, if it is more than chance.
func markOf(d *measure.Difference) string {
	switch {
	case d == nil || d.Low == nil || d.High == nil:
	case *d.Low > 0:
		return "↑"
	case *d.High < 0:
		return "↓"
	}
	return ""
}

// align writes the cells of a column so that their parts stand below each other.
func align(cells []cell) []string {
	out := make([]string, len(cells))
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
	part(" ± ", func(c *cell) string { return c.half })
	part(" ", func(c *cell) string { return c.times })
	part(" ", func(c *cell) string { return c.mark })
	return out
}
