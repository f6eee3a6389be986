package causes

import (
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// The metrics that can be split. The first is the usual one.
const (
	Instability     = "instability_fraction"
	GoalInstability = "goal_instability_fraction"
	Leaderless      = "leaderless_fraction"
)

// Metrics lists the metrics that can be split.
func Metrics() []string { return []string{Instability, GoalInstability, Leaderless} }

// Of begins to split a metric of a run that is measured in this way.
func Of(metric string, o measure.Options) *Meter {
	goal := o.Goal
	if metric == Instability {
		goal = protocol.GoalBest
	}
	m := New(Options{Warmup: o.Warmup, Goal: goal})
	m.exact = metric == Leaderless
	return m
}

// Values returns the share of each cause, in the order of Keys: they add up to the metric.
func (m *Meter) Values() []measure.Value {
	parts, whole := m.tally.Samples, m.tally.Nodes
	if m.exact {
		parts, whole = m.tally.Nanos, m.tally.Live
	}
	values := make([]measure.Value, causes)
	for c, n := range parts {
		if whole > 0 {
			values[c] = measure.Value{X: float64(n) / float64(whole), Known: true}
		}
	}
	return values
}
