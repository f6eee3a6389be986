package figure

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/protocol"
)

// Radii of nodes, and of leaders.
const (
	nodeRadius   = vg.Length(2.6)
	leaderRadius = vg.Length(4.6)
	mapRim       = vg.Length(14) // room for names beside the outermost nodes
)

func (m *Map) layout(t *typeface, width vg.Length) (*page, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	leaders := m.leaders()
	title := t.heading(m.Title, width)
	entries := m.legend(leaders)
	flow, legendLines := t.flow(entries, width)
	j, high := m.project(width - 2*(margin+mapRim))

	bar := lineStep + gap
	if m.Drawn {
		bar = 0
	}
	below := margin + vg.Length(legendLines)*lineStep + gap + bar
	j.origin = j.origin.Add(vg.Point{X: margin + mapRim, Y: below + mapRim})
	tags, dropped := m.tags(t, j, width)
	note := noteCount([]int{len(m.Places)}, "node")
	if dropped > 0 {
		note += fmt.Sprintf(" %d nodes have no room for their names.", dropped)
	}
	notes := t.notes([]string{note}, width)
	lift := vg.Length(len(notes)) * noteStep
	page := &page{height: below + lift + high + 2*mapRim + vg.Length(len(title))*lineStep + margin}
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		p.below(notes)
		p.legend(entries, flow, margin+lift+vg.Length(legendLines)*lineStep)
		if !m.Drawn {
			p.scaleBar(j, vg.Point{X: margin, Y: margin + lift + vg.Length(legendLines)*lineStep + gap + 2}, width)
		}
		p.Push()
		p.Translate(vg.Point{Y: lift})
		p.obstacles(m, j)
		p.network(m, j)
		p.nodes(m, leaders, j)
		for _, tag := range tags {
			p.fill(white, tag.box)
			p.write(tag.style, tag.at, tag.text)
		}
		p.Pop()
	}
	return page, nil
}

// legend explains what the map shows.
func (m *Map) legend(leaders []protocol.ID) []legendEntry {
	has := map[Condition]bool{}
	tree := false
	for _, p := range m.Places {
		has[p.Condition] = true
		tree = tree || p.Parent != protocol.Nobody
	}
	var out []legendEntry
	mark := func(text string, place Place, leaders []protocol.ID) {
		out = append(out, legendEntry{text, func(p *pen, at vg.Point) {
			p.node(place, leaders, vg.Point{X: at.X + swatch/2, Y: at.Y})
		}})
	}
	line := func(text string, l draw.LineStyle) {
		out = append(out, legendEntry{text, func(p *pen, at vg.Point) {
			p.line(l, at, vg.Point{X: at.X + swatch, Y: at.Y})
		}})
	}
	for i, id := range leaders {
		text := "follows " + nameOf(m.Names, id)
		if i >= len(fills) {
			text = "follows another"
		}
		mark(text, Place{Condition: Following, Leader: id}, leaders)
		if i >= len(fills) {
			break
		}
	}
	if has[Following] {
		out = append(out, legendEntry{"leads", func(p *pen, at vg.Point) {
			p.ring(vg.Point{X: at.X + swatch/2, Y: at.Y})
		}})
	}
	if has[Electing] {
		mark("in an election", Place{Condition: Electing}, nil)
	}
	if has[Leaderless] {
		mark("knows no leader", Place{Condition: Leaderless}, nil)
	}
	if has[Down] {
		mark("crashed", Place{Condition: Down}, nil)
	}
	if has[Empty] {
		mark("battery empty", Place{Condition: Empty}, nil)
	}
	if len(m.links()) > 0 {
		line("link", linkLine)
	}
	if tree {
		line("election tree", treeLine)
	}
	if len(m.Obstacles) > 0 {
		out = append(out, legendEntry{"obstacle", func(p *pen, at vg.Point) {
			half := vg.Length(2.5)
			p.obstacle([]vg.Point{{X: at.X, Y: at.Y - half}, {X: at.X + swatch, Y: at.Y - half},
				{X: at.X + swatch, Y: at.Y + half}, {X: at.X, Y: at.Y + half}})
		}})
	}
	return out
}

var (
	linkLine = draw.LineStyle{Color: color.Gray{165}, Width: 0.5}
	treeLine = draw.LineStyle{Color: ink, Width: 1.3}
)

// obstacles draws walls.
func (p *pen) obstacles(m *Map, j projection) {
	for _, o := range m.Obstacles {
		if len(o) < 3 {
			continue
		}
		corners := make([]vg.Point, len(o))
		for i, s := range o {
			corners[i] = j.at(s)
		}
		p.obstacle(corners)
	}
}

// obstacle draws an area so light that links are visible on it.
func (p *pen) obstacle(corners []vg.Point) {
	p.FillPolygon(shade, corners)
	p.line(draw.LineStyle{Color: color.Gray{150}, Width: 0.5}, append(corners[:len(corners):len(corners)], corners[0])...)
}

// network draws the links, and over them the tree.
func (p *pen) network(m *Map, j projection) {
	at := m.spots(j)
	join := func(l draw.LineStyle, a, b protocol.ID) {
		from, known := at[a]
		to, other := at[b]
		if known && other && a != b {
			p.line(l, from, to)
		}
	}
	for _, l := range m.links() {
		join(linkLine, l.A, l.B)
	}
	for _, place := range m.Places {
		join(treeLine, place.Node, place.Parent)
	}
}

// nodes draws the nodes, leaders last.
func (p *pen) nodes(m *Map, leaders []protocol.ID, j projection) {
	for _, place := range m.Places {
		if !place.leads() {
			p.node(place, leaders, j.at(place.At))
		}
	}
	for _, place := range m.Places {
		if place.leads() {
			p.node(place, leaders, j.at(place.At))
		}
	}
}

func (p *Place) leads() bool { return p.Condition == Following && p.Leader == p.Node }

func (p *pen) node(place Place, leaders []protocol.ID, at vg.Point) {
	mark := draw.GlyphStyle{Color: ink, Radius: nodeRadius, Shape: draw.RingGlyph{}}
	under := draw.GlyphStyle{Color: white, Radius: nodeRadius, Shape: draw.CircleGlyph{}}
	switch place.Condition {
	case Following:
		f := fillOf(leaders, place.Leader)
		mark = draw.GlyphStyle{Color: f.color, Radius: nodeRadius, Shape: f.shape}
		under.Radius++
		if place.leads() {
			p.ring(at)
			under.Radius = 0
		}
	case Electing:
		p.DrawGlyphNoClip(under, at)
		p.DrawGlyphNoClip(mark, at)
		mark.Radius, mark.Shape, under.Radius = 1, draw.CircleGlyph{}, 0
	case Down:
		mark.Shape = draw.CrossGlyph{}
		under.Radius = 0
	case Empty:
		mark.Shape = emptyCell{}
	}
	if under.Radius > 0 {
		p.DrawGlyphNoClip(under, at)
	}
	p.DrawGlyphNoClip(mark, at)
}

// ring draws the ring around a leader: a black disc with a white one in it.
func (p *pen) ring(at vg.Point) {
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: leaderRadius, Shape: draw.CircleGlyph{}}, at)
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: white, Radius: leaderRadius - 1, Shape: draw.CircleGlyph{}}, at)
}

// scaleBar draws a bar of a round length, about a quarter of the width.
func (p *pen) scaleBar(j projection, at vg.Point, width vg.Length) {
	list := ticks(0, float64(width)/3/j.perUnit, 2)
	last := list[len(list)-1]
	if last.value == 0 { // the only round length is the whole width's
		list = ticks(0, float64(width)/3/j.perUnit, 4)
		last = list[len(list)-1]
	}
	long := vg.Length(last.value * j.perUnit)
	l := draw.LineStyle{Color: ink, Width: 1}
	p.line(l, vg.Point{X: at.X, Y: at.Y + 2}, at, vg.Point{X: at.X + long, Y: at.Y}, vg.Point{X: at.X + long, Y: at.Y + 2})
	p.write(textStyle, vg.Point{X: at.X + long + gap, Y: at.Y}, last.label+" m")
}
