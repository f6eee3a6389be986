package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours that colour-blind readers can distinguish (Okabe & Ito, "Color Universal
// Design", 2008), and greys.
var (
	blue       = color.RGBA{0, 114, 178, 255}
	vermillion = color.RGBA{213, 94, 0, 255}
	green      = color.RGBA{0, 158, 115, 255}
	orange     = color.RGBA{230, 159, 0, 255}
	purple     = color.RGBA{204, 121, 167, 255}
	sky        = color.RGBA{86, 180, 233, 255}
	yellow     = color.RGBA{240, 228, 66, 255}

	white = color.Gray{255}
	ink   = color.Gray{20}
	dim   = color.Gray{100} // of notes
	faint = color.Gray{205} // of the background
	shade = color.Gray{235} // of areas
)

// Sizes of text in print, in points: journals require 6 to 8, and 6 is hard to read.
var (
	titleStyle = style{size: 8, bold: true}
	textStyle  = style{size: 7}
	noteStyle  = style{size: 7, color: dim}
)

// Distances.
const (
	margin   = vg.Length(4)
	gap      = vg.Length(3) // between a mark and its text
	lineStep = vg.Length(9) // from a line of text to the next
	noteStep = vg.Length(8.5)
	tickLong = vg.Length(2.5)
)

// Lines.
var (
	axisLine = draw.LineStyle{Color: ink, Width: 0.5}
	leadLine = draw.LineStyle{Color: dim, Width: 0.4, Dashes: []vg.Length{0.8, 1.2}} // from the end of a line to its label
	hairLine = draw.LineStyle{Color: faint, Width: 0.4}
)

// A fill distinguishes a leader by colour, and in grey by its hatch or, on a
// map, by the shape of its mark.
type fill struct {
	color color.Color
	hatch float64 // slope of the hatch, 0 for none
	shape draw.GlyphDrawer
}

// fills are for the first leaders of a figure. Fills of one hatch have different greys.
var fills = []fill{
	{blue, 0, draw.CircleGlyph{}},
	{orange, 0, draw.BoxGlyph{}},
	{green, 1, draw.PyramidGlyph{}},
	{yellow, 0, diamond{}},
	{vermillion, -1, downward{}},
	{sky, 1, pentagon{}},
	{purple, -1, draw.PlusGlyph{}},
}

// otherFill is for all other leaders.
var otherFill = fill{color.Gray{120}, 0, draw.CrossGlyph{}}

// hatchStep is the distance between the lines of a hatch.
const hatchStep = vg.Length(3)

// block fills a rectangle, with the hatch of the fill.
func (p *pen) block(f fill, r vg.Rectangle) {
	p.fill(f.color, r)
	if f.hatch == 0 {
		return
	}
	l := draw.LineStyle{Color: white, Width: 0.7}
	high := r.Max.Y - r.Min.Y
	// Lines begin on a grid of the page, so that hatches of adjacent rectangles meet.
	first := vg.Length(int((r.Min.X-high)/hatchStep)) * hatchStep
	for x := first; x < r.Max.X; x += hatchStep {
		// The line runs from (x, bottom) to (x + high, top), cut to the rectangle.
		from, to := max(x, r.Min.X), min(x+high, r.Max.X)
		if from >= to {
			continue
		}
		a, b := vg.Point{X: from, Y: r.Min.Y + from - x}, vg.Point{X: to, Y: r.Min.Y + to - x}
		if f.hatch < 0 {
			a.Y, b.Y = r.Min.Y+r.Max.Y-a.Y, r.Min.Y+r.Max.Y-b.Y
		}
		p.line(l, a, b)
	}
}

// polygon fills a mark with corners.
func polygon(c *draw.Canvas, s draw.GlyphStyle, path vg.Path) {
	c.SetColor(s.Color)
	path.Close()
	c.Fill(path)
}

type diamond struct{}

// DrawGlyph draws a square on its corner.
func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	r := s.Radius * 1.25
	path.Move(vg.Point{X: at.X + r, Y: at.Y})
	path.Line(vg.Point{X: at.X, Y: at.Y + r})
	path.Line(vg.Point{X: at.X - r, Y: at.Y})
	path.Line(vg.Point{X: at.X, Y: at.Y - r})
	polygon(c, s, path)
}

type downward struct{}

// DrawGlyph draws a triangle that points down.
func (downward) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	path.Move(vg.Point{X: at.X, Y: at.Y - s.Radius*1.2})
	path.Line(vg.Point{X: at.X + s.Radius*1.1, Y: at.Y + s.Radius*0.8})
	path.Line(vg.Point{X: at.X - s.Radius*1.1, Y: at.Y + s.Radius*0.8})
	polygon(c, s, path)
}

type onward struct{}

// DrawGlyph draws a triangle that points right: it marks a lower bound.
func (onward) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	path.Move(vg.Point{X: at.X + s.Radius*1.3, Y: at.Y})
	path.Line(vg.Point{X: at.X - s.Radius*0.7, Y: at.Y + s.Radius})
	path.Line(vg.Point{X: at.X - s.Radius*0.7, Y: at.Y - s.Radius})
	polygon(c, s, path)
}

type emptyCell struct{}

// DrawGlyph draws a battery with nothing in it: an outline with a cap.
func (emptyCell) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	wide, high := s.Radius*1.15, s.Radius*0.75
	box := func(x0, x1, y vg.Length) vg.Path {
		var path vg.Path
		path.Move(vg.Point{X: at.X + x0, Y: at.Y - y})
		path.Line(vg.Point{X: at.X + x1, Y: at.Y - y})
		path.Line(vg.Point{X: at.X + x1, Y: at.Y + y})
		path.Line(vg.Point{X: at.X + x0, Y: at.Y + y})
		path.Close()
		return path
	}
	c.SetColor(white)
	c.Fill(box(-wide, wide, high))
	c.SetColor(s.Color)
	c.SetLineWidth(s.Radius * 0.3)
	c.SetLineDash(nil, 0)
	c.Stroke(box(-wide, wide, high))
	c.Fill(box(wide, wide*1.3, high/2))
}

type pentagon struct{}

// DrawGlyph draws a regular pentagon.
func (pentagon) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	// Sines and cosines of 18° and 54°.
	r := s.Radius * 1.15
	path.Move(vg.Point{X: at.X, Y: at.Y + r})
	path.Line(vg.Point{X: at.X + 0.951*r, Y: at.Y + 0.309*r})
	path.Line(vg.Point{X: at.X + 0.588*r, Y: at.Y - 0.809*r})
	path.Line(vg.Point{X: at.X - 0.588*r, Y: at.Y - 0.809*r})
	path.Line(vg.Point{X: at.X - 0.951*r, Y: at.Y + 0.309*r})
	polygon(c, s, path)
}
