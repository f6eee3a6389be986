package figure

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outlines is a canvas that fills the outlines of letters, so that its file needs no font.
type outlines struct{ vg.CanvasWriterTo }

// Kinds of segments of an outline: sfnt.SegmentOp of x/image, which is not imported for constants.
// A font of TrueType has no others.
const (
	moveTo = 0
	lineTo = 1
	quadTo = 2
)

// unitsPerEm is the size of the Liberation fonts in their own units. Outlines asked for at
// that size come in these units, as whole numbers.
const unitsPerEm = 2048

// FillString fills the outlines of a text. Letters stand where font.Face.Width measures them.
func (o outlines) FillString(f font.Face, at vg.Point, text string) {
	var path vg.Path
	letters := []rune(text)
	for i, letter := range letters {
		// The width of two letters has their kerning, which font.Face.Width alone tells.
		if i > 0 {
			pair := string(letters[i-1 : i+1])
			at.X += f.Width(pair) - f.Width(string(letter))
		}
		path = append(path, outline(f, letter, at)...)
	}
	if path != nil {
		o.Fill(path)
	}
}

// outline returns the contours of a letter that begins at a point. Curves are cubic: an EPS has
// no others.
func outline(f font.Face, letter rune, at vg.Point) (path vg.Path) {
	glyph, err := f.Face.GlyphIndex(nil, letter)
	if err != nil {
		return nil
	}
	segments, err := f.Face.LoadGlyph(nil, glyph, unitsPerEm, nil)
	if err != nil {
		return nil
	}
	unit := f.Font.Size / unitsPerEm
	var pen vg.Point
	for _, s := range segments {
		var to [2]vg.Point
		for k := range to { // the axis of a glyph points down
			to[k] = vg.Point{X: at.X + vg.Length(s.Args[k].X)*unit, Y: at.Y - vg.Length(s.Args[k].Y)*unit}
		}
		switch s.Op {
		case moveTo:
			if path != nil {
				path.Close()
			}
			path.Move(to[0])
			pen = to[0]
		case lineTo:
			path.Line(to[0])
			pen = to[0]
		case quadTo:
			path.CubeTo(between(pen, to[0]), between(to[1], to[0]), to[1])
			pen = to[1]
		}
	}
	if path != nil {
		path.Close()
	}
	return path
}

// between returns the point at two thirds of the way from an end of a quadratic curve to its control
// point: the control point of the same curve as a cubic one.
func between(end, control vg.Point) vg.Point {
	return vg.Point{X: end.X + (control.X-end.X)*2/3, Y: end.Y + (control.Y-end.Y)*2/3}
}
