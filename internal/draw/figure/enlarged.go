package figure

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// enlarged is a canvas on which all lengths are larger by a factor: places, lines, dashes and
// text. The canvas below has no transformation, so that sizes in its file are those of the page.
type enlarged struct {
	vg.Canvas
	by vg.Length
}

func (e enlarged) point(p vg.Point) vg.Point { return vg.Point{X: p.X * e.by, Y: p.Y * e.by} }

func (e enlarged) SetLineWidth(w vg.Length) { e.Canvas.SetLineWidth(w * e.by) }

func (e enlarged) SetLineDash(pattern []vg.Length, offset vg.Length) {
	larger := make([]vg.Length, len(pattern))
	for i, l := range pattern {
		larger[i] = l * e.by
	}
	e.Canvas.SetLineDash(larger, offset*e.by)
}

func (e enlarged) Translate(p vg.Point) { e.Canvas.Translate(e.point(p)) }

func (e enlarged) Stroke(p vg.Path) { e.Canvas.Stroke(e.path(p)) }

func (e enlarged) Fill(p vg.Path) { e.Canvas.Fill(e.path(p)) }

func (e enlarged) FillString(f font.Face, at vg.Point, text string) {
	f.Font.Size *= e.by
	e.Canvas.FillString(f, e.point(at), text)
}

func (e enlarged) path(p vg.Path) vg.Path {
	out := make(vg.Path, len(p))
	for i, c := range p {
		c.Pos, c.Radius = e.point(c.Pos), c.Radius*e.by
		larger := make([]vg.Point, len(c.Control))
		for k, at := range c.Control {
			larger[k] = e.point(at)
		}
		c.Control = larger
		out[i] = c
	}
	return out
}
