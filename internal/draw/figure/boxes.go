package figure

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Observation is one value. A censored one had not ended when it was
// last seen: X is a lower bound.
type Observation struct {
	X        float64
	Censored bool
}

// Boxes compares distributions: a row for each, with its median, its quartiles,
// Tukey's whiskers (to the outermost value within 1.5 times the distance of the
// quartiles) and the values themselves.
type Boxes struct {
	Title string
	X     Axis
	Rows  []Box
}

// A Box is one row. If all its observations are censored it has no box, since its quartiles
// are not known.
type Box struct {
	Label  string
	Values []Observation
	Row    string // of the algorithm, which gives the colour; "": Label
}

const (
	rowHigh  = vg.Length(17)
	boxHigh  = vg.Length(6)
	boxUp    = vg.Length(3.5) // from the middle of a row up to the box
	dotDown  = vg.Length(4)   // from the middle of a row down to the dots
	dotsHigh = vg.Length(6)   // height over which dots of one value are spread
	// maxBoxes bounds the rows: 45 fill a page of 297 mm.
	maxBoxes = 45
)

func (b *Boxes) layout(t *typeface, width vg.Length) (*page, error) {
	xs, known, err := b.check()
	if err != nil {
		return nil, fmt.Errorf("boxes: %w", err)
	}
	xs = xs.shownOn(b.X)
	note := "Box: quartiles and median. Whiskers: within 1.5 boxes. Dots: runs, of one value stacked."
	if known < b.count() {
		note += " Triangles: lower bounds, had not ended."
	}
	var counts []int
	for _, r := range b.Rows {
		counts = append(counts, len(r.Values))
	}
	uneven := len(slices.Compact(slices.Sorted(slices.Values(counts)))) > 1
	note = strings.Join(append([]string{note, noteCount(counts, "run")}, noteEdge(b.offScale())...), " ")
	strokes := strokesOf(b.rows())
	notes := t.notes([]string{note}, width)
	title := t.heading(b.Title, width)
	labels := make([]string, len(b.Rows))
	for i := range labels {
		n := ""
		if uneven {
			n = fmt.Sprintf(", n %d", counts[i])
		}
		labels[i] = t.squeeze(textStyle, b.Rows[i].Label, 0.45*width-t.width(textStyle, n)) + n
	}
	left := margin + t.widest(textStyle, labels) + 2*gap
	bottom := margin + vg.Length(len(notes))*noteStep + 2*lineStep + tickLong + gap
	f := frame{box: vg.Rectangle{
		Min: vg.Point{X: left, Y: bottom},
		Max: vg.Point{X: width - margin - 12, Y: bottom + vg.Length(len(b.Rows))*rowHigh + gap},
	}}
	f.x = scale{xs.lo, xs.hi, f.box.Min.X + gap, f.box.Max.X, b.X.Scale}
	c := chart{x: b.X, xs: xs}
	marks := c.fittingTicks(t, f.x, width)
	page := &page{height: f.box.Max.Y + vg.Length(len(title))*lineStep + margin + gap}
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		p.below(notes)
		p.axes(f, marks, nil)
		p.write(textStyle.at(1, 0), vg.Point{X: f.box.Max.X, Y: f.box.Min.Y - tickLong - 2*lineStep},
			p.fit(textStyle, b.X.text(), width-2*margin-12))
		for i := range b.Rows {
			y := f.box.Max.Y - (vg.Length(i)+0.5)*rowHigh
			p.write(textStyle.at(1, 0.5), vg.Point{X: left - 2*gap, Y: y}, labels[i])
			p.box(b, i, f.x, y, strokes[i].line.Color)
		}
	}
	return page, nil
}

func (b *Boxes) count() int {
	n := 0
	for _, r := range b.Rows {
		n += len(r.Values)
	}
	return n
}

// check returns the extent of the values, and how many of them are not censored.
func (b *Boxes) check() (extent, int, error) {
	xs, known := nothing(), 0
	if len(b.Rows) > maxBoxes {
		return xs, 0, fmt.Errorf("%d rows; at most %d fit a page", len(b.Rows), maxBoxes)
	}
	for _, r := range b.Rows {
		for _, v := range r.Values {
			if !drawable(v.X) {
				return xs, 0, fmt.Errorf("row %q has a value that is no number to draw: %v", r.Label, v.X)
			}
			xs.on(b.X, v.X)
			if !v.Censored {
				known++
			}
		}
	}
	switch {
	case b.count() == 0:
		return xs, 0, errors.New("nothing to draw: no row has a value")
	case !(xs.lo <= xs.hi):
		return xs, 0, errors.New("nothing to draw: no value is above zero, and only that has a place on a log scale")
	case known == 0:
		return xs, 0, fmt.Errorf("nothing to draw: all %d values were cut off", b.count())
	}
	return xs, known, nil
}

// box draws the i-th row.
func (p *pen) box(b *Boxes, i int, x scale, y vg.Length, c color.Color) {
	values := b.Rows[i].Values
	var sorted []float64
	known := false
	for _, v := range values {
		sorted = append(sorted, b.X.of(v.X))
		known = known || !v.Censored
	}
	slices.Sort(sorted)
	if known {
		p.quartiles(sorted, x, y+boxUp)
	}
	along := make([]vg.Length, len(values))
	for i, v := range values {
		along[i] = x.at(b.X.of(v.X))
	}
	dot := draw.GlyphStyle{Color: c, Radius: 0.9, Shape: draw.CircleGlyph{}}
	for i, up := range stacked(along, 2*dot.Radius) {
		at := vg.Point{X: along[i], Y: y - dotDown + up}
		if values[i].Censored {
			p.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: 1.7, Shape: onward{}}, at)
		} else {
			p.DrawGlyphNoClip(dot, at)
		}
	}
}

// stacked returns how far each mark is moved up or down so that none hides another. Marks
// closer than near to the first of a stack belong to that stack, which is spread evenly
// over at most dotsHigh.
func stacked(along []vg.Length, near vg.Length) []vg.Length {
	order := make([]int, len(along))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(along[a], along[b]) })
	out := make([]vg.Length, len(along))
	for i := 0; i < len(order); {
		end := i
		for end < len(order) && along[order[end]]-along[order[i]] < near {
			end++
		}
		step := min(near, dotsHigh/vg.Length(max(end-i-1, 1)))
		for k := i; k < end; k++ {
			out[order[k]] = (vg.Length(k-i) - vg.Length(end-i-1)/2) * step
		}
		i = end
	}
	return out
}

// rows returns the labels that give boxes their colours.
func (b *Boxes) rows() []string {
	var out []string
	for _, r := range b.Rows {
		out = append(out, cmp.Or(r.Row, r.Label))
	}
	return out
}

// offScale returns how many values have no place on a logarithmic axis.
func (b *Boxes) offScale() int {
	n := 0
	for _, r := range b.Rows {
		for _, v := range r.Values {
			if b.X.Scale == Log && v.X <= 0 {
				n++
			}
		}
	}
	return n
}

// quartiles draws box and whiskers of sorted values.
func (p *pen) quartiles(sorted []float64, x scale, y vg.Length) {
	q1, q2, q3 := quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)
	low, high := q1, q3
	for _, v := range sorted {
		if v >= q1-1.5*(q3-q1) {
			low = min(v, low)
			break
		}
	}
	for _, v := range slices.Backward(sorted) {
		if v <= q3+1.5*(q3-q1) {
			high = max(v, high)
			break
		}
	}
	half := boxHigh / 2
	across := func(v float64, half vg.Length, l draw.LineStyle) {
		p.line(l, vg.Point{X: x.at(v), Y: y - half}, vg.Point{X: x.at(v), Y: y + half})
	}
	p.line(axisLine, vg.Point{X: x.at(low), Y: y}, vg.Point{X: x.at(q1), Y: y})
	p.line(axisLine, vg.Point{X: x.at(q3), Y: y}, vg.Point{X: x.at(high), Y: y})
	across(low, half/2, axisLine)
	across(high, half/2, axisLine)
	r := vg.Rectangle{Min: vg.Point{X: x.at(q1), Y: y - half}, Max: vg.Point{X: x.at(q3), Y: y + half}}
	p.fill(shade, r)
	p.line(axisLine, r.Min, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max, vg.Point{X: r.Min.X, Y: r.Max.Y}, r.Min)
	across(q2, half, draw.LineStyle{Color: ink, Width: 1.6})
}

// quantile returns the q-th quantile of sorted values, by linear interpolation between two
// of them (definition 7 of Hyndman & Fan, Am. Stat. 50, 1996).
func quantile(sorted []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	i := int(place)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (place-float64(i))*(sorted[i+1]-sorted[i])
}
