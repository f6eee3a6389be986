//go:build docs

package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"bellwether/scenarios"
	"bellwether/scenarios/compare"
	"bellwether/trace/measure"
)

// columns are the metrics of the table, with the factor to the unit of its title.
var columns = []struct {
	key, title string
	factor     float64
}{
	{"badly_led_fraction", "badly led, %", 100},
	{"leaderless_fraction", "leaderless, %", 100},
	{"multi_leader_fraction", "two leaders, %", 100},
	{"agreement_connected_fraction", "agreement, %", 100},
	{"leader_changes_per_node_h", "changes, /node/h", 1},
	{"messages_per_node_s", "messages, /node/s", 1},
	{"bytes_per_node_s", "bytes, /node/s", 1},
	{"energy_traffic_j_per_node", "traffic energy, J/node", 1},
}

// worlds is the table of all built-in worlds.
func worlds(ctx context.Context, runs int) (string, error) {
	var b strings.Builder
	b.WriteString("| world |")
	for _, c := range columns {
		b.WriteString(" " + c.title + " |")
	}
	b.WriteString("\n|:--|" + strings.Repeat("--:|", len(columns)) + "\n")
	for _, name := range scenarios.Builtin() {
		r, err := compared(ctx, name, runs, scenarios.Assign("algorithms", "[vasudevan, tanist]"))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s |", name)
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", cell(&r, c.key, c.factor))
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// compared runs a world with these changes.
func compared(ctx context.Context, world string, runs int, set ...scenarios.Override) (measure.Report, error) {
	s, err := scenarios.Load(world, scenarios.Options{Set: append(set,
		scenarios.Assign("seed", strconv.Itoa(firstSeed)), scenarios.Assign("runs", strconv.Itoa(runs)))})
	if err != nil {
		return measure.Report{}, err
	}
	return compare.Run(ctx, s, compare.Options{})
}

// cell is vasudevan's number, tanist's, and the arrow of the difference.
func cell(r *measure.Report, key string, factor float64) string {
	was, is := r.Algorithms[0].Metrics.Get(key), r.Algorithms[1].Metrics.Get(key)
	if was == nil || is == nil {
		return "–"
	}
	number := func(s *measure.Summary) string { return strconv.FormatFloat(s.Mean*factor, 'g', 3, 64) }
	text := number(was) + " → " + number(is)
	if d := r.Algorithms[1].Paired.Get(key); d != nil {
		switch d.Verdict {
		case measure.VerdictHigher:
			text += " ↑"
		case measure.VerdictLower:
			text += " ↓"
		}
	}
	return text
}
