package figure

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are what amounts consist of: a bar for each row, of parts one after another. Parts above
// zero go to the right, those below it to the left, and a mark stands at their sum. Each panel has
// an axis of its own.
type Bars struct {
	Title  string
	X      Axis
	Parts  []string // their names, as many as the bars have
	Panels []BarPanel
	Notes  []string
}

// A BarPanel is bars on one axis.
type BarPanel struct {
	Title string
	Rows  []Bar
}

// A Bar is one row.
type Bar struct {
	Label  string
	Values []float64 // of each part
}

// partFills are the fills of the parts, by their place. Neighbours differ in grey by their hatch.
var partFills = []fill{
	{color: dim}, {color: blue}, {color: blue, hatch: 1}, {color: orange}, {color: orange, hatch: -1}, {color: yellow},
	{color: dim, hatch: 1}, {color: green}, {color: green, hatch: -1}, {color: purple}, {color: purple, hatch: 1}, {color: vermillion},
}

const (
	barHigh   = vg.Length(8)
	barStep   = vg.Length(12)
	panelHead = lineStep + gap
	panelFoot = tickLong + 2*gap + lineStep
	// mostBars bounds the rows of all panels: as many fill a page.
	mostBars = 60
)

func (b *Bars) layout(t *typeface, width vg.Length) (*page, error) {
	if err := b.check(); err != nil {
		return nil, fmt.Errorf("bars: %w", err)
	}
	notes := t.notes(b.Notes, width)
	title := t.heading(b.Title, width)
	entries := b.legend()
	places, lines := t.flow(entries, width)
	var labels []string
	rows := 0
	for _, p := range b.Panels {
		for _, r := range p.Rows {
			labels = append(labels, t.squeeze(textStyle, r.Label, 0.4*width))
		}
		rows += len(p.Rows)
	}
	left := margin + t.widest(textStyle, labels) + 2*gap
	below := margin + vg.Length(len(notes))*noteStep + lineStep + gap
	height := below + vg.Length(len(b.Panels))*(panelHead+panelFoot) + vg.Length(rows)*barStep + vg.Length(lines+len(title))*lineStep + 3*gap + margin
	page := &page{height: height}
	page.draw = func(p *pen) {
		p.headings(title, height)
		p.below(notes)
		top := height - margin - vg.Length(len(title))*lineStep - gap
		p.legend(entries, places, top)
		top -= vg.Length(lines)*lineStep + gap
		for i := range b.Panels {
			panel := &b.Panels[i]
			high := panelHead + vg.Length(len(panel.Rows))*barStep
			f := frame{box: vg.Rectangle{Min: vg.Point{X: left, Y: top - high}, Max: vg.Point{X: width - margin - 12, Y: top - panelHead}}}
			p.panel(b, panel, labels[:len(panel.Rows)], f)
			labels, top = labels[len(panel.Rows):], top-high-panelFoot
		}
		p.write(textStyle.at(0.5, 0), vg.Point{X: width / 2, Y: below - lineStep}, p.fit(textStyle, b.X.text(), width-2*margin))
	}
	return page, nil
}

// check refuses what cannot be drawn.
func (b *Bars) check() error {
	rows, any := 0, false
	for _, p := range b.Panels {
		for _, r := range p.Rows {
			rows++
			if len(r.Values) != len(b.Parts) {
				return fmt.Errorf("row %q has %d values for %d parts", r.Label, len(r.Values), len(b.Parts))
			}
			for _, v := range r.Values {
				if !drawable(v) {
					return fmt.Errorf("row %q has a value that is no number to draw: %v", r.Label, v)
				}
				any = any || v != 0
			}
		}
	}
	switch {
	case len(b.Parts) > len(partFills):
		return fmt.Errorf("%d parts; at most %d can be told apart", len(b.Parts), len(partFills))
	case rows > mostBars:
		return fmt.Errorf("%d rows; at most %d fit a page", rows, mostBars)
	case !any:
		return errors.New("nothing to draw: all values are zero")
	}
	return nil
}

// legend names the parts that some bar has.
func (b *Bars) legend() (entries []legendEntry) {
	for i, name := range b.Parts {
		if slices.ContainsFunc(b.Panels, func(p BarPanel) bool {
			return slices.ContainsFunc(p.Rows, func(r Bar) bool { return r.Values[i] != 0 })
		}) {
			entries = append(entries, legendEntry{name, func(p *pen, at vg.Point) {
				p.block(partFills[i], vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 3}, Max: vg.Point{X: at.X + swatch, Y: at.Y + 3}})
			}})
		}
	}
	return append(entries, legendEntry{"sum", func(p *pen, at vg.Point) { p.DrawGlyphNoClip(sumMark, vg.Point{X: at.X + swatch/2, Y: at.Y}) }})
}

// sumMark marks the sum of the parts of a bar.
var sumMark = draw.GlyphStyle{Color: ink, Radius: 2.2, Shape: diamond{}}

// reach returns how far a bar goes to the left and to the right of zero, and its sum.
func (r *Bar) reach(a Axis) (e extent, sum float64) {
	for _, v := range r.Values {
		v = a.of(v)
		e.lo, e.hi, sum = e.lo+min(v, 0), e.hi+max(v, 0), sum+v
	}
	return e, sum
}

// panel draws bars and their axis.
func (p *pen) panel(b *Bars, panel *BarPanel, labels []string, f frame) {
	xs := extent{}
	for i := range panel.Rows {
		e, _ := panel.Rows[i].reach(b.X)
		xs.add(e.lo)
		xs.add(e.hi)
	}
	xs = xs.wide()
	f.x = scale{xs.lo, xs.hi, f.box.Min.X + gap, f.box.Max.X - gap, Linear}
	c := chart{x: b.X, xs: xs}
	p.write(titleStyle, vg.Point{X: f.box.Min.X, Y: f.box.Max.Y + gap}, p.fit(titleStyle, panel.Title, f.box.Max.X-f.box.Min.X))
	p.axes(f, c.fittingTicks(p.typeface, f.x, f.box.Max.X+margin+12), nil)
	p.line(axisLine, vg.Point{X: f.x.at(0), Y: f.box.Min.Y}, vg.Point{X: f.x.at(0), Y: f.box.Max.Y})
	for i := range panel.Rows {
		y := f.box.Max.Y - (vg.Length(i)+0.5)*barStep
		p.write(textStyle.at(1, 0.5), vg.Point{X: f.box.Min.X - 2*gap, Y: y}, labels[i])
		p.bar(&panel.Rows[i], b.X, f.x, y)
	}
}

// bar draws the parts of a row and the mark of their sum.
func (p *pen) bar(r *Bar, a Axis, x scale, y vg.Length) {
	left, right := 0.0, 0.0
	for i, v := range r.Values {
		v = a.of(v)
		from := &right
		if v < 0 {
			from = &left
		}
		ends := [2]vg.Length{x.at(*from), x.at(*from + v)}
		*from += v
		if v != 0 {
			p.block(partFills[i], vg.Rectangle{Min: vg.Point{X: min(ends[0], ends[1]), Y: y - barHigh/2}, Max: vg.Point{X: max(ends[0], ends[1]), Y: y + barHigh/2}})
		}
	}
	_, sum := r.reach(a)
	at := vg.Point{X: x.at(sum), Y: y}
	rim := sumMark
	rim.Color, rim.Radius = white, sumMark.Radius+1
	p.DrawGlyphNoClip(rim, at)
	p.DrawGlyphNoClip(sumMark, at)
}
