package figure

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/protocol"
)

// A timeFrame is the panel of a timeline on its page.
type timeFrame struct {
	box   vg.Rectangle
	x     scale // in units of time
	unit  float64
	row   vg.Length // height of a row
	lanes int       // lines for names of faults, above the panel
}

func (f *timeFrame) at(t protocol.Time) vg.Length {
	return min(max(f.x.at(t.Seconds()/f.unit), f.box.Min.X), f.box.Max.X)
}

// inTime returns a unit of time, in seconds, that keeps numbers small.
func inTime(seconds float64) (unit float64, name string) {
	switch {
	case seconds > 3*3600:
		return 3600, "h"
	case seconds > 5*60:
		return 60, "min"
	case seconds < 0.5:
		return 1e-3, "ms"
	}
	return 1, "s"
}

// maxLanes bounds the lines for names of faults: more would be higher than the rows.
const maxLanes = 6

func (l *Timeline) layout(t *typeface, width vg.Length) (*page, error) {
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("timeline: %w", err)
	}
	leaders := l.leaders()
	names := make([]string, len(l.Rows))
	for i, r := range l.Rows {
		names[i] = t.fit(noteStyle, nameOf(l.Names, r.Node), 0.2*width)
	}
	f := &timeFrame{row: min(max(340/vg.Length(len(l.Rows)), 1), 11)}
	unit, unitName := inTime(l.To.Sub(l.From).Seconds())
	f.unit = unit
	left := margin + max(t.widest(noteStyle, names), t.width(noteStyle, "node")) + 2*gap
	f.box.Min.X, f.box.Max.X = left, width-margin-8
	f.x = scale{l.From.Seconds() / unit, l.To.Seconds() / unit, f.box.Min.X, f.box.Max.X, Linear}

	groups := l.groups()
	strips, texts := l.strips(t, groups, f)
	lane := worldFirst(groups, strips)
	unnamed := 0
	for _, k := range lane {
		f.lanes = max(f.lanes, k+1)
		if k < 0 {
			unnamed++
		}
	}
	title := t.heading(l.Title, width)
	note := noteCount([]int{len(l.Rows)}, "node, of one run")
	if unnamed > 0 {
		note += fmt.Sprintf(" Faults without room for their names: %d.", unnamed)
	}
	notes := t.notes([]string{note}, width)
	entries := l.legend(leaders, l.named(leaders))
	flow, legendLines := t.flow(entries, width)
	f.box.Min.Y = margin + vg.Length(len(notes))*noteStep + vg.Length(legendLines)*lineStep + gap + 2*lineStep + tickLong + gap
	f.box.Max.Y = f.box.Min.Y + vg.Length(len(l.Rows))*f.row
	page := &page{height: f.box.Max.Y + gap + vg.Length(max(f.lanes, 1))*noteStep + vg.Length(len(title))*lineStep + margin + gap}
	c := chart{x: Axis{Title: "time", Unit: unitName}, xs: extent{f.x.lo, f.x.hi}}
	marks := c.fittingTicks(t, f.x, width)
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		p.below(notes)
		p.legend(entries, flow, margin+vg.Length(len(notes))*noteStep+vg.Length(legendLines)*lineStep)
		p.troubled(l, f)
		p.rows(l, leaders, f)
		p.rowNames(names, f)
		p.strikes(groups, lane, strips, texts, f)
		p.timeAxis(f, marks, c.x.text())
		p.write(noteStyle, vg.Point{X: margin, Y: f.box.Max.Y + gap}, "node")
	}
	return page, nil
}

// worldFirst returns the lanes for names of faults. If a fault of the world has no room for
// its name, the nearest faults of nodes lose theirs.
func worldFirst(groups []strikeGroup, strips []strip) []int {
	kept := make([]int, len(groups))
	for i := range kept {
		kept[i] = i
	}
	for {
		some := make([]strip, len(kept))
		for k, i := range kept {
			some[k] = strips[i]
		}
		out := make([]int, len(groups))
		for i := range out {
			out[i] = -1
		}
		nameless := -1
		for k, lane := range lanes(some, maxLanes) {
			if out[kept[k]] = lane; lane < 0 && groups[kept[k]].world {
				nameless = kept[k]
			}
		}
		nearest := -1
		for k, i := range kept {
			if nameless >= 0 && !groups[i].world &&
				(nearest < 0 || abs(strips[i].tie-strips[nameless].tie) < abs(strips[kept[nearest]].tie-strips[nameless].tie)) {
				nearest = k
			}
		}
		if nearest < 0 {
			return out
		}
		kept = slices.Delete(kept, nearest, nearest+1)
	}
}

// strips returns the space that the name of each group of faults takes above the
// panel, and its text.
func (l *Timeline) strips(t *typeface, groups []strikeGroup, f *timeFrame) ([]strip, []string) {
	strips, texts := make([]strip, len(groups)), make([]string, len(groups))
	for i, g := range groups {
		texts[i] = t.fit(noteStyle, g.text, (f.box.Max.X-f.box.Min.X)/3)
		w := t.width(noteStyle, texts[i]) + 2*gap
		from := f.at(g.at)
		if from+w > f.box.Max.X+8 {
			from -= w // to the left of its line, since there is no room to the right
		}
		strips[i] = strip{from, from + w, f.at(g.at)}
	}
	return strips, texts
}

// named returns the names of leaders.
func (l *Timeline) named(leaders []protocol.ID) []string {
	names := make([]string, len(leaders))
	for i, id := range leaders {
		names[i] = nameOf(l.Names, id)
	}
	return names
}

// legend explains what the timeline shows.
func (l *Timeline) legend(leaders []protocol.ID, names []string) []legendEntry {
	has := map[Condition]bool{}
	for _, r := range l.Rows {
		for _, s := range r.Spans {
			has[s.Condition] = has[s.Condition] || l.sees(s)
		}
	}
	around := func(at vg.Point) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 3}, Max: vg.Point{X: at.X + swatch, Y: at.Y + 3}}
	}
	var out []legendEntry
	block := func(text string, f fill) {
		out = append(out, legendEntry{text, func(p *pen, at vg.Point) { p.block(f, around(at)) }})
	}
	for i := range leaders {
		if i == len(fills) {
			block(fmt.Sprintf("follows another (%d of them)", len(names)-i), otherFill)
			break
		}
		block("follows "+names[i], fills[i])
	}
	if has[Following] {
		out = append(out, legendEntry{"leads itself", func(p *pen, at vg.Point) {
			p.fill(ink, vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 3}, Max: vg.Point{X: at.X + swatch, Y: at.Y - 1.5}})
		}})
	}
	if has[Electing] {
		block("in an election", fill{color: ink})
	}
	if has[Leaderless] {
		out = append(out, legendEntry{"knows no leader", func(p *pen, at vg.Point) { p.thread(around(at)) }})
	}
	if has[Down] {
		out = append(out, legendEntry{"crash", func(p *pen, at vg.Point) {
			p.DrawGlyphNoClip(crashMark, vg.Point{X: at.X + swatch/2, Y: at.Y})
		}})
	}
	if has[Empty] {
		out = append(out, legendEntry{"battery empty", func(p *pen, at vg.Point) {
			p.DrawGlyphNoClip(emptyMark, vg.Point{X: at.X + swatch/2, Y: at.Y})
		}})
	}
	return out
}

var emptyMark = draw.GlyphStyle{Color: ink, Radius: 2.6, Shape: emptyCell{}}

var crashMark = draw.GlyphStyle{Color: ink, Radius: 2.6, Shape: draw.CrossGlyph{}}

// troubled shades the times in which the world was partitioned or jammed.
func (p *pen) troubled(l *Timeline, f *timeFrame) {
	for _, s := range l.troubled() {
		p.fill(shade, vg.Rectangle{Min: vg.Point{X: f.at(s.From), Y: f.box.Min.Y}, Max: vg.Point{X: f.at(s.To), Y: f.box.Max.Y}})
	}
}

// leastWide is the least width of a span: elections may take only milliseconds.
const leastWide = vg.Length(0.6)

// rows draws the spans of every node.
func (p *pen) rows(l *Timeline, leaders []protocol.ID, f *timeFrame) {
	apart := min(f.row*0.15, 1)
	for i, r := range l.Rows {
		top := f.box.Max.Y - vg.Length(i)*f.row
		whole := vg.Rectangle{Min: vg.Point{Y: top - f.row + apart/2}, Max: vg.Point{Y: top - apart/2}}
		for _, s := range r.Spans {
			if s.Condition != Electing && l.sees(s) {
				p.span(r.Node, s, leaders, f, whole)
			}
		}
		// Elections are drawn last, since they are short and must not be hidden.
		for _, s := range r.Spans {
			if s.Condition == Electing && l.sees(s) {
				p.span(r.Node, s, leaders, f, whole)
			}
		}
	}
}

func (p *pen) span(node protocol.ID, s Span, leaders []protocol.ID, f *timeFrame, r vg.Rectangle) {
	r.Min.X, r.Max.X = f.at(s.From), f.at(s.To)
	switch s.Condition {
	case Leaderless:
		p.thread(r)
	case Electing:
		r.Max.X = max(r.Max.X, r.Min.X+leastWide)
		p.fill(ink, r)
	case Following:
		p.block(fillOf(leaders, s.Leader), r)
		if s.Leader == node {
			r.Max.Y = r.Min.Y + min(1.5, 0.3*f.row)
			p.fill(ink, r)
		}
	case Down, Empty:
		mark := crashMark
		if s.Condition == Empty {
			mark = emptyMark
		}
		mark.Radius = min(mark.Radius, f.row/2)
		p.DrawGlyphNoClip(mark, vg.Point{X: r.Min.X, Y: (r.Min.Y + r.Max.Y) / 2})
	}
}

// thread draws the row of a node that runs and follows no leader: a thin line, since no grey
// of an area would differ enough from all colours printed in grey.
func (p *pen) thread(r vg.Rectangle) {
	y, half := (r.Min.Y+r.Max.Y)/2, (r.Max.Y-r.Min.Y)/8
	r.Min.Y, r.Max.Y = y-half, y+half
	p.fill(dim, r)
}

// rowNames writes as many names as have room.
func (p *pen) rowNames(names []string, f *timeFrame) {
	every := 1
	for _, n := range []int{1, 2, 5, 10, 20, 50} {
		if every = n; vg.Length(n)*f.row >= noteStep*0.8 {
			break
		}
	}
	for i, name := range names {
		if i%every == 0 {
			y := f.box.Max.Y - (vg.Length(i)+0.5)*f.row
			p.write(noteStyle.at(1, 0.5), vg.Point{X: f.box.Min.X - gap, Y: y}, name)
		}
	}
}

// strikes writes the names of faults in lanes above the panel, each with a line
// down to it. The line of a fault of the world goes on through all rows.
func (p *pen) strikes(groups []strikeGroup, lane []int, strips []strip, texts []string, f *timeFrame) {
	thin := draw.LineStyle{Color: dim, Width: 0.4}
	dashed := draw.LineStyle{Color: ink, Width: 0.6, Dashes: []vg.Length{2, 1.5}}
	for i, g := range groups {
		x, top := f.at(g.at), f.box.Max.Y+gap
		if lane[i] >= 0 {
			y := top + (vg.Length(lane[i])+0.2)*noteStep
			p.write(noteStyle, vg.Point{X: strips[i].from + gap, Y: y}, texts[i])
			top = y + 0.5*noteStep
		}
		p.line(thin, vg.Point{X: x, Y: f.box.Max.Y}, vg.Point{X: x, Y: top})
		if g.world {
			p.line(dashed, vg.Point{X: x, Y: f.box.Min.Y}, vg.Point{X: x, Y: f.box.Max.Y})
		}
	}
}

// timeAxis draws the axis of time.
func (p *pen) timeAxis(f *timeFrame, marks []tick, text string) {
	p.line(axisLine, f.box.Min, vg.Point{X: f.box.Max.X, Y: f.box.Min.Y})
	for _, k := range marks {
		x := f.x.at(k.value)
		p.line(axisLine, vg.Point{X: x, Y: f.box.Min.Y}, vg.Point{X: x, Y: f.box.Min.Y - tickLong})
		p.write(textStyle.at(0.5, 1), vg.Point{X: x, Y: f.box.Min.Y - tickLong - gap}, k.label)
	}
	p.write(textStyle.at(0.5, 0), vg.Point{X: (f.box.Min.X + f.box.Max.X) / 2, Y: f.box.Min.Y - tickLong - 2*lineStep}, text)
}
