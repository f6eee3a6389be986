//go:build docs

package main

import (
	"context"
	"fmt"
	"strings"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// The grid is the walkers of campus-walk for five minutes, varied.
var (
	densities = []string{"20", "50", "100"} // nodes
	speeds    = []struct{ name, value string }{{"walk", "{min: 0.5, max: 2}"}, {"drive", "{min: 10, max: 20}"}}
	media     = []string{"ideal", "csma"}
	losses    = []string{"0", "0.05", "0.2"}
)

// grid is a table of the time badly led at each point, and how many points differ in what.
func grid(ctx context.Context, runs int) (string, error) {
	var b strings.Builder
	b.WriteString("| nodes | speed | medium |")
	for _, loss := range losses {
		fmt.Fprintf(&b, " badly led, %%, at a loss of %s |", loss)
	}
	b.WriteString("\n|--:|:--|:--|" + strings.Repeat("--:|", len(losses)) + "\n")
	points, arrows := 0, map[string]*[2]int{}
	for _, nodes := range densities {
		for _, speed := range speeds {
			for _, medium := range media {
				fmt.Fprintf(&b, "| %s | %s | %s |", nodes, speed.name, medium)
				for _, loss := range losses {
					r, err := compared(ctx, "campus-walk", runs, scenarios.Assign("algorithms", "[vasudevan, tanist]"),
						scenarios.Assign("duration", "5m"), scenarios.Assign("nodes", nodes), scenarios.Assign("mobility.speed", speed.value),
						scenarios.Assign("radio.access.model", medium), scenarios.Assign("radio.loss.probability", loss))
					if err != nil {
						return "", err
					}
					points++
					count(arrows, &r)
					fmt.Fprintf(&b, " %s |", cell(&r, columns[0].key, columns[0].factor))
				}
				b.WriteString("\n")
			}
		}
	}
	fmt.Fprintf(&b, "\nOf %d points, `tanist` is lower than `vasudevan` · higher:", points)
	for i, c := range columns {
		n := arrows[c.key]
		title, _, _ := strings.Cut(c.title, ",")
		fmt.Fprintf(&b, " %s %d · %d%s", title, n[0], n[1], map[bool]string{true: ".\n", false: ";"}[i == len(columns)-1])
	}
	return b.String(), nil
}

// count counts the metrics in which the second row is lower, and higher.
func count(arrows map[string]*[2]int, r *measure.Report) {
	for _, c := range columns {
		n := arrows[c.key]
		if n == nil {
			n = new([2]int)
			arrows[c.key] = n
		}
		if d := r.Algorithms[1].Paired.Get(c.key); d != nil {
			switch d.Verdict {
			case measure.VerdictLower:
				n[0]++
			case measure.VerdictHigher:
				n[1]++
			}
		}
	}
}
