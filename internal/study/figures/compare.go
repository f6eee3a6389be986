package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/figure"
	"bellwether/trace/measure"
)

// units has the units of the axes that plans vary most. Other axes have no unit.
var units = map[string]string{
	"radio.range": "m", "mobility.speed": "m/s", "mobility.speed.max": "m/s", "mobility.speed.min": "m/s",
	"radio.bitrate": "bit/s", "world.width": "m", "world.height": "m",
}

// axisOf returns the axis asked for, or the only one that exists.
func axisOf(runs []run, asked string) (string, error) {
	known := axesOf(runs)
	switch {
	case slices.Contains(known, asked):
		return asked, nil
	case len(known) == 0:
		return "", fmt.Errorf("the results have no axis; the kinds box, ecdf and survival need none")
	case asked != "":
		return "", fmt.Errorf("no axis is called %q%s", asked, strictyaml.Hint(asked, known))
	case len(known) > 1:
		return "", fmt.Errorf("which axis? There are %s", strings.Join(known, ", "))
	}
	return known[0], nil
}

// Figure makes one figure of the results.
func (results *Results) Figure(q Request) (figure.Figure, error) {
	at, err := results.where(q.Where)
	if err != nil {
		return nil, err
	}
	if q.Kind == Shares {
		return at.sharesOf(&q)
	}
	k, err := results.metricOf(q.Metric)
	if err != nil {
		return nil, err
	}
	rows, err := RowsOf(q.Rows, at.rows())
	if err != nil {
		return nil, fmt.Errorf("--labels: %w", err)
	}
	f, err := at.linear(q, k)
	if err != nil {
		return nil, err
	}
	if err := rows.Arrange(f); err != nil {
		return nil, err
	}
	return f, q.scale(f)
}

// rows lists the labels of the runs.
func (results *Results) rows() (labels []string) {
	for _, r := range results.runs {
		if !slices.Contains(labels, r.Label) {
			labels = append(labels, r.Label)
		}
	}
	return labels
}

// linear makes the figure without its scales.
func (results *Results) linear(q Request, k *measure.Key) (figure.Figure, error) {
	switch q.Kind {
	case Box:
		return results.boxes(k)
	case ECDF, Survival:
		return results.distribution(q.Kind, k)
	}
	f, err := results.lines(k, q.Axis)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// scale sets the scales of the request, and refuses those that the figure cannot have.
func (q *Request) scale(f figure.Figure) error {
	lines, is := f.(*figure.Lines)
	switch {
	case !is && q.LogY != figure.Linear:
		return fmt.Errorf("--log-y: the vertical axis of %s has no quantity; --log-x is the axis of the metric", q.Kind)
	case is && q.LogX != figure.Linear && lines.Names != nil:
		return fmt.Errorf("--log-x: the axis has names, not numbers: %s", strings.Join(lines.Names, ", "))
	}
	switch f := f.(type) {
	case *figure.Lines:
		f.X.Scale, f.Y.Scale = q.LogX, q.LogY
	case *figure.Boxes:
		f.X.Scale = q.LogX
	case *figure.ECDF:
		f.X.Scale = q.LogX
	case *figure.Survival:
		f.X.Scale = q.LogX
	}
	return nil
}

// where returns the results at points that meet all conditions. The axes of the conditions
// are then in the title, and no longer in the names of series.
func (results *Results) where(conditions []string) (*Results, error) {
	out := &Results{results.title, results.runs}
	for i, condition := range conditions {
		axis, value, ok := strings.Cut(condition, "=")
		if !ok {
			return nil, fmt.Errorf("--where %s: must be axis=value", condition)
		}
		var values []string
		var kept []run
		for _, one := range out.runs {
			s, has := one.Axes.get(axis)
			if has && s.value == value {
				one.Axes = slices.DeleteFunc(slices.Clone(one.Axes), func(s setting) bool { return s.axis == axis })
				kept = append(kept, one)
			} else if has && !slices.Contains(values, s.value) {
				values = append(values, s.value)
			}
		}
		switch known := axesOf(out.runs); {
		case !slices.Contains(known, axis):
			return nil, fmt.Errorf("--where %s: no axis is called %q%s", condition, axis, strictyaml.Hint(axis, known))
		case kept == nil:
			return nil, fmt.Errorf("--where %s: no run has that value%s", condition, strictyaml.Hint(value, values))
		}
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		out.runs, out.title = kept, out.title+separator+axis+" = "+value
	}
	abbreviate(out.runs)
	return out, nil
}

// axesOf lists the axes.
func axesOf(runs []run) []string {
	var known []string
	for _, r := range runs {
		for _, s := range r.Axes {
			if !slices.Contains(known, s.axis) {
				known = append(known, s.axis)
			}
		}
	}
	return known
}

// seriesOf names the line that a run belongs to: its label, and its values on all axes but
// one.
func seriesOf(r run, but string) string {
	name := r.Label
	for _, s := range r.Axes {
		if s.axis != but {
			name += ", " + s.short.axis + " " + s.short.value
		}
	}
	return name
}

// rowOf returns the row that gives a series its colour; "" if the series has the name of its
// row.
func rowOf(r run, series string) string {
	if r.Label == series {
		return ""
	}
	return r.Label
}

// rowsOf returns the rows of the series of runs.
func rowsOf(runs []run) map[string]string {
	out := map[string]string{}
	for _, r := range runs {
		name := seriesOf(r, "")
		out[name] = rowOf(r, name)
	}
	return out
}

// lines draws a metric over an axis.
func (results *Results) lines(k *measure.Key, asked string) (*figure.Lines, error) {
	runs := results.runs
	axis, err := axisOf(runs, asked)
	if err != nil {
		return nil, err
	}
	places, names, unit, err := placesOf(runs, axis)
	if err != nil {
		return nil, err
	}
	titleOfX := axis
	if rest := places[0].short.rest; names != nil && rest != "" {
		titleOfX += " = " + rest
	}
	out := &figure.Lines{Title: results.title, X: figure.Axis{Title: titleOfX, Unit: unit}, Y: figure.MetricAxis(k), Names: names}
	for _, r := range runs {
		if label := seriesOf(r, axis); !slices.ContainsFunc(out.Series, func(s figure.Series) bool { return s.Label == label }) {
			out.Series = append(out.Series, figure.Series{Label: label, Row: rowOf(r, label)})
		}
	}
	points := make([][]measure.RunResult, len(places))
	for i, place := range places {
		for _, r := range runs {
			if s, _ := r.Axes.get(axis); s.value == place.value {
				points[i] = append(points[i], measure.RunResult{Label: seriesOf(r, axis), Name: r.Name, Goal: r.Goal, Seed: r.Seed, Metrics: r.Values})
			}
		}
	}
	horizons := measure.CommonHorizons(points...)
	for i, place := range places {
		report, err := measure.SummariseMetrics([]string{k.Name}, "", 1, points[i], &horizons)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", axis, place.value, err)
		}
		x := place.number
		if names != nil {
			x = float64(i)
		}
		for _, a := range report.Algorithms {
			s := slices.IndexFunc(out.Series, func(s figure.Series) bool { return s.Label == a.Label })
			out.Series[s].Points = append(out.Series[s].Points, figure.Point{X: x, Y: a.Metrics.Get(k.Name)})
		}
	}
	return out, nil
}

// placesOf returns the values of an axis: numbers in order, durations as seconds in order,
// else all values by name, in the order of the runs.
func placesOf(runs []run, axis string) (places []setting, names []string, unit string, err error) {
	numeric, spans := true, true
	for _, r := range runs {
		s, ok := r.Axes.get(axis)
		if !ok {
			return nil, nil, "", fmt.Errorf("a run of %s with seed %d has no %s", r.Label, r.Seed, axis)
		}
		_, span := s.seconds()
		numeric, spans = numeric && s.numeric, spans && span
		if !slices.ContainsFunc(places, func(p setting) bool { return p.value == s.value }) {
			places = append(places, s)
		}
	}
	if numeric || spans {
		slices.SortFunc(places, func(a, b setting) int { return cmp.Compare(a.number, b.number) })
		if spans {
			return places, nil, "s", nil
		}
		return places, nil, units[axis], nil
	}
	for _, p := range places {
		names = append(names, p.short.value)
	}
	return places, names, "", nil
}

// metricOf finds a metric by name: one of the program that made the runs, or one of
// measure's.
func (results *Results) metricOf(name string) (*measure.Key, error) {
	for i := range results.runs {
		for _, k := range results.runs[i].Values.OwnKeys() {
			if k.Name == name {
				return &k, nil
			}
		}
	}
	return metricOf(name)
}

// metricOf finds one of measure's metrics.
func metricOf(name string) (*measure.Key, error) {
	k, ok := measure.FindKey(name)
	if !ok {
		var names []string
		for _, k := range measure.Keys() {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("no metric is called %q%s", name, strictyaml.Hint(name, names))
	}
	return &k, nil
}
