package figures

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/figure"
	"bellwether/trace/measure"
)

// An Along is what an axis does to a metric: the mean at each value of the axis, and the change
// of each row from the first value to the last.
//
// The value of a row for a seed is the mean over all points with the same value of the axis. So
// a row has one value for each seed, whatever other axes there are, and only seeds with which
// the metric is known at every point count.
type Along struct {
	Axis        string
	Others      []string // axes over whose values the mean is taken
	First, Last string   // the ends of the axis
	Metric      measure.Key
	Lines       *figure.Lines
	Changes     []Change
}

// A Change is the value of a row at the end of an axis minus that at its beginning.
type Change struct {
	Row  string
	Ends *measure.Difference // on common seeds, without regard to a family; nil without seeds
	// Found is what the tests of all changes together show. Judge sets it.
	Found Finding
}

// A Finding is what is shown of a change.
type Finding string

// The findings.
const (
	Rises    Finding = "rises"
	Falls    Finding = "falls"
	NotShown Finding = "not shown" // there may be a change all the same
	TooFew   Finding = "too few"   // with so few seeds no change can be shown
)

// Along returns what an axis does to a metric. Times are refused: some are cut off, and these
// have no value of which a mean over points can be taken.
func (results *Results) Along(axis, metric string) (*Along, error) {
	k, err := results.metricOf(metric)
	if err != nil {
		return nil, err
	}
	if k.Time {
		return nil, fmt.Errorf("%s is a time, which may be cut off: it has no mean over points", metric)
	}
	places, _, _, err := placesOf(results.runs, axis)
	if err != nil {
		return nil, err
	}
	if len(places) < 2 {
		return nil, fmt.Errorf("%s has one value only", axis)
	}
	first, last := places[0], places[len(places)-1]
	level := &Results{results.title, results.leveled(axis, k)}
	out := &Along{Axis: axis, First: first.short.value, Last: last.short.value, Metric: *k,
		Others: slices.DeleteFunc(axesOf(results.runs), func(name string) bool { return name == axis })}
	if len(level.runs) == 0 {
		return nil, fmt.Errorf("no seed has %s at every point", metric)
	}
	if out.Lines, err = level.lines(k, axis); err != nil {
		return nil, err
	}
	for _, row := range results.rows() {
		ends, err := level.ends(row, k, [2]string{first.value, last.value})
		if err != nil {
			return nil, err
		}
		out.Changes = append(out.Changes, Change{Row: row, Ends: ends})
	}
	return out, nil
}

// leveled returns a run for each row, value of the axis and seed, whose metric is the mean over
// the points with this value. It leaves out a seed of a row that lacks the metric at any point.
func (results *Results) leveled(axis string, k *measure.Key) []run {
	type cell struct {
		row   string
		seed  uint64
		value string // of the axis; "": all
	}
	points, sums, counts := map[string]bool{}, map[cell]float64{}, map[cell]int{}
	var out []run
	for _, r := range results.runs {
		points[pointOf(r)] = true
		v := r.Values.Get(k.Name)
		if !v.Known {
			continue
		}
		at, _ := r.Axes.get(axis)
		here := cell{r.Label, r.Seed, at.value}
		if counts[here] == 0 {
			r.Axes, r.Values = axes{at}, measure.Metrics{}
			out = append(out, r)
		}
		sums[here] += v.X
		counts[here]++
		counts[cell{row: r.Label, seed: r.Seed}]++
	}
	out = slices.DeleteFunc(out, func(r run) bool { return counts[cell{row: r.Label, seed: r.Seed}] < len(points) })
	for i := range out {
		r := &out[i]
		here := cell{r.Label, r.Seed, r.Axes[0].value}
		mean := measure.Value{X: sums[here] / float64(counts[here]), Known: true}
		if !r.Values.Set(k.Name, mean) {
			r.Values.Add(*k, mean)
		}
	}
	return out
}

// pointOf names the point of a run.
func pointOf(r run) string {
	var b strings.Builder
	for _, s := range r.Axes {
		b.WriteString(s.value + "\x00")
	}
	return b.String()
}

// ends compares a row at both ends of an axis, on common seeds; nil if it has none.
func (results *Results) ends(row string, k *measure.Key, ends [2]string) (*measure.Difference, error) {
	var runs []measure.RunResult
	for _, end := range ends {
		for _, r := range results.runs {
			if r.Label == row && r.Axes[0].value == end {
				runs = append(runs, measure.RunResult{Label: end, Name: r.Name, Goal: r.Goal, Seed: r.Seed, Metrics: r.Values})
			}
		}
	}
	if len(runs) == 0 {
		return nil, nil
	}
	report, err := measure.SummariseMetrics([]string{k.Name}, ends[0], 1, runs, nil)
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", k.Name, row, err)
	}
	return report.Algorithms[len(report.Algorithms)-1].Paired.Get(k.Name), nil
}

// Judge sets the findings of all these changes, which are one family, by Holm's correction: the
// chance that any row is said to rise or to fall that does not is at most 5 %. It returns how
// many changes there are, and how many seeds it takes to show one.
func Judge(all []*Along) (family, needed int) {
	var changes []*Change
	var p []float64
	for _, a := range all {
		for i := range a.Changes {
			if c := &a.Changes[i]; c.Ends != nil {
				changes, p = append(changes, c), append(p, c.Ends.P)
			}
		}
	}
	needed = stats.LeastPairs(max(len(p), 1))
	for i, corrected := range stats.Holm(p) {
		switch c := changes[i]; {
		case corrected <= stats.Level && c.Ends.Mean > 0:
			c.Found = Rises
		case corrected <= stats.Level:
			c.Found = Falls
		case c.Ends.N < needed:
			c.Found = TooFew
		default:
			c.Found = NotShown
		}
	}
	return len(p), needed
}
