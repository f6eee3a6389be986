package report

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/figures"
	"bellwether/trace/measure"
)

// An axis is what one axis of a plan does, in sentences and a figure.
type axis struct {
	Title  string
	Says   []effect
	Figure *numberedFigure

	of []*figures.Along // each metric
}

// An effect says what an axis does to a metric.
type effect struct{ Metric, Says string }

// axes fills in what each axis does to the metrics of the headline.
func (s *source) axes(d *drawing, p *page) {
	if s.single() {
		return
	}
	var all []*figures.Along
	for _, a := range s.plan.Axes {
		part := axis{}
		f := numberedFigure{Number: d.next()}
		for _, metric := range s.headline() {
			along, err := d.results.Along(a.Path, metric)
			if err == nil {
				err = d.add(&f, panel{Says: along.Metric.Title + " over " + a.Path}, along.Lines)
			}
			if err != nil {
				p.LeftOut = append(p.LeftOut, fmt.Sprintf("What %s does to %s is not shown: %v", a.Path, metric, err))
				continue
			}
			all, part.of = append(all, along), append(part.of, along)
			part.Title = fmt.Sprintf("From %s = %s to %s", a.Path, along.First, along.Last)
			if len(along.Others) == 0 {
				d.drawn(metric, nil)
			}
		}
		if len(f.Panels) == 0 {
			d.last--
			continue
		}
		f.Caption = fmt.Sprintf("Over %s: mean and 95 %% interval of each algorithm", a.Path)
		if others := part.of[0].Others; len(others) > 0 {
			f.Caption += ", over all values of " + and(others)
		}
		part.Figure = &f
		p.Axes = append(p.Axes, part)
	}
	s.say(all, p)
}

// say writes the sentences of the axes, and once what they mean.
func (s *source) say(all []*figures.Along, p *page) {
	family, needed := figures.Judge(all)
	if family == 0 {
		return
	}
	shown := false
	for i := range p.Axes {
		part := &p.Axes[i]
		for _, along := range part.of {
			s.inOrder(along)
			part.Says = append(part.Says, effect{along.Metric.Title, effectWords(along, needed)})
			shown = shown || slices.ContainsFunc(along.Changes, func(c figures.Change) bool { return c.Found == figures.Rises || c.Found == figures.Falls })
		}
	}
	note := "Changes: the mean at the last value of the axis minus the mean at the first, on common seeds, with the 95 % interval in brackets."
	if slices.ContainsFunc(all, func(a *figures.Along) bool { return len(a.Others) > 0 }) {
		note += " They are means over the values of the other axes: single points may change in another way."
	}
	p.AxisNotes = append(p.AxisNotes, note)
	if shown {
		p.AxisNotes = append(p.AxisNotes, fmt.Sprintf(
			"Higher, lower: shown in the typical run and in the mean, by signed ranks and t, p ≤ 5 %% by Holm for the %s of this section.", wording.Count(family, "change")))
	}
}

// inOrder puts the changes into the order of the rows.
func (s *source) inOrder(a *figures.Along) {
	place := map[string]int{}
	for i, e := range s.entries() {
		place[e.Label] = i
	}
	slices.SortStableFunc(a.Changes, func(x, y figures.Change) int { return place[x.Row] - place[y.Row] })
}

// effectWords says what the tests show about each row, and no more.
func effectWords(a *figures.Along, needed int) string {
	var rises, falls, open, same, few, none []string
	least, most := 0, 0 // seeds of the rows that have too few
	for _, c := range a.Changes {
		switch {
		case c.Ends == nil:
			none = append(none, c.Row)
		case c.Found == figures.Rises:
			rises = append(rises, c.Row+" by "+changed(c.Ends, &a.Metric))
		case c.Found == figures.Falls:
			falls = append(falls, c.Row+" by "+changed(c.Ends, &a.Metric))
		case c.Ends.Effect == nil && c.Ends.Mean == 0:
			same = append(same, c.Row)
		case c.Found == figures.TooFew:
			if few == nil {
				least = c.Ends.N
			}
			few, least, most = append(few, c.Row), min(least, c.Ends.N), max(most, c.Ends.N)
		default:
			open = append(open, c.Row+" "+measured(c.Ends, &a.Metric))
		}
	}
	var out []string
	add := func(rows []string, format string) {
		if len(rows) > 0 {
			out = append(out, fmt.Sprintf(format, and(rows)))
		}
	}
	add(rises, "higher for %s")
	add(falls, "lower for %s")
	add(open, "no change is shown for %s")
	add(same, "the same with each seed for %s")
	seeds := wording.Count(most, "seed")
	if least < most {
		seeds = fmt.Sprintf("%d to %s", least, seeds)
	}
	add(few, seeds+" cannot show a change of %s: it takes "+fmt.Sprint(needed))
	add(none, "no seed has it at every point: %s")
	return strings.Join(out, "; ") + "."
}

// changed writes the size of a change that was shown, with its interval.
func changed(d *measure.Difference, k *measure.Key) string {
	size := *d
	if d.Mean < 0 {
		size.Mean, size.Low, size.High = -d.Mean, negative(d.High), negative(d.Low)
	}
	return points(size.Mean, k) + unitAfter(k) + within(&size, k)
}

// measured writes a change that was not shown.
func measured(d *measure.Difference, k *measure.Key) string {
	return strings.TrimSpace(within(&measure.Difference{Mean: d.Mean, Low: d.Low, High: d.High}, k))
}

// within writes the interval of a change.
func within(d *measure.Difference, k *measure.Key) string {
	if d.Low == nil || d.High == nil {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", points(*d.Low, k), points(*d.High, k))
}

// points writes a change of a metric, of fractions in points of percent.
func points(x float64, k *measure.Key) string {
	if k.Percent {
		x *= 100
	}
	return strings.Replace(table.Number(x, k.Decimals), "-", "−", 1)
}

// unitAfter returns the unit of a change.
func unitAfter(k *measure.Key) string {
	switch {
	case k.Percent:
		return " points"
	case k.Unit == "":
		return ""
	}
	return " " + k.Unit
}

func negative(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y := -*x
	return &y
}
