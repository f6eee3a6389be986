package figure

import "gonum.org/v1/plot/vg"

// swatch is the width of the sample of a mark in a legend.
const swatch = vg.Length(11)

// A legendEntry explains one mark. draw draws it in a box of swatch by six points;
// at is the middle of the left side.
type legendEntry struct {
	text string
	draw func(p *pen, at vg.Point)
}

// flow places legend entries in lines. It returns the left edge and the line of each, and
// the number of lines.
func (t *typeface) flow(entries []legendEntry, width vg.Length) ([]vg.Point, int) {
	places := make([]vg.Point, len(entries))
	x, line := margin, 0
	for i := range entries {
		entries[i].text = t.fit(textStyle, entries[i].text, width-2*margin-swatch-gap)
		w := swatch + gap + t.width(textStyle, entries[i].text)
		if x > margin && x+w > width-margin {
			x, line = margin, line+1
		}
		places[i] = vg.Point{X: x, Y: vg.Length(line)}
		x += w + 3*gap
	}
	return places, line + 1
}

// legend draws entries below a height.
func (p *pen) legend(entries []legendEntry, places []vg.Point, top vg.Length) {
	for i, e := range entries {
		at := vg.Point{X: places[i].X, Y: top - (places[i].Y+0.5)*lineStep}
		e.draw(p, at)
		p.write(textStyle.at(0, 0.5), vg.Point{X: at.X + swatch + gap, Y: at.Y}, e.text)
	}
}
