package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// A moving lets the reader choose a value of each axis, and shows the rows in their order there. The
// page has no script: it holds the order at each point, and the style shows the chosen one.
type moving struct {
	Axes    []choice
	Metrics choice
	Orders  []order
	Style   template.CSS // hides the orders that are not chosen
	Note    string
}

// A choice is a name and its values, one of which is chosen.
type choice struct {
	ID, Name string
	Values   []string
}

// An order has the rows at one point in one metric, the best first.
type order struct {
	Class string // of each axis and the metric: the value that it stands for
	Says  string
	Rows  []ordered
	None  string // why there are no rows
}

// An ordered is a row with its mean and interval.
type ordered struct {
	Label, Value, Stands string
	Bar                  template.CSS // the ends of the bar and of the interval, in percent of the widest
}

const (
	maxMoved     = 4      // metrics
	maxMovedRows = 20_000 // of all orders: some megabytes
)

// moves fills in the choice of points, for a sweep of at least two axes with several values.
func (s *source) moves(p *page) {
	if s.plan == nil || len(s.cross.Points) < 2 {
		return
	}
	m := &moving{Metrics: choice{ID: "m", Name: "metric"}}
	var axes []int
	for i, a := range s.plan.Axes {
		if len(a.Values) > 1 {
			m.Axes, axes = append(m.Axes, choice{fmt.Sprint(i), a.Path, a.Values}), append(axes, i)
		}
	}
	metrics := s.metrics[:min(len(s.metrics), maxMoved)]
	if len(axes) < 2 {
		return
	}
	if rows := len(s.cross.Points) * len(metrics) * len(s.entries()); rows > maxMovedRows {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("No choice of points: it would have %d rows, more than %d. Fewer --metric leave fewer.", rows, maxMovedRows))
		return
	}
	for n, name := range metrics {
		k, _ := s.cross.FindKey(name)
		m.Metrics.Values = append(m.Metrics.Values, k.Title)
		widest := s.widest(name)
		for i := range s.cross.Points {
			m.Orders = append(m.Orders, s.orderAt(i, n, &k, widest, axes))
		}
	}
	m.Style = m.style()
	m.Note = "Mean and 95 % interval over runs; the bars of a metric have one scale at all points."
	if s.cross.Verdict != nil {
		m.Note += " What is said of a row is of the verdict, whose tests are corrected for all points together."
	}
	p.Moving = m
}

// widest is the greatest end of an interval of a metric, at any point.
func (s *source) widest(metric string) (most float64) {
	for i := range s.cross.Points {
		for _, a := range s.cross.Points[i].Report.Algorithms {
			if v := a.Metrics.Get(metric); v != nil {
				most = max(most, v.Mean)
				if v.High != nil {
					most = max(most, *v.High)
				}
			}
		}
	}
	return most
}

// orderAt returns the order of a point in the metric of a number.
func (s *source) orderAt(i, number int, k *measure.Key, widest float64, axes []int) order {
	at := &s.cross.Points[i]
	o := order{Class: fmt.Sprintf("xm-%d", number)}
	var place []string
	for _, axis := range axes {
		values := s.plan.Axes[axis].Values
		o.Class += fmt.Sprintf(" x%d-%d", axis, slices.Index(values, at.At[axis]))
		place = append(place, s.plan.Axes[axis].Path+" = "+at.At[axis])
	}
	o.Says = k.Title + ", at " + strings.Join(place, ", ")
	of := slices.Clone(at.Report.Algorithms)
	of = slices.DeleteFunc(of, func(a measure.Algorithm) bool { return a.Metrics.Get(k.Name) == nil })
	slices.SortStableFunc(of, func(a, b measure.Algorithm) int {
		x, y := a.Metrics.Get(k.Name).Mean, b.Metrics.Get(k.Name).Mean
		if k.Better == measure.Higher {
			x, y = y, x
		}
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	for j := range of {
		o.Rows = append(o.Rows, orderedOf(of[j].Label, of[j].Metrics.Get(k.Name), k, widest))
	}
	if len(o.Rows) == 0 {
		o.None = "No run here has it yet."
	}
	if s.cross.Verdict == nil || k.Name != s.cross.Verdict.Metric {
		return o
	}
	for j := range o.Rows {
		o.Rows[j].Stands = standsOf(&at.Report, o.Rows[j].Label)
	}
	return o
}

// orderedOf writes the mean of a row and its bar.
func orderedOf(label string, v *measure.Summary, k *measure.Key, widest float64) ordered {
	shown := func(x float64) string {
		if k.Percent {
			x *= 100
		}
		return table.Number(x, k.Decimals)
	}
	out := ordered{Label: label, Value: shown(v.Mean)}
	share := func(x float64) float64 {
		if !(widest > 0) {
			return 0
		}
		return 100 * min(1, max(0, x/widest))
	}
	low, high := v.Mean, v.Mean
	if v.Low != nil && v.High != nil {
		low, high = *v.Low, *v.High
		out.Value += fmt.Sprintf(" [%s, %s]", shown(low), shown(high))
	}
	if unit := unitOf(k); unit != "" {
		out.Value += " " + unit
	}
	out.Bar = template.CSS(fmt.Sprintf("--mean:%.2f%%;--low:%.2f%%;--high:%.2f%%", share(v.Mean), share(low), share(high)))
	return out
}

// standsOf says what the verdict of a point says of a row.
func standsOf(r *measure.Report, label string) string {
	v := r.Verdict
	switch {
	case v == nil || v.Best == nil:
		return ""
	case v.Best.Label == label && v.Finding == measure.FoundOne:
		return "leads best"
	case v.Best.Label == label:
		return "least mean"
	}
	for _, row := range v.NotTold {
		if row.Label == label {
			return "not told from the least"
		}
	}
	for _, row := range v.Worse {
		if row.Label == label {
			return "shown to be worse"
		}
	}
	return ""
}

// style shows an order if each of its values is chosen.
func (m *moving) style() template.CSS {
	var b strings.Builder
	for _, c := range append(slices.Clone(m.Axes), m.Metrics) {
		for i := range c.Values {
			fmt.Fprintf(&b, "#moving:has(#x%s-%d:checked) .order:not(.x%s-%d){display:none}\n", c.ID, i, c.ID, i)
		}
	}
	return template.CSS(b.String())
}
