package figure

import (
	"strings"

	"gonum.org/v1/plot/vg"

	"bellwether/trace/measure"
)

// An Axis describes the numbers along it.
type Axis struct {
	Title   string
	Unit    string // "" for a count or a ratio of counts
	Percent bool   // values are fractions, shown in percent
	Scale   Scale
}

// A Scale is how values are placed along an axis.
type Scale string

// The scales.
const (
	Linear Scale = ""
	Log    Scale = "log" // equal ratios have equal distances; values of 0 or less are at the edge
)

// MetricAxis returns the axis of a metric.
func MetricAxis(k *measure.Key) Axis { return Axis{Title: k.Title, Unit: k.Unit, Percent: k.Percent} }

// text returns the text at the axis.
func (a Axis) text() string {
	unit := a.Unit
	if a.Percent {
		unit = "%"
	}
	if a.Scale == Log {
		unit = strings.TrimPrefix(unit+", log scale", ", ")
	}
	if unit == "" {
		return a.Title
	}
	return a.Title + " (" + unit + ")"
}

// of returns a value as the axis shows it.
func (a Axis) of(v float64) float64 {
	if a.Percent {
		return 100 * v
	}
	return v
}

// A chart is a panel between two axes, with labels where its lines end.
type chart struct {
	title  string
	x, y   Axis
	xs, ys extent    // as shown
	exact  []tick    // on the horizontal axis, if there is room; else round values
	names  []tick    // on the horizontal axis instead of values, as many as there is room for
	pad    vg.Length // room beside the outermost values
	ends   []end
	notes  []string
	high   vg.Length // least height of the panel; 0: by its width
}

// An end is the place where a line ends, with its label.
type end struct {
	label string
	x, y  float64 // as shown
	look  stroke  // drawn as a sample before the label; its mark may be nil
}

// A frame is the panel of a chart on its page.
type frame struct {
	box  vg.Rectangle
	x, y scale
}

func (f frame) at(x, y float64) vg.Point { return vg.Point{X: f.x.at(x), Y: f.y.at(y)} }

// Lengths of what is drawn before a label: a line from the end, and a sample of the series.
const (
	reach  = vg.Length(7)
	sample = vg.Length(11)
)

// plan lays the chart out; paint draws what is in the panel.
func (c *chart) plan(t *typeface, width vg.Length, paint func(p *pen, f frame)) *page {
	yticks := c.y.ticks(c.ys, 5)
	notes := t.notes(c.notes, width)
	title := t.heading(c.title, width)
	labels := make([]string, len(c.ends))
	for i := range labels {
		labels[i] = t.squeeze(textStyle, c.ends[i].label, 0.4*width)
	}

	left := margin + t.widest(textStyle, tickLabels(yticks)) + gap + tickLong
	// At least half of a label of the horizontal axis must fit.
	right := max(margin+12, margin+t.widest(textStyle, labels)+2*gap+reach+sample)
	bottom := margin + vg.Length(len(notes))*noteStep + 2*lineStep + tickLong + gap
	high := max(0.5*(width-left-right), c.high, vg.Length(len(labels))*lineStep)
	top := margin + vg.Length(len(title)+1)*lineStep + gap

	f := frame{box: vg.Rectangle{
		Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: width - right, Y: bottom + high}}}
	f.x = scale{c.xs.lo, c.xs.hi, f.box.Min.X + gap + c.pad, f.box.Max.X - c.pad, c.x.Scale}
	f.y = scale{c.ys.lo, c.ys.hi, f.box.Min.Y, f.box.Max.Y, c.y.Scale}
	xticks := c.fittingTicks(t, f.x, width)
	page := &page{height: bottom + high + top}
	page.draw = func(p *pen) {
		p.headings(title, page.height)
		p.write(textStyle, vg.Point{X: margin, Y: f.box.Max.Y + gap + 2}, p.fit(textStyle, c.y.text(), width-2*margin))
		p.below(notes)
		p.axes(f, xticks, yticks)
		p.write(textStyle.at(0.5, 0), vg.Point{X: (f.box.Min.X + f.box.Max.X) / 2, Y: f.box.Min.Y - tickLong - 2*lineStep},
			p.fit(textStyle, c.x.text(), f.box.Max.X-f.box.Min.X+min(left, right)))
		paint(p, f)
		p.endLabels(c.ends, labels, f)
	}
	return page
}

// headings writes the title at the top of a page.
func (p *pen) headings(title []string, height vg.Length) {
	for i, line := range title {
		p.write(titleStyle, vg.Point{X: margin, Y: height - margin - vg.Length(i)*lineStep - 0.75*titleStyle.size}, line)
	}
}

// below writes notes at the foot of a page.
func (p *pen) below(notes []string) {
	for i, line := range notes {
		p.write(noteStyle, vg.Point{X: margin, Y: margin + vg.Length(len(notes)-1-i)*noteStep + descender*noteStyle.size}, line)
	}
}

// fittingTicks returns the ticks of the data, or as many round ones as their labels have
// room for.
func (c *chart) fittingTicks(t *typeface, s scale, width vg.Length) []tick {
	if c.exact != nil && t.fits(c.exact, s, width) {
		return c.exact
	}
	for every := 1; every <= len(c.names); every++ {
		var some []tick
		for i := 0; i < len(c.names); i += every {
			some = append(some, c.names[i])
		}
		if t.fits(some, s, width) {
			return some
		}
	}
	for want := 7; want > 0 && c.names == nil; want-- {
		if list := c.x.ticks(c.xs, want); t.fits(list, s, width) {
			return list
		}
	}
	return nil
}

// fits reports whether labels of ticks, given from left to right, do not touch on a scale
// and are within the page.
func (t *typeface) fits(list []tick, s scale, width vg.Length) bool {
	before := vg.Length(0)
	for _, k := range list {
		half := t.width(textStyle, k.label) / 2
		if s.at(k.value)-half < before {
			return false
		}
		before = s.at(k.value) + half + 2*gap
	}
	return before <= width+2*gap
}

// axes draws both axes: thin lines, ticks outward, the labels beside.
func (p *pen) axes(f frame, xticks, yticks []tick) {
	p.line(axisLine, vg.Point{X: f.box.Min.X, Y: f.box.Max.Y}, f.box.Min, vg.Point{X: f.box.Max.X, Y: f.box.Min.Y})
	for _, k := range xticks {
		x := f.x.at(k.value)
		p.line(axisLine, vg.Point{X: x, Y: f.box.Min.Y}, vg.Point{X: x, Y: f.box.Min.Y - tickLong})
		p.write(textStyle.at(0.5, 1), vg.Point{X: x, Y: f.box.Min.Y - tickLong - gap}, k.label)
	}
	for _, k := range yticks {
		y := f.y.at(k.value)
		p.line(axisLine, vg.Point{X: f.box.Min.X, Y: y}, vg.Point{X: f.box.Min.X - tickLong, Y: y})
		p.write(textStyle.at(1, 0.5), vg.Point{X: f.box.Min.X - tickLong - gap, Y: y}, k.label)
	}
}

// endLabels names lines at their ends. Labels that are close are moved apart; of lines
// that end at one height the first has the highest label. A label far from its end
// has no line to it, since many such lines hide each other: its sample identifies it.
func (p *pen) endLabels(ends []end, labels []string, f frame) {
	const far = 2.5 * lineStep
	wanted := make([]vg.Length, len(ends))
	for i := range ends {
		wanted[len(ends)-1-i] = f.y.at(ends[i].y)
	}
	places := spread(wanted, lineStep, f.box.Min.Y, f.box.Max.Y)
	for i, e := range ends {
		from, y := f.at(e.x, e.y), places[len(ends)-1-i]
		x := f.box.Max.X + reach
		if abs(from.Y-y) < far {
			p.line(leadLine, from, vg.Point{X: f.box.Max.X + 2, Y: from.Y}, vg.Point{X: x, Y: y})
		}
		p.line(e.look.line, vg.Point{X: x, Y: y}, vg.Point{X: x + sample, Y: y})
		if e.look.mark.Shape != nil {
			p.DrawGlyphNoClip(e.look.mark, vg.Point{X: x + sample/2, Y: y})
		}
		p.write(textStyle.at(0, 0.5), vg.Point{X: x + sample + gap, Y: y}, labels[i])
	}
}
