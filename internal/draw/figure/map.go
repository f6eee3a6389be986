package figure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"bellwether/protocol"
)

// A Map is one instant of a run: the places of nodes, links, the election
// tree, the leaders, the obstacles.
type Map struct {
	Title     string
	Places    []Place // at most one for each node
	Links     []Link
	Obstacles [][]Spot // polygons
	Range     float64  // of the radios, metres; if Links is nil, nodes within it are linked
	// Drawn is true if the network has no positions and places were chosen: the map has
	// no scale bar then.
	Drawn bool
	Names map[protocol.ID]string // of nodes that have a name besides their number
}

// A Spot is a point of the plane, in metres east and north.
type Spot struct{ X, Y float64 }

// A Link joins two nodes that hear each other.
type Link struct{ A, B protocol.ID }

// A Place is one node at the instant.
type Place struct {
	Node      protocol.ID
	At        Spot
	Condition Condition
	Leader    protocol.ID // while Following
	Parent    protocol.ID // in the election tree; Nobody: the node is in none, or is its root
}

// maxPlaces bounds the nodes of a map: more would cover each other.
const maxPlaces = 2000

func (m *Map) check() error {
	switch {
	case len(m.Places) == 0:
		return errors.New("nothing to draw: no node has a place at that time")
	case len(m.Places) > maxPlaces:
		return fmt.Errorf("%d nodes; at most %d can be told apart", len(m.Places), maxPlaces)
	case math.IsNaN(m.Range) || m.Range < 0:
		return fmt.Errorf("the range is %v", m.Range)
	}
	for _, p := range m.Places {
		if !drawable(p.At.X) || !drawable(p.At.Y) {
			return fmt.Errorf("node %d stands at (%v, %v)", p.Node, p.At.X, p.At.Y)
		}
	}
	for i, o := range m.Obstacles {
		for _, s := range o {
			if !drawable(s.X) || !drawable(s.Y) {
				return fmt.Errorf("obstacle %d has a corner at (%v, %v)", i+1, s.X, s.Y)
			}
		}
	}
	return nil
}

// links returns the given links, or those by range between running nodes.
func (m *Map) links() []Link {
	if m.Links != nil || m.Range == 0 {
		return m.Links
	}
	var out []Link
	for i, a := range m.Places {
		for _, b := range m.Places[:i] {
			if a.runs() && b.runs() && math.Hypot(a.At.X-b.At.X, a.At.Y-b.At.Y) <= m.Range {
				out = append(out, Link{a.Node, b.Node})
			}
		}
	}
	return out
}

func (p *Place) runs() bool {
	return p.Condition != Down && p.Condition != Away && p.Condition != Empty
}

// leaders returns the leaders, those with the most followers first.
func (m *Map) leaders() []protocol.ID {
	followers := map[protocol.ID]float64{}
	for _, p := range m.Places {
		if p.Condition == Following {
			followers[p.Leader]++
		}
	}
	return mostFirst(followers)
}

// bounds returns the extents of all places and obstacles.
func (m *Map) bounds() (x, y extent) {
	x, y = nothing(), nothing()
	for _, p := range m.Places {
		x.add(p.At.X)
		y.add(p.At.Y)
	}
	for _, o := range m.Obstacles {
		for _, s := range o {
			x.add(s.X)
			y.add(s.Y)
		}
	}
	return x, y
}

// A projection maps the plane to the page, with one scale for both directions.
type projection struct {
	origin  vg.Point // where middle is on the page
	middle  Spot
	perUnit float64 // points for a metre
}

func (j projection) at(s Spot) vg.Point {
	return vg.Point{
		X: j.origin.X + vg.Length((s.X-j.middle.X)*j.perUnit),
		Y: j.origin.Y + vg.Length((s.Y-j.middle.Y)*j.perUnit),
	}
}

// project fits the map into a width, and returns its height: at most 1.2 times its width,
// and at least a quarter of it.
func (m *Map) project(width vg.Length) (projection, vg.Length) {
	x, y := m.bounds()
	wide, high := x.hi-x.lo, y.hi-y.lo
	// The scale must be finite also if all nodes are in one spot or on a line.
	least := max(wide, high, math.Abs(x.lo)*1e-9, math.Abs(y.lo)*1e-9, 1) * 1e-3
	scale := min(float64(width)/max(wide, least), 1.2*float64(width)/max(high, least))
	height := max(vg.Length(high*scale), width/4)
	return projection{
		origin:  vg.Point{X: width / 2, Y: height / 2},
		middle:  Spot{x.lo + wide/2, y.lo + high/2},
		perUnit: scale,
	}, height
}

// spots returns the place of each node on the page.
func (m *Map) spots(j projection) map[protocol.ID]vg.Point {
	at := map[protocol.ID]vg.Point{}
	for _, p := range m.Places {
		at[p.Node] = j.at(p.At)
	}
	return at
}
