package figures

import (
	"errors"
	"fmt"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/base/wording"
	"bellwether/internal/contract/goals"
	"bellwether/internal/draw/figure"
	"bellwether/internal/study/ranking"
	"bellwether/trace/measure"
)

// sharesOf makes the figure that is asked for.
func (results *Results) sharesOf(q *Request) (figure.Figure, error) {
	switch {
	case q.Rows != nil:
		return nil, fmt.Errorf("--labels: the bars of %s are metrics, not rows", q.Kind)
	case q.LogX != figure.Linear || q.LogY != figure.Linear:
		return nil, fmt.Errorf("--log-x, --log-y: the parts of %s add up, so their axis is linear", q.Kind)
	}
	f, err := results.Shares(q.Metrics)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Shares makes the figure of what decides the order of rows: a bar for each metric, made of the part
// of the algorithm and of those that depend on axes. The error has the metrics that it leaves out, each with
// the reason; the figure is nil if these are all.
func (results *Results) Shares(metrics []string) (*figure.Bars, error) {
	f := &figure.Bars{Title: "What decides the order of rows: " + results.title, X: figure.Axis{Title: "share of the variance", Unit: "%"}}
	order, values := figure.BarPanel{Title: "order: variance of ranks"}, figure.BarPanel{Title: "values: variance between rows"}
	levels, err := results.levels()
	if err != nil {
		return nil, err
	}
	axes, of, left := axesOf(results.runs), ranking.Groups{}, []error(nil)
	for _, metric := range metrics {
		k, err := results.metricOf(metric)
		if err != nil {
			return nil, err
		}
		d, err := ranking.Decide(k, axes, levels, results.values(k))
		if err != nil {
			left = append(left, fmt.Errorf("%s: %w", metric, err))
			continue
		}
		if f.Parts == nil {
			f.Parts = parts(d.Order)
		}
		order.Rows = append(order.Rows, bar(k.Title, d.Order))
		values.Rows = append(values.Rows, bar(k.Title, d.Values))
		of.Add(k.Title, fmt.Sprintf("%s, %s", wording.Count(d.Seeds, "seed"), strings.Join(d.Rows, ", ")))
	}
	if len(order.Rows) == 0 {
		return nil, errors.Join(left...)
	}
	f.Panels = []figure.BarPanel{order, values}
	f.Notes = append(of.Lines(), "chance is left out; parts that come out below 0 are not drawn, and the others make up 100 %")
	return f, errors.Join(left...)
}

// levels returns the values of each axis.
func (results *Results) levels() (out [][]string, err error) {
	for _, axis := range axesOf(results.runs) {
		places, _, _, err := placesOf(results.runs, axis)
		if err != nil {
			return nil, err
		}
		var values []string
		for _, p := range places {
			values = append(values, p.value)
		}
		out = append(out, values)
	}
	return out, nil
}

// values returns the known values of a metric.
func (results *Results) values(k *measure.Key) (out []ranking.Run) {
	for _, r := range results.runs {
		v := r.Values.Get(k.Name)
		if !v.Known {
			continue
		}
		at := make([]string, len(r.Axes))
		for i, s := range r.Axes {
			at[i] = s.value
		}
		out = append(out, ranking.Run{Row: r.Label, Aim: goals.Aim{Goal: r.Goal, Quorum: r.Quorum}, At: at, Seed: r.Seed, Value: v.X})
	}
	return out
}

// parts names the parts of a bar.
func parts(d *ranking.Division) []string {
	names := []string{"algorithm"}
	for _, a := range d.Axes {
		names = append(names, "with "+a.Axis)
	}
	if d.Several != nil {
		names = append(names, "with several axes")
	}
	return names
}

// bar draws a division. Parts that come out below 0 are left out, and the others make up the whole.
func bar(label string, d *ranking.Division) figure.Bar {
	shares := []stats.Share{d.Row}
	for i := range d.Axes {
		shares = append(shares, d.Axes[i].Alone)
	}
	if d.Several != nil {
		shares = append(shares, *d.Several)
	}
	whole := 0.0
	for _, s := range shares {
		whole += max(0, s.Value)
	}
	b := figure.Bar{Label: label}
	for _, s := range shares {
		b.Values = append(b.Values, 100*max(0, s.Value)/whole)
	}
	return b
}
