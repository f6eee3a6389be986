package table

import (
	"fmt"
	"slices"

	"bellwether/trace/measure"
)

// inPlay are metrics that are added to the default ones if another metric applies, beside:
// for frames that can collide, a duty cycle, a budget.
var inPlay = []struct{ metric, beside string }{
	{"collisions_per_node_s", "collisions_per_node_s"},
	{"airtime_busiest_fraction", "duty_held_per_node_h"}, // it applies to every run, but is of interest only with a duty cycle
	{"duty_held_per_node_h", "duty_held_per_node_h"},
	{"duty_drops_per_node_h", "duty_drops_per_node_h"},
	{"over_budget_per_node_h", "over_budget_per_node_h"},
}

// whenMute are the metrics that are added to the default ones if radios could not
// send or fell behind, so that not all messages were sent.
var whenMute = []string{"messages_sent_per_node_s", "mute_fraction", "mute_worst_fraction", "lost_queue_per_node_s"}

// mute reports whether a node of any row could not send.
func mute(reports []*measure.Report) bool {
	for _, r := range reports {
		for i := range r.Algorithms {
			if s := r.Algorithms[i].Metrics.Get("mute_fraction"); s != nil && s.Mean > 0 {
				return true
			}
		}
	}
	return false
}

// fellBehind reports whether many messages of any row were not sent.
func fellBehind(reports []*measure.Report) bool {
	for _, r := range reports {
		for i := range r.Algorithms {
			if r.Algorithms[i].FellBehind() {
				return true
			}
		}
	}
	return false
}

// known reports whether a metric applies to any row.
func known(reports []*measure.Report, metric string) bool {
	for _, r := range reports {
		for i := range r.Algorithms {
			if r.Algorithms[i].Metrics.Get(metric) != nil {
				return true
			}
		}
	}
	return false
}

func columnsOf(f Format, reports []*measure.Report, o ReportOptions) ([]measure.Key, error) {
	names := o.Columns
	switch {
	case names == nil && f == CSV:
		columns := measure.Keys()
		for _, name := range measure.QuantileNames() {
			k, _ := measure.FindKey(name)
			columns = append(columns, k)
		}
		return append(columns, ownOf(reports)...), nil
	case names == nil:
		names = chosen(reports)
	}
	var columns []measure.Key
	for _, name := range names {
		k, ok := findKey(reports, name)
		if !ok {
			return nil, fmt.Errorf("no metric is called %q", name)
		}
		columns = append(columns, k)
	}
	return columns, nil
}

// ColumnsFor returns the metrics that the table of a report has if none are asked for.
func ColumnsFor(r *measure.Report) []string { return chosen([]*measure.Report{r}) }

// chosen are the default metrics, and those that the scenario adds.
func chosen(reports []*measure.Report) []string {
	names := DefaultColumns()
	if known(reports, energyColumn) {
		names = slices.Insert(names, 1+slices.Index(names, costColumn), energyColumn)
	}
	for _, c := range inPlay {
		if known(reports, c.beside) {
			names = append(names, c.metric)
		}
	}
	if mute(reports) || fellBehind(reports) {
		names = append(names, whenMute...)
	}
	for _, k := range ownOf(reports) {
		names = append(names, k.Name)
	}
	return names
}

// ownOf returns the metrics of the program that reports have.
func ownOf(reports []*measure.Report) []measure.Key {
	var own []measure.Key
	for _, r := range reports {
		for _, k := range r.Own {
			if !slices.ContainsFunc(own, func(o measure.Key) bool { return o.Name == k.Name }) {
				own = append(own, k)
			}
		}
	}
	return own
}

// findKey returns a metric of the program, or one of package measure.
func findKey(reports []*measure.Report, name string) (measure.Key, bool) {
	for _, r := range reports {
		if k, ok := r.FindKey(name); ok {
			return k, true
		}
	}
	return measure.FindKey(name)
}
