package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/protocol"
)

// How steps are drawn.
var (
	messageLine = draw.LineStyle{Color: blue, Width: 1.1}
	lostLine    = draw.LineStyle{Color: vermillion, Width: 0.9, Dashes: []vg.Length{2, 1.2}}
	workLine    = draw.LineStyle{Color: green, Width: 3}
	omitLine    = draw.LineStyle{Color: dim, Width: 1, Dashes: []vg.Length{1, 2}}
	waitFill    = fill{orange, 0, draw.BoxGlyph{}}
	messageFill = fill{blue, 0, draw.CircleGlyph{}}
	workFill    = fill{green, 0, draw.PyramidGlyph{}}
	omitFill    = fill{faint, 0, draw.CrossGlyph{}}
	lostMark    = draw.GlyphStyle{Color: vermillion, Radius: 2.2, Shape: draw.CrossGlyph{}}
	faultMark   = draw.GlyphStyle{Color: ink, Radius: 2.2, Shape: downward{}}
	eventMark   = draw.GlyphStyle{Color: ink, Radius: 1.5, Shape: draw.CircleGlyph{}}
)

const (
	waitHigh  = vg.Length(5) // of a wait
	scaleHigh = vg.Length(11)
	arrowLong = vg.Length(4.5)
)

func (s *SpaceTime) layout(t *typeface, width vg.Length) (*page, error) {
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("space-time diagram: %w", err)
	}
	names := []string{"node", "to scale", strconv.FormatUint(uint64(s.Steps[0].From), 10)}
	for _, step := range s.Steps {
		names = append(names, strconv.FormatUint(uint64(step.To), 10))
	}
	from, to := margin+t.widest(noteStyle, names)+2*gap, width-margin-16
	panels := s.panels(t, from, to)
	title := t.heading(angles.Replace(s.Title), width)
	var says []string
	for _, line := range s.Says {
		says = append(says, t.notes([]string{angles.Replace(line)}, width)...)
	}
	unnamed := 0
	for _, p := range panels {
		for i, g := range p.tags {
			if g.Text != "" && p.lane[i] < 0 {
				unnamed++
			}
		}
	}
	note := "Time runs to the right, and is not to scale in the diagram: a step is as wide as its text, and wider if it took longer. 0 is " + time.Duration(s.Start).Round(time.Millisecond).String() + " of the run."
	if s.total() > 0 {
		note += " The bar is to scale."
	}
	if unnamed > 0 {
		note += fmt.Sprintf(" Marks without room for their names: %d.", unnamed)
	}
	notes := t.notes([]string{note}, width)
	entries := s.legend()
	flow, legendLines := t.flow(entries, width)
	foot := margin + vg.Length(len(notes))*noteStep
	bar := foot + vg.Length(legendLines)*lineStep + 2*gap
	top := bar
	if s.total() > 0 {
		top += scaleHigh + 2*gap
	}
	for _, p := range slices.Backward(panels) {
		p.bottom = top
		p.row0 = top + axisHigh + textHigh + vg.Length(len(p.nodes)-1)*rowStep
		top += p.high() + panelGap
	}
	page := &page{height: top + vg.Length(len(says))*noteStep + vg.Length(len(title))*lineStep + margin}
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		for i, line := range says {
			p.write(noteStyle, vg.Point{X: margin, Y: page.height - margin - vg.Length(len(title))*lineStep - vg.Length(i)*noteStep - 0.75*noteStyle.size}, line)
		}
		p.below(notes)
		p.legend(entries, flow, foot+vg.Length(legendLines)*lineStep)
		if s.total() > 0 {
			p.toScale(s, vg.Rectangle{Min: vg.Point{X: from, Y: bar}, Max: vg.Point{X: to, Y: bar + scaleHigh}})
		}
		for _, l := range panels {
			p.lifelines(l)
			p.tags(l)
			for i := range l.columns {
				p.step(l, i)
			}
			p.instants(l, s.Start, width-margin)
		}
	}
	return page, nil
}

// legend explains what the steps and marks are.
func (s *SpaceTime) legend() (out []legendEntry) {
	has := func(k SpaceKind) bool {
		return slices.ContainsFunc(s.Steps, func(t SpaceStep) bool { return t.Kind == k })
	}
	marked := func(lost bool) bool {
		return slices.ContainsFunc(s.Marks, func(m SpaceMark) bool { return m.Lost == lost })
	}
	add := func(text string, draw func(p *pen, at vg.Point)) { out = append(out, legendEntry{text, draw}) }
	along := func(at vg.Point) vg.Point { return vg.Point{X: at.X + swatch, Y: at.Y} }
	if has(Message) {
		add("message, from its sending to its arrival", func(p *pen, at vg.Point) { p.arrow(messageLine, at, along(at)) })
	}
	if has(Wait) {
		add("waits for a time-out", func(p *pen, at vg.Point) {
			p.block(waitFill, vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - waitHigh/2}, Max: vg.Point{X: at.X + swatch, Y: at.Y + waitHigh/2}})
		})
	}
	if has(Work) {
		add("handles something", func(p *pen, at vg.Point) { p.line(workLine, at, along(at)) })
	}
	if has(Omission) {
		add("steps that are left out", func(p *pen, at vg.Point) { p.line(omitLine, at, along(at)) })
	}
	if marked(true) || slices.ContainsFunc(s.Steps, func(t SpaceStep) bool { return t.Lost > 0 }) {
		add("message that was lost", func(p *pen, at vg.Point) {
			at.X -= 2
			p.line(lostLine, at, along(at))
			p.DrawGlyphNoClip(lostMark, along(at))
		})
	}
	if marked(false) {
		add("fault, crash or broken link", func(p *pen, at vg.Point) { p.DrawGlyphNoClip(faultMark, vg.Point{X: at.X + swatch/2, Y: at.Y}) })
	}
	return out
}

// arrow draws a line with a head at its end.
func (p *pen) arrow(l draw.LineStyle, from, to vg.Point) {
	p.line(l, from, to)
	along := to.Sub(from)
	long := vg.Length(math.Hypot(float64(along.X), float64(along.Y)))
	if long == 0 {
		return
	}
	along = along.Scale(arrowLong / long)
	side := vg.Point{X: -along.Y, Y: along.X}.Scale(0.4)
	var path vg.Path
	path.Move(to)
	path.Line(to.Sub(along).Add(side))
	path.Line(to.Sub(along).Sub(side))
	path.Close()
	p.SetColor(l.Color)
	p.Fill(path)
}

// lifelines draws a line for each node of a panel, and its number.
func (p *pen) lifelines(l *spacePanel) {
	from, to := l.x[0], l.x[len(l.x)-1]
	for _, id := range l.nodes {
		y := l.y(id)
		p.line(draw.LineStyle{Color: faint, Width: 0.7}, vg.Point{X: from, Y: y}, vg.Point{X: to, Y: y})
		p.write(noteStyle.at(1, 0.5), vg.Point{X: from - 2*gap, Y: y}, strconv.FormatUint(uint64(id), 10))
	}
	p.write(noteStyle.at(1, 0), vg.Point{X: from - 2*gap, Y: l.row0 + lineStep}, "node")
}

// step draws a step with its texts: above the upper of its rows for a message, below its row for a
// node's own step. No other step is in its column.
func (p *pen) step(l *spacePanel, i int) {
	c := &l.columns[i]
	from, to := vg.Point{X: l.x[i], Y: l.y(c.step.From)}, vg.Point{X: l.x[i+1], Y: l.y(c.step.To)}
	text := vg.Point{X: (from.X + to.X) / 2, Y: max(from.Y, to.Y) + gap}
	below := from.Y - waitHigh/2 - 2*lineStep + descender*textStyle.size
	switch c.step.Kind {
	case Wait:
		p.block(waitFill, vg.Rectangle{Min: vg.Point{X: from.X, Y: from.Y - waitHigh/2}, Max: vg.Point{X: to.X, Y: to.Y + waitHigh/2}})
		text.Y = below
	case Work:
		p.line(workLine, from, to)
		text.Y = below
	case Omission:
		p.line(omitLine, from, to)
	case Message:
		for k := range min(c.step.Lost, 2) {
			end := vg.Point{X: from.X + vg.Length(0.15+0.17*float64(k))*(to.X-from.X), Y: from.Y + 0.55*(to.Y-from.Y)}
			p.line(lostLine, from, end)
			p.DrawGlyphNoClip(lostMark, end)
		}
		p.arrow(messageLine, from, to)
	}
	p.DrawGlyphNoClip(eventMark, from)
	p.DrawGlyphNoClip(eventMark, to)
	p.write(textStyle.at(0.5, 0), vg.Point{X: text.X, Y: text.Y + lineStep}, c.texts[0])
	p.write(noteStyle.at(0.5, 0), text, c.texts[1])
}

// tags draws what happened while a node waited: a broken arrow for a message that was lost, a
// triangle for a fault; their names are above the panel.
func (p *pen) tags(l *spacePanel) {
	top := l.row0 + textHigh - gap
	for i, g := range l.tags {
		y := l.y(g.Node) + waitHigh/2
		if l.lane[i] >= 0 {
			up := top + (vg.Length(l.lane[i])+0.2)*noteStep
			p.line(leadLine, vg.Point{X: g.x, Y: y}, vg.Point{X: g.x, Y: up + 0.5*noteStep})
			p.write(noteStyle, vg.Point{X: g.strip.from + gap, Y: up}, g.Text)
		}
		if g.Lost {
			end := vg.Point{X: g.x, Y: y + 3}
			p.line(lostLine, vg.Point{X: g.x - 5, Y: y + 11}, end)
			p.DrawGlyphNoClip(lostMark, end)
		} else {
			p.DrawGlyphNoClip(faultMark, vg.Point{X: g.x, Y: y + 3})
		}
	}
}

// instants writes when the steps of a panel begin and end, since the start, where there is room.
func (p *pen) instants(l *spacePanel, start protocol.Time, edge vg.Length) {
	y := l.bottom + axisHigh
	first, last := l.x[0], l.x[len(l.x)-1]
	p.line(axisLine, vg.Point{X: first, Y: y}, vg.Point{X: last, Y: y})
	text := func(i int) string {
		if i == 0 {
			return instantOf(l.columns[0].step.Since - start)
		}
		return instantOf(l.columns[i-1].step.Until - start)
	}
	end := p.width(noteStyle, text(len(l.x)-1)) / 2
	free, taken := min(last, edge-end)-end-2*gap, vg.Length(0)
	for i, x := range l.x {
		p.line(axisLine, vg.Point{X: x, Y: y}, vg.Point{X: x, Y: y - tickLong})
		half := p.width(noteStyle, text(i)) / 2
		if i == len(l.x)-1 || x-half >= taken && x+half <= free {
			p.write(noteStyle.at(0.5, 1), vg.Point{X: min(x, edge-half), Y: y - tickLong - gap}, text(i))
			taken = x + half + 2*gap
		}
	}
}

// toScale draws the steps since the start as parts of a bar, with their shares where there is room.
func (p *pen) toScale(s *SpaceTime, box vg.Rectangle) {
	p.write(noteStyle.at(1, 0.5), vg.Point{X: box.Min.X - 2*gap, Y: (box.Min.Y + box.Max.Y) / 2}, "to scale")
	x, total := box.Min.X, max(s.total(), 1)
	for i := range s.Steps {
		step := &s.Steps[i]
		long := s.within(step)
		wide := (box.Max.X - box.Min.X) * vg.Length(float64(long)/float64(total))
		if wide == 0 {
			continue
		}
		f, on := waitFill, textStyle
		switch step.Kind {
		case Message:
			f, on.color = messageFill, white
		case Work:
			f = workFill
		case Omission:
			f = omitFill
		}
		r := vg.Rectangle{Min: vg.Point{X: x, Y: box.Min.Y}, Max: vg.Point{X: x + wide, Y: box.Max.Y}}
		p.block(f, r)
		p.line(draw.LineStyle{Color: white, Width: 0.3}, r.Min, vg.Point{X: x, Y: box.Max.Y})
		text := lasting(long)
		if p.width(on, text)+gap <= wide {
			p.write(on.at(0.5, 0.5), vg.Point{X: x + wide/2, Y: (box.Min.Y + box.Max.Y) / 2}, text)
		}
		x += wide
	}
}
