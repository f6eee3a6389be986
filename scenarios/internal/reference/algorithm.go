package reference

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// example is the world for which Algorithm gives the settle bound.
var example = protocol.Scale{Nodes: 50, Diameter: 8, Hop: 20 * time.Millisecond, Roster: 50, Neighbour: 3 * time.Second}

// Algorithm writes what the code knows of an algorithm, for people. The configuration is the
// default of a scenario; nil if the algorithm's parameters have none that is sound.
func Algorithm(w io.Writer, a protocol.Algorithm, config *protocol.Config) error {
	var b bytes.Buffer
	wrapped(&b, a.Name+": ", a.About)
	b.WriteByte('\n')
	wrapped(&b, "paper    ", a.Paper)
	wrapped(&b, "assumes  ", a.Needs.String())
	wrapped(&b, "elects   ", Elects(a.Goal))
	if a.MaxNodes > 0 {
		wrapped(&b, "limit    ", fmt.Sprintf("%d nodes: %s", a.MaxNodes, a.MaxNodesWhy))
	}
	describeSettling(&b, a, config)
	fmt.Fprintf(&b, "\nmessages\n")
	var rows [][]string
	for _, k := range a.Kinds {
		rows = append(rows, []string{k.Name, k.Class.String(), k.Bytes() + " bytes", k.About})
	}
	columns(&b, rows)
	describeCosts(&b, a.Costs)
	fmt.Fprintf(&b, "\nparameters\n")
	for _, p := range a.Params {
		fmt.Fprintf(&b, "  %s: %s, default %s\n", p.Name, paramType(p), p.Default)
		wrapped(&b, "      ", p.Doc)
		if p.Load != nil {
			wrapped(&b, "      ", fmt.Sprintf("Where nodes contend for the medium the default is at least the time that it takes for all messages "+
				"that may be on their way at once, %d of %d members.", p.Load(example.Nodes), example.Nodes))
		}
	}
	if len(a.Params) == 0 {
		b.WriteString("  none\n")
	}
	fmt.Fprintf(&b, "\ndeviations from the paper\n")
	for _, d := range a.Deviations {
		wrapped(&b, "  - ", d)
	}
	if len(a.Deviations) == 0 {
		b.WriteString("  none\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Elects says which node a goal means.
func Elects(goal protocol.Goal) string { return elects[goal] }

var elects = map[protocol.Goal]string{
	protocol.GoalBest:       "the node with the greatest capability of each component",
	protocol.GoalSmallestID: "the node with the smallest id of each component",
	protocol.GoalStablest:   "the node of each component with the fewest incarnations",
	protocol.GoalAny:        "any single node of each component",
	protocol.GoalQuorum:     "any single node of each component that has a majority of the roster; none in the others",
}

// describeSettling gives the bound at the example scale, under the defaults of a
// scenario.
func describeSettling(b *bytes.Buffer, a protocol.Algorithm, config *protocol.Config) {
	if a.SettleBound == nil || config == nil {
		return
	}
	wrapped(b, "settles  ", fmt.Sprintf("within %v after the last change, in a world of %d nodes and %d hops, %v a hop, "+
		"detection %v × %d, neighbours noticed within %v",
		a.SettleBound(example, *config).Round(time.Millisecond), example.Nodes, example.Diameter, example.Hop,
		strictyaml.Duration(config.Detection.Interval), config.Detection.Misses, example.Neighbour))
}

// describeCosts gives each case with its counts, and why they are so.
func describeCosts(b *bytes.Buffer, costs []protocol.Cost) {
	b.WriteByte('\n')
	wrapped(b, "", "costs in messages, exact unless bounded, for n nodes, k that start, |E| links: "+costsHold)
	for _, c := range costs {
		wrapped(b, "  ", c.Case)
		var rows [][]string
		for _, charge := range c.Charges {
			rows = append(rows, []string{"  " + charge.Message, charge.Bound.String() + charge.Formula})
		}
		columns(b, rows)
		wrapped(b, "    ", "("+c.Source+")")
		if c.Only != "" {
			wrapped(b, "    only if: ", c.Only)
		}
	}
	if len(costs) == 0 {
		b.WriteString("  none\n")
	}
}

// costsHold is what every protocol.Cost assumes.
const costsHold = "no message is lost or late, nodes and links stay as they are, all nodes are alive unless the case has a dead one, " +
	"those that start do so at once; hellos, routes and the tests along a ring are not among them"

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

// width is the greatest length of a line, unless one word is longer.
const width = 110

// columns writes rows below each other, the last cell wrapped under itself.
func columns(b *bytes.Buffer, rows [][]string) {
	if len(rows) == 0 {
		b.WriteString("  none\n")
		return
	}
	last := len(rows[0]) - 1
	widths := make([]int, last)
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		line := ""
		for i := range widths {
			line += "  " + row[i] + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(row[i]))
		}
		wrapped(b, line+"  ", row[last])
	}
}

// wrapped writes a text after its lead, further lines indented as much.
func wrapped(b *bytes.Buffer, lead, text string) {
	indent := utf8.RuneCountInString(lead)
	b.WriteString(lead)
	at := indent
	for i, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+length > width && at > indent:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += length
	}
	b.WriteByte('\n')
}
