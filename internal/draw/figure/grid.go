package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// maxTogether is how many series one panel shows. There are seven colours, and more lines
// are hard to follow. More series get a panel each.
const maxTogether = 8

// notePanels explains a grid.
const notePanels = "Each panel has one row in colour, the others grey."

// behind is the line of the other series in a panel.
var behind = draw.LineStyle{Color: color.Gray{190}, Width: 0.4}

// A panel is a part of a grid.
type panel struct {
	label string
	about string // after the label, in the style of notes: how many values it has
}

// Distances of a grid. A page of a journal is some 240 mm high: with title, axes and
// notes a grid is lower than that.
const (
	gridHigh    = vg.Length(560)
	leastPanel  = vg.Length(24)
	titleRoom   = lineStep + 1
	widePanels  = 4 // beside each other at the width of a page
	slimPanels  = 2 // at the width of a column
	slimmerThan = vg.Length(300)
)

// grid lays the chart out as small multiples, a panel for each series, all with the
// same axes; paint draws what is in the panel of one.
func (c *chart) grid(t *typeface, width vg.Length, panels []panel, paint func(p *pen, f frame, which int)) *page {
	columns := widePanels
	if width < slimmerThan {
		columns = slimPanels
	}
	lines := (len(panels) + columns - 1) / columns
	yticks := c.y.ticks(c.ys, 2)
	notes := t.notes(append([]string{notePanels}, c.notes...), width)
	title := t.heading(c.title, width)
	left := margin + t.widest(textStyle, tickLabels(yticks)) + gap + tickLong
	apart := 3 * gap
	wide := (width - left - margin - 2*gap - vg.Length(columns-1)*apart) / vg.Length(columns)
	x := scale{c.xs.lo, c.xs.hi, gap + min(c.pad, wide/8), wide - min(c.pad, wide/8) - gap, c.x.Scale}
	xticks := c.ticksWithin(t, x, wide)
	high := max(min(0.6*wide, gridHigh/vg.Length(lines)-titleRoom-gap), leastPanel)
	bottom := margin + vg.Length(len(notes))*noteStep + 2*lineStep + tickLong + gap
	step := high + titleRoom + gap
	page := &page{height: bottom + vg.Length(lines)*step + vg.Length(len(title)+1)*lineStep + margin}
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		top := bottom + vg.Length(lines)*step
		p.write(textStyle, vg.Point{X: margin, Y: top + gap}, p.fit(textStyle, c.y.text(), width-2*margin))
		p.below(notes)
		for i, one := range panels {
			corner := vg.Point{X: left + vg.Length(i%columns)*(wide+apart), Y: top - vg.Length(i/columns+1)*step}
			f := frame{box: vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: wide, Y: high})}}
			f.x, f.y = x, scale{c.ys.lo, c.ys.hi, corner.Y, corner.Y + high, c.y.Scale}
			f.x.from, f.x.to = x.from+corner.X, x.to+corner.X
			p.panelAxes(f, xticks, yticks, i%columns == 0, i+columns >= len(panels))
			p.panelTitle(one, vg.Point{X: corner.X, Y: f.box.Max.Y + 2}, wide)
			paint(p, f, i)
		}
		p.write(textStyle.at(0.5, 0), vg.Point{X: (left + width) / 2, Y: margin + vg.Length(len(notes))*noteStep + 1},
			p.fit(textStyle, c.x.text(), width-2*margin))
	}
	return page
}

// panelTitle writes the label of a panel, and how many values it has.
func (p *pen) panelTitle(one panel, at vg.Point, wide vg.Length) {
	about := p.fit(noteStyle, one.about, 0.6*wide)
	room := wide - p.width(noteStyle, about) - gap
	p.write(textStyle, at, p.squeeze(textStyle, one.label, room))
	p.write(noteStyle.at(1, 0), vg.Point{X: at.X + wide, Y: at.Y}, about)
}

// panelAxes draws the axes of a panel, with labels where no other panel has them.
func (p *pen) panelAxes(f frame, xticks, yticks []tick, leftmost, lowest bool) {
	bare := func(list []tick, labelled bool) []tick {
		out := make([]tick, len(list))
		for i, k := range list {
			if out[i].value = k.value; labelled {
				out[i].label = k.label
			}
		}
		return out
	}
	p.axes(f, bare(xticks, lowest), bare(yticks, leftmost))
}

// ticksWithin returns as many ticks as fit below one panel without their labels touching or
// leaving it.
func (c *chart) ticksWithin(t *typeface, s scale, wide vg.Length) []tick {
	apart := func(list []tick) bool {
		before := -gap
		for _, k := range list {
			half := t.width(textStyle, k.label) / 2
			if s.at(k.value)-half < before {
				return false
			}
			before = s.at(k.value) + half + gap
		}
		return before <= wide+2.5*gap
	}
	for every := 1; every <= len(c.names); every++ {
		var some []tick
		for i := 0; i < len(c.names); i += every {
			some = append(some, c.names[i])
		}
		if apart(some) {
			return some
		}
	}
	if len(c.names) > 0 {
		return nil
	}
	for want := 4; want > 0; want-- {
		if list := c.x.ticks(c.xs, want); apart(list) {
			return list
		}
	}
	return nil
}
