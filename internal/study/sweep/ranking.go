package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/ranking"
	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

// rankedMetrics are what a ranking divides if no metric is chosen: what users lose and pay.
var rankedMetrics = []string{"badly_led_fraction", "leaderless_fraction", "leader_changes_per_node_h", "bytes_per_node_s"}

// mostTurns is how many turns of two rows the table of a ranking shows.
const mostTurns = 10

// A decided is what decides the order of rows in one metric.
type decided struct {
	Metric string `json:"metric"`
	*ranking.Decision
	// Lacks says why nothing is decided; "" if something is.
	Lacks string `json:"lacks,omitempty"`

	key measure.Key
}

// ranking writes what decides the order of rows: the shares of the axes in each metric, and the
// greatest turns of two rows along one axis.
func (t *Table) ranking(p *plan.Plan, c *table.Cross, points []plan.Point, lines []results.Line) error {
	if c.Verdict == nil {
		return errors.New("--ranking: no point has two rows, so there is no order")
	}
	var all []decided
	for _, name := range t.Metrics {
		d, err := t.decide(p, name, lines)
		if err != nil {
			return err
		}
		all = append(all, d)
	}
	turns := greatest(c.Verdict.Turns)
	if t.Format == table.FormatJSON {
		return json.NewEncoder(t.Stdout).Encode(struct {
			Plan    string       `json:"plan"`
			Metrics []decided    `json:"metrics"`
			Turns   []table.Turn `json:"turns"`
		}{c.Plan, all, turns})
	}
	if !slices.ContainsFunc(all, func(d decided) bool { return d.Lacks == "" }) {
		var faults []error
		for _, d := range all {
			faults = append(faults, fmt.Errorf("--ranking: %s: %s", d.Metric, d.Lacks))
		}
		return errors.Join(faults...)
	}
	w := rankingWords{plan: c.Plan, verdict: c.Verdict, missing: c.Missing(), wanted: c.Wanted}
	if t.Format == string(table.CSV) {
		raw := w.raw(all)
		return raw.Write(t.Stdout, table.CSV)
	}
	order, values := w.shares(all)
	return table.WriteTables(t.Stdout, table.Format(t.Format), order, values, w.turns(turns, t.whyWorse(p, points)))
}

// decide divides one metric.
func (t *Table) decide(p *plan.Plan, name string, lines []results.Line) (decided, error) {
	key, err := campaign.KeyOf(name, t.Algorithms.Metrics()...)
	if err != nil {
		return decided{}, err
	}
	d := decided{Metric: key.Name, key: key}
	var runs []ranking.Run
	for i := range lines {
		l := &lines[i]
		run := l.Result()
		run.Metrics.Describe(t.Algorithms.Metrics())
		at := l.Axes.Values()
		if v := run.Metrics.Get(key.Name); v.Known && t.chosen(p, at) && t.asks(l.Label, l.Name) {
			runs = append(runs, ranking.Run{Row: l.Label, Aim: goals.Aim{Goal: l.Goal, Quorum: l.Quorum}, At: at, Seed: l.Seed, Value: v.X})
		}
	}
	order := t.order(p, lines)
	slices.SortStableFunc(runs, func(a, b ranking.Run) int { return order[a.Row] - order[b.Row] })
	if d.Decision, err = ranking.Decide(&key, axes(p), t.levels(p), runs); err != nil {
		d.Lacks = err.Error()
	}
	return d, nil
}

// levels returns the values of each axis that --where leaves.
func (t *Table) levels(p *plan.Plan) [][]string {
	out := make([][]string, len(p.Axes))
	for _, at := range p.Places() {
		if !t.chosen(p, at) {
			continue
		}
		for i, value := range at {
			if !slices.Contains(out[i], value) {
				out[i] = append(out[i], value)
			}
		}
	}
	return out
}

// greatest returns the turns that are greatest, each two rows once on each axis.
func greatest(turns []table.Turn) []table.Turn {
	sorted := slices.Clone(turns)
	slices.SortStableFunc(sorted, func(a, b table.Turn) int {
		switch x, y := a.Size(), b.Size(); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	seen := map[[3]string]bool{}
	out := []table.Turn{}
	for _, turn := range sorted {
		key := [3]string{turn.Axis, min(turn.Better, turn.Worse), max(turn.Better, turn.Worse)}
		if !seen[key] && len(out) < mostTurns {
			seen[key], out = true, append(out, turn)
		}
	}
	return out
}
