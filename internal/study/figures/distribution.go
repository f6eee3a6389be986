package figures

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/figure"
	"bellwether/trace/measure"
)

// series groups the runs to which a metric applies, in the order in which they come. A series
// without such a run is empty.
func series(runs []run, k *measure.Key) (labels []string, of [][]measure.Value) {
	for _, r := range runs {
		name := seriesOf(r, "")
		i := slices.Index(labels, name)
		if i < 0 {
			i, labels, of = len(labels), append(labels, name), append(of, nil)
		}
		if v := r.Values.Get(k.Name); v.Known {
			of[i] = append(of[i], v)
		}
	}
	return labels, of
}

// boxes draws a dot for each run. If a time occurs many times in a run, the dot is its mean up
// to the horizon of all runs, or a lower bound if the run was not observed that long.
func (results *Results) boxes(k *measure.Key) (figure.Figure, error) {
	if err := ofRuns(k); err != nil {
		return nil, err
	}
	out := &figure.Boxes{Title: results.title, X: figure.MetricAxis(k)}
	labels, values := series(results.runs, k)
	rows := rowsOf(results.runs)
	horizon, any := results.horizon(k)
	if any {
		out.Title += fmt.Sprintf(", means up to %.3g s", horizon)
	}
	for i, label := range labels {
		box := figure.Box{Label: label, Row: rows[label]}
		for _, v := range values[i] {
			o := figure.Observation{X: v.X, Censored: v.Censored > 0}
			if any && v.Times.Known() {
				mean, followed := v.Times.Restricted(horizon)
				o = figure.Observation{X: mean, Censored: !followed}
			}
			box.Values = append(box.Values, o)
		}
		out.Rows = append(out.Rows, box)
	}
	return out, nil
}

// horizon returns the limit to which means of a time are restricted; false if no run kept
// its observations.
func (results *Results) horizon(k *measure.Key) (seconds float64, any bool) {
	var all []measure.RunResult
	for _, r := range results.runs {
		all = append(all, measure.RunResult{Label: seriesOf(r, ""), Metrics: r.Values})
		any = any || r.Values.Get(k.Name).Times.Known()
	}
	horizons := measure.CommonHorizons(all)
	return horizons.Of(k.Name), any
}

// distribution draws a distribution: over all single times if a run has many of them
// (elections, for instance), else over runs.
func (results *Results) distribution(kind Kind, k *measure.Key) (figure.Figure, error) {
	if err := ofRuns(k); err != nil {
		return nil, err
	}
	if kind == Survival && !k.Time {
		return nil, fmt.Errorf("survival needs a metric of times that may not end: %s; %s is not one", strings.Join(timeNames(), ", "), k.Name)
	}
	out := &figure.ECDF{Title: results.title, X: figure.MetricAxis(k)}
	labels, values := series(results.runs, k)
	rows := rowsOf(results.runs)
	for i, label := range labels {
		s := figure.Sample{Label: label, Row: rows[label]}
		for _, v := range values[i] {
			switch {
			case !k.Many():
				s.Values = append(s.Values, figure.Observation{X: v.X, Censored: v.Censored > 0})
				continue
			case !v.Times.Known():
				return nil, fmt.Errorf("the results are of an earlier form, without the single values of %s; run them again, or draw the means of runs with --kind box", k.Name)
			}
			s.Runs++
			for span := range v.Times.All() {
				s.Values = append(s.Values, figure.Observation{X: span.Length.Seconds(), Censored: span.Censored})
			}
		}
		out.Series = append(out.Series, s)
	}
	if k.Many() {
		out.Of = plurals[k.Name]
	}
	if kind == Survival {
		return (*figure.Survival)(out), nil
	}
	return out, nil
}

// plurals names what the times of a metric measure.
var plurals = map[string]string{
	"election_time_s": "elections", "detection_time_s": "deaths", "mistake_duration_s": "mistakes",
}

// timeNames lists the metrics that are times.
func timeNames() (names []string) {
	for _, k := range measure.Keys() {
		if k.Time {
			names = append(names, k.Name)
		}
	}
	return names
}

// ofRuns refuses quantiles over all runs of a row: no single run has one.
func ofRuns(k *measure.Key) error {
	if slices.Contains(measure.QuantileNames(), k.Name) {
		whole, _, _ := strings.Cut(k.Name, ".")
		return fmt.Errorf("%s is of all runs of a row together; this kind of figure shows single runs: --metric %s", k.Name, whole)
	}
	return nil
}
