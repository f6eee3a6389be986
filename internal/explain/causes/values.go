package causes

import (
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// The metrics that can be split. The first is the usual one.
const (
	badlyLed        = "badly_led_fraction"
	Instability     = "instability_fraction"
	goalInstability = "goal_instability_fraction"
	Leaderless      = "leaderless_fraction"
)

// Metrics lists the metrics that can be split.
func Metrics() []string { return []string{badlyLed, Instability, goalInstability, Leaderless} }

// Of returns a meter that splits a metric of a run.
func Of(metric string, o measure.Options) *meter {
	goal := o.Goal
	if metric == Instability || metric == badlyLed {
		goal = protocol.GoalBest
	}
	m := newMeter(options{Warmup: o.Warmup, Goal: goal, Margin: o.Margin, Tolerance: o.Tolerance})
	m.exact, m.badly = metric == Leaderless, metric == badlyLed
	return m
}

// nanosAnHour is an hour in nanoseconds.
const nanosAnHour = 3600e9

// Values returns the share of each cause, in the order of Keys: they add up to the metric. Then come
// the stretches, in the order of StretchKeys, and when a cause was heaviest, in that of HeaviestKeys.
func (m *meter) Values() []measure.Value {
	t := m.tally
	parts, stretches, whole := t.Samples, t.Stretches, float64(t.Nodes)
	if m.exact {
		parts, stretches, whole = t.Nanos, t.NanoStretches, float64(t.Live)
	}
	var shares, rates []measure.Value
	for c := range causes {
		shares = append(shares, ratio(parts[c], whole))
		rates = append(rates, ratio(stretches[c], float64(t.Live)/nanosAnHour))
	}
	return slices.Concat(shares, rates, m.heaviest())
}

// heaviest returns when each cause had most nodes, the first such instant; unknown for a cause
// that no node had.
func (m *meter) heaviest() []measure.Value {
	values, now, most := make([]measure.Value, causes), [causes]int32{}, [causes]int32{}
	for _, at := range slices.Sorted(maps.Keys(m.edges)) {
		for c, more := range m.edges[at] {
			if now[c] += more; now[c] > most[c] {
				most[c], values[c] = now[c], measure.Value{X: at.Seconds(), Known: true}
			}
		}
	}
	return values
}

// ratio is unknown for a run in which no node ran.
func ratio(n int64, of float64) measure.Value {
	if of == 0 {
		return measure.Value{}
	}
	return measure.Value{X: float64(n) / of, Known: true}
}
