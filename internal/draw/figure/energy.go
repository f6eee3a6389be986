package figure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/protocol"
)

// Energy is the energy that nodes had left, or had spent, over time: a faint line for each,
// and above them the least, the median and the most. The symbol of a battery marks where
// one ran empty.
type Energy struct {
	Title string
	// Remaining is true if the values are the energy left in batteries; else they are the
	// energy spent.
	Remaining bool
	Nodes     []Drain
	Names     map[protocol.ID]string // of nodes that have a name besides their number
}

// A Drain is the energy of one node.
type Drain struct {
	Node   protocol.ID
	Values []Charge // in the order of their instants
	Empty  bool     // the battery was empty at the last value
}

// A Charge is an amount of energy at an instant.
type Charge struct {
	At protocol.Time
	J  float64
}

func (e *Energy) layout(t *typeface, width vg.Length) (*page, error) {
	nodes, xs, ys, err := e.check()
	if err != nil {
		return nil, err
	}
	unit, unitName := inTime(xs.hi - xs.lo)
	xs = extent{xs.lo / unit, xs.hi / unit}.wide()
	c := &chart{title: e.Title, x: Axis{Title: "time", Unit: unitName},
		y: Axis{Title: "energy spent", Unit: "J"}, xs: xs, ys: ys.shown()}
	if e.Remaining {
		c.y.Title = "energy left"
	}
	bold := e.bold(nodes)
	for i, b := range bold {
		last := nodes[b.node].Values[len(nodes[b.node].Values)-1]
		c.ends = append(c.ends, end{b.label, last.At.Seconds() / unit, last.J, stroke{line: strokeOf(i).line}})
	}
	c.notes = []string{noteCount([]int{len(nodes)}, "node, of one run")}
	if slices.ContainsFunc(nodes, func(d Drain) bool { return d.Empty }) {
		c.notes = append(c.notes, "Faint: other nodes. Batteries drawn: empty.")
	}
	c.notes = oneNote(c.notes)
	return c.plan(t, width, func(p *pen, f frame) {
		for _, d := range nodes {
			p.drain(d, hairLine, f, unit)
		}
		for i, b := range bold {
			p.drain(nodes[b.node], strokeOf(i).line, f, unit)
		}
	}), nil
}

// check returns the nodes that have values, and the extents in seconds and joules.
func (e *Energy) check() ([]Drain, extent, extent, error) {
	xs, ys := nothing(), nothing()
	var nodes []Drain
	for _, d := range e.Nodes {
		before := protocol.Time(0)
		for i, v := range d.Values {
			if !drawable(v.J) {
				return nil, xs, ys, fmt.Errorf("node %d has %v J at %v", d.Node, v.J, v.At)
			}
			if i > 0 && v.At < before {
				return nil, xs, ys, fmt.Errorf("node %d: time runs backwards, from %v to %v", d.Node, before, v.At)
			}
			before = v.At
			xs.add(v.At.Seconds())
			ys.add(v.J)
		}
		if len(d.Values) > 0 {
			nodes = append(nodes, d)
		}
	}
	if len(nodes) == 0 {
		return nil, xs, ys, errors.New("nothing to draw: the trace tells of no energy")
	}
	return nodes, xs, ys, nil
}

// A boldLine is a node whose line is drawn bold, with its label.
type boldLine struct {
	node  int
	label string
}

// bold returns the nodes with the least, the median and the most at the end.
func (e *Energy) bold(nodes []Drain) []boldLine {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	final := func(i int) float64 { return nodes[i].Values[len(nodes[i].Values)-1].J }
	until := func(i int) protocol.Time { return nodes[i].Values[len(nodes[i].Values)-1].At }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(final(a), final(b)), cmp.Compare(until(a), until(b))) })
	name := func(i int) string { return "node " + nameOf(e.Names, nodes[i].Node) }
	if len(order) < 3 {
		var out []boldLine
		for _, i := range order {
			out = append(out, boldLine{i, name(i)})
		}
		return out
	}
	least, middle, most := order[0], order[len(order)/2], order[len(order)-1]
	return []boldLine{{least, name(least) + " (least)"}, {middle, name(middle) + " (median)"}, {most, name(most) + " (most)"}}
}

// drain draws the line of one node.
func (p *pen) drain(d Drain, l draw.LineStyle, f frame, unit float64) {
	points := make([]vg.Point, len(d.Values))
	for i, v := range d.Values {
		points[i] = f.at(v.At.Seconds()/unit, v.J)
	}
	p.line(l, thin(points)...)
	if d.Empty {
		p.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: 2.2, Shape: emptyCell{}}, points[len(points)-1])
	}
}

// thin leaves out points of a line that are close to the last one kept: less than a pixel of
// print higher or lower, and less than four further on. A line of 80 mm needs no thousand
// points.
func thin(points []vg.Point) []vg.Point {
	const pixel = 72.0 / dotsPerInch
	var out []vg.Point
	for i, q := range points {
		if n := len(out); n > 0 && i < len(points)-1 && q.X-out[n-1].X < 4*pixel && abs(q.Y-out[n-1].Y) < pixel {
			continue
		}
		out = append(out, q)
	}
	return out
}

func abs(l vg.Length) vg.Length { return max(l, -l) }
