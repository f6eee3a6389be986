package scenarios

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"bellwether/protocol"
	"bellwether/scenarios/strict"
)

// example is the world for which Describe gives the settle bound.
var example = protocol.Scale{Nodes: 50, Diameter: 8, Hop: 20 * time.Millisecond, Roster: 50, Neighbour: 3 * time.Second}

// Describe writes what the code knows of an algorithm, for people.
func Describe(w io.Writer, a protocol.Algorithm) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n  %s\n\n", a.Name, a.About)
	fmt.Fprintf(&b, "paper     %s\nassumes   %s\nelects    %s\n", a.Paper, a.Needs, goals[a.Goal])
	if a.MaxNodes > 0 {
		fmt.Fprintf(&b, "limit     %d nodes: %s\n", a.MaxNodes, a.MaxNodesWhy)
	}
	describeSettling(&b, a)
	fmt.Fprintf(&b, "\nmessages\n")
	var rows [][]string
	for _, k := range a.Kinds {
		rows = append(rows, []string{k.Name, k.Class.String(), k.Bytes + " bytes", k.About})
	}
	columns(&b, rows)
	fmt.Fprintf(&b, "\nparameters\n")
	rows = nil
	for _, p := range a.Params {
		rows = append(rows, []string{p.Name, paramType(p), "default " + p.Default, p.Doc})
	}
	columns(&b, rows)
	fmt.Fprintf(&b, "\ndeviations from the paper\n")
	for _, d := range a.Deviations {
		fmt.Fprintf(&b, "  - %s\n", d)
	}
	if len(a.Deviations) == 0 {
		fmt.Fprintf(&b, "  none\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

var goals = map[protocol.Goal]string{
	protocol.GoalBest:       "the node with the greatest capability of each component",
	protocol.GoalSmallestID: "the node with the smallest id of each component",
	protocol.GoalStablest:   "the node of each component with the fewest incarnations",
	protocol.GoalAny:        "any single node of each component",
}

// describeSettling gives the bound at the example scale, under the defaults of a
// scenario.
func describeSettling(b *bytes.Buffer, a protocol.Algorithm) {
	var s Scenario
	strict.Default(&s)
	config, faults := s.setup(Entry{Name: a.Name}, a)
	if a.SettleBound == nil || len(faults) > 0 {
		return
	}
	fmt.Fprintf(b, "settles   within %v after the last change, for example: %d nodes, %d hops across, %v a hop,\n"+
		"          detection %v × %d, hellos that take %v to notice\n",
		a.SettleBound(example, config).Round(time.Millisecond), example.Nodes, example.Diameter, example.Hop,
		s.Detection.Interval, s.Detection.Misses, example.Neighbour)
}

func paramType(p protocol.Param) string {
	text := string(p.Type)
	switch {
	case len(p.Choices) > 0:
		return strings.Join(p.Choices, "|")
	case p.Min != "" && p.Max != "":
		text += " " + p.Min + " … " + p.Max
	case p.Min != "":
		text += " from " + p.Min
	case p.Max != "":
		text += " up to " + p.Max
	}
	return text
}

// columns writes rows below each other, the last cell as long as it is.
func columns(b *bytes.Buffer, rows [][]string) {
	if len(rows) == 0 {
		b.WriteString("  none\n")
		return
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		b.WriteString(" ")
		for i, cell := range row {
			if i == len(row)-1 {
				b.WriteString(" " + cell)
				continue
			}
			fmt.Fprintf(b, " %s%s ", cell, strings.Repeat(" ", widths[i]-len([]rune(cell))))
		}
		b.WriteString("\n")
	}
}
