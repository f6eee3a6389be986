package figures

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"bellwether/internal/study/results"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// Results are the runs of a directory.
type Results struct {
	title string // the name of the scenario or plan
	runs  []run  // at least one
}

// A run is one line of results.
type run struct {
	Scenario, Plan string
	Axes           axes
	Label, Name    string
	Goal           protocol.Goal
	Quorum         bool
	Seed           uint64
	Values         measure.Metrics
}

// runOf takes from a line what figures need.
func runOf(l *results.Line) run {
	r := run{Scenario: l.Scenario, Plan: l.Plan, Label: l.Label, Name: l.Name, Goal: l.Goal, Quorum: l.Quorum, Seed: l.Seed}
	for _, at := range l.Axes {
		s := setting{axis: at.Path, value: at.Value}
		if err := json.Unmarshal([]byte(at.Value), &s.number); err == nil {
			s.numeric = true
		}
		r.Axes = append(r.Axes, s)
	}
	for _, k := range measure.Keys() {
		if v := l.Metrics.Get(k.Name); v.Known {
			// Figures show means and values of runs. The median within a run is not in
			// the results, so none is shown.
			v.Median, v.N = math.Inf(1), v.Times.Len()
			r.Values.Set(k.Name, v)
		}
	}
	for _, k := range l.Metrics.OwnKeys() {
		r.Values.Add(k, l.Metrics.Get(k.Name))
	}
	return r
}

// axes are the settings of a run's point, in the order of the plan.
type axes []setting

// A setting is one axis and its value, as text.
type setting struct {
	axis, value string
	number      float64
	numeric     bool
	short       abbreviation
}

func (a axes) get(axis string) (setting, bool) {
	i := slices.IndexFunc(a, func(s setting) bool { return s.axis == axis })
	if i < 0 {
		return setting{}, false
	}
	return a[i], true
}

// byPlace orders runs by label, axes and seed.
func byPlace(a, b run) int {
	if c := cmp.Compare(a.Label, b.Label); c != 0 {
		return c
	}
	for i := range min(len(a.Axes), len(b.Axes)) {
		x, y := a.Axes[i], b.Axes[i]
		if c := cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.value, y.value)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Seed, b.Seed)
}

// Read reads the results of a directory. The warning says if the last line was cut off, or
// if the results have an earlier form.
func Read(dir string) (of *Results, warning string, err error) {
	var warnings []string
	stored, err := results.Finished(dir, func(text string) { warnings = append(warnings, text) })
	if err != nil {
		return nil, "", err
	}
	runs := make([]run, len(stored.Lines))
	for i := range stored.Lines {
		runs[i] = runOf(&stored.Lines[i])
	}
	abbreviate(runs)
	if stored.Kind == results.Sweep {
		slices.SortStableFunc(runs, byPlace) // lines are in the order in which runs ended
	}
	return &Results{cmp.Or(runs[0].Plan, runs[0].Scenario), runs}, strings.Join(warnings, "; "), nil
}
