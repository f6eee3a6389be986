package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// A tag is the name of a node on a map.
type tag struct {
	text  string
	style style
	at    vg.Point
	box   vg.Rectangle
}

// maxTags bounds the nodes of a map in which all have names; in larger ones only leaders do.
const maxTags = 200

// tags places the names of nodes beside them, the leaders' names first: where they cover
// neither nodes nor each other, and as few links as possible. dropped is the number of names
// that have no room.
func (m *Map) tags(t *typeface, j projection, width vg.Length) (out []tag, dropped int) {
	var taken []vg.Rectangle
	for _, place := range m.Places {
		at, r := j.at(place.At), place.radius()
		taken = append(taken, vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}})
	}
	links := m.segments(j)
	for _, place := range m.namedFirst() {
		s := style{size: 7}
		if place.leads() {
			s = style{size: 7, bold: true}
		}
		best, least := tag{}, -1
		for _, c := range t.beside(s, t.fit(s, nameOf(m.Names, place.Node), width/4), j.at(place.At), place.radius()) {
			if c.box.Min.X < 1 || c.box.Max.X > width-1 ||
				slices.ContainsFunc(taken, func(b vg.Rectangle) bool { return meet(c.box, b) }) {
				continue
			}
			crossed := 0
			for _, l := range links {
				if crosses(l, c.box) {
					crossed++
				}
			}
			if least < 0 || crossed < least {
				best, least = c, crossed
			}
		}
		if least < 0 {
			dropped++
			continue
		}
		out, taken = append(out, best), append(taken, best.box)
	}
	return out, dropped
}

// radius returns the radius of a node's mark.
func (p *Place) radius() vg.Length {
	if p.leads() {
		return leaderRadius
	}
	return nodeRadius
}

// namedFirst returns the nodes that get a name, leaders first.
func (m *Map) namedFirst() []Place {
	var leaders, others []Place
	for _, p := range m.Places {
		if p.leads() {
			leaders = append(leaders, p)
		} else if len(m.Places) <= maxTags {
			others = append(others, p)
		}
	}
	return append(leaders, others...)
}

// beside returns the possible places of text around a point, those easiest to read first.
func (t *typeface) beside(s style, text string, at vg.Point, r vg.Length) []tag {
	const apart = 1.2
	w, h := t.width(s, text), s.size*capHeight
	var out []tag
	for _, way := range []vg.Point{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {X: 0.7, Y: 0.7}, {X: -0.7, Y: 0.7}, {X: 0.7, Y: -0.7}, {X: -0.7, Y: -0.7}} {
		// The middle of the text is so far away that its box just touches the circle.
		middle := vg.Point{X: at.X + way.X*(r+apart+w/2), Y: at.Y + way.Y*(r+apart+h/2)}
		out = append(out, tag{text, s, vg.Point{X: middle.X - w/2, Y: middle.Y - h/2}, vg.Rectangle{
			Min: vg.Point{X: middle.X - w/2 - 0.4, Y: middle.Y - h/2 - descender*s.size},
			Max: vg.Point{X: middle.X + w/2 + 0.4, Y: middle.Y + h/2 + 0.4},
		}})
	}
	return out
}

// A segment is a line between two points.
type segment struct{ a, b vg.Point }

// segments returns the links of the map as lines, nil for large maps.
func (m *Map) segments(j projection) []segment {
	if len(m.Places) > maxTags {
		return nil
	}
	at := m.spots(j)
	var out []segment
	for _, l := range m.links() {
		a, known := at[l.A]
		b, other := at[l.B]
		if known && other {
			out = append(out, segment{a, b})
		}
	}
	return out
}

// crosses reports whether a segment meets a box (Liang & Barsky, ACM Trans. Graphics
// 3, 1984: the part of the line that is inside all four edges is not empty).
func crosses(s segment, r vg.Rectangle) bool {
	enter, leave := vg.Length(0), vg.Length(1)
	for _, edge := range [...]struct{ across, inside vg.Length }{
		{s.a.X - s.b.X, s.a.X - r.Min.X}, {s.b.X - s.a.X, r.Max.X - s.a.X},
		{s.a.Y - s.b.Y, s.a.Y - r.Min.Y}, {s.b.Y - s.a.Y, r.Max.Y - s.a.Y},
	} {
		switch {
		case edge.across == 0 && edge.inside < 0:
			return false
		case edge.across > 0:
			leave = min(leave, edge.inside/edge.across)
		case edge.across < 0:
			enter = max(enter, edge.inside/edge.across)
		}
	}
	return enter <= leave
}
