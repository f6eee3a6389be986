package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot/vg"

	"bellwether/protocol"
)

// A SpaceTime is how one event led to another: a line for each node, time to the right, and steps that
// follow each other without a gap. Time is not to scale in it, a bar below is.
type SpaceTime struct {
	Title string
	Says  []string      // below the title
	Start protocol.Time // shares are of the time from here to the end of the last step
	Steps []SpaceStep
	Marks []SpaceMark
}

// A SpaceStep is a message from a node to another, or a wait or the work of one node.
type SpaceStep struct {
	Since, Until protocol.Time
	From, To     protocol.ID
	Kind         SpaceKind
	Text         string
	Lost         int // tries of the message that were lost
}

// A SpaceKind is what a step is.
type SpaceKind uint8

// The kinds.
const (
	Message SpaceKind = iota
	Wait
	Work     // a node handles something
	Omission // steps that are left out
)

// A SpaceMark is what happened while a node waited: a message that was lost on its way to it, or a fault.
type SpaceMark struct {
	At   protocol.Time
	Node protocol.ID // that waited
	Lost bool
	Text string // "": of the mark before
}

// longest is more than any run takes: a hundred years. Beyond, sums of times may overflow.
const longest = protocol.Time(100 * 366 * 24 * time.Hour)

// maxSteps bounds the steps of a picture: more would take more than a page.
const maxSteps = 40

func (s *SpaceTime) check() error {
	switch {
	case len(s.Steps) == 0:
		return errors.New("nothing to draw: the answer is one event")
	case len(s.Steps) > maxSteps:
		return fmt.Errorf("%d steps; at most %d fit a page", len(s.Steps), maxSteps)
	}
	first, last := s.Steps[0].Since, s.Steps[len(s.Steps)-1].Until
	if first < 0 || s.Start < first || s.Start > last || last > longest {
		return fmt.Errorf("from %v to %v, with shares since %v", first, last, s.Start)
	}
	for i, step := range s.Steps {
		if step.Until < step.Since || i > 0 && (s.Steps[i-1].Until != step.Since || s.Steps[i-1].To != step.From) {
			return fmt.Errorf("step %d is from node %d at %v to node %d at %v, and does not follow the one before", i+1, step.From, step.Since, step.To, step.Until)
		}
	}
	return nil
}

// total is the time of which steps have a share.
func (s *SpaceTime) total() protocol.Time { return s.Steps[len(s.Steps)-1].Until - s.Start }

// within is the part of a step after the start.
func (s *SpaceTime) within(step *SpaceStep) protocol.Time {
	return max(step.Until-max(step.Since, s.Start), 0)
}

// lasting writes a time with three digits.
func lasting(d protocol.Time) string { return rounded(d, 1000) }

// instantOf writes a time since the start with five digits: steps may be short beside it.
func instantOf(d protocol.Time) string { return rounded(d, 100000) }

// rounded writes a time as a number below most, and a unit.
func rounded(d, most protocol.Time) string {
	if d < 0 {
		return "−" + rounded(-d, most)
	}
	to := protocol.Time(1)
	for d/to >= most {
		to *= 10
	}
	return time.Duration((d + to/2) / to * to).String()
}

// angles replaces brackets that the typeface has not.
var angles = strings.NewReplacer("⟨", "‹", "⟩", "›")

// A spaceColumn is the place of a step.
type spaceColumn struct {
	step  *SpaceStep
	texts []string
	wide  vg.Length
}

// A spacePanel is as many steps as have room beside each other.
type spacePanel struct {
	columns []spaceColumn
	x       []vg.Length   // edges of the columns
	nodes   []protocol.ID // from above, in order of appearance
	tags    []spaceTag
	lane    []int // of each tag
	lanes   int
	bottom  vg.Length // of the spacePanel
	row0    vg.Length // the highest row
}

// A spaceTag is a mark with its name above the panel.
type spaceTag struct {
	SpaceMark
	x     vg.Length
	strip strip
}

// Distances of a space-time diagram.
const (
	rowStep   = 3 * lineStep // room for two lines of text above each row, and for a bar
	mostName  = vg.Length(72)
	axisHigh  = tickLong + gap + lineStep
	textHigh  = 2*lineStep + 2*gap // above the highest row, and below the lowest
	panelGap  = lineStep
	mostLanes = 6
	marksWide = vg.Length(90) // of a wait with marks, so that they stand apart
)

// columnOf is a step with its texts, and the room that they need.
func (s *SpaceTime) columnOf(t *typeface, step *SpaceStep, room vg.Length) spaceColumn {
	c := spaceColumn{step: step}
	name := t.fit(textStyle, angles.Replace(step.Text), mostName)
	length := lasting(step.Until - step.Since)
	if share := 100 * float64(s.within(step)) / float64(max(s.total(), 1)); share >= 1 {
		length += fmt.Sprintf(" · %.0f %%", share)
	}
	c.texts = []string{name, length}
	if step.Lost > 0 {
		c.texts[0] += fmt.Sprintf(" (%d lost)", step.Lost)
	}
	c.texts[0] = t.fit(textStyle, c.texts[0], room-2*gap)
	c.wide = t.widest(textStyle, c.texts) + 2*gap
	if step.Kind == Wait && slices.ContainsFunc(s.Marks, func(m SpaceMark) bool { return m.At >= step.Since && m.At < step.Until && m.Node == step.To }) {
		c.wide = max(c.wide, marksWide)
	}
	c.wide = min(c.wide, room)
	return c
}

// panels divides the steps by the room that there is.
func (s *SpaceTime) panels(t *typeface, from, to vg.Length) (out []*spacePanel) {
	p, used := &spacePanel{}, vg.Length(0)
	for i := range s.Steps {
		c := s.columnOf(t, &s.Steps[i], to-from)
		if used += c.wide; used > to-from && len(p.columns) > 0 {
			out = append(out, p)
			p, used = &spacePanel{}, c.wide
		}
		p.columns = append(p.columns, c)
	}
	out = append(out, p)
	for _, p := range out {
		p.place(s, from, to)
		p.tag(t, s, from, to)
	}
	return out
}

// place widens columns: the longer a step takes, the more of what room is left, but not without bounds.
func (p *spacePanel) place(s *SpaceTime, from, to vg.Length) {
	left, weights, weight := to-from, make([]float64, len(p.columns)), 0.0
	shortest := max(s.Steps[0].Until-s.Steps[0].Since, 1)
	for _, step := range s.Steps {
		if d := step.Until - step.Since; d > 0 {
			shortest = min(shortest, d)
		}
	}
	for i, c := range p.columns {
		left -= c.wide
		weights[i] = math.Log2(1 + float64(c.step.Until-c.step.Since)/float64(shortest))
		weight += weights[i]
	}
	const widest = vg.Length(12) // for each doubling of the time
	each := min(left/vg.Length(max(weight, 1)), widest)
	x := from
	p.x = []vg.Length{x}
	see := func(id protocol.ID) {
		if !slices.Contains(p.nodes, id) {
			p.nodes = append(p.nodes, id)
		}
	}
	for i := range p.columns {
		p.columns[i].wide += each * vg.Length(weights[i])
		x += p.columns[i].wide
		p.x = append(p.x, x)
		see(p.columns[i].step.From)
		see(p.columns[i].step.To)
	}
}

// tag finds the places of marks, and lanes for their names.
func (p *spacePanel) tag(t *typeface, s *SpaceTime, from, to vg.Length) {
	for i, c := range p.columns {
		if c.step.Kind != Wait {
			continue
		}
		for _, m := range s.Marks {
			if m.Node != c.step.To || m.At < c.step.Since || m.At >= c.step.Until {
				continue
			}
			part := float64(m.At-c.step.Since) / float64(c.step.Until-c.step.Since)
			g := spaceTag{SpaceMark: m, x: p.x[i] + gap + vg.Length(part)*(c.wide-2*gap)}
			g.Text = t.fit(noteStyle, angles.Replace(m.Text), (to-from)/3)
			w := t.width(noteStyle, g.Text) + 2*gap
			g.strip = strip{g.x, g.x + w, g.x}
			if g.x+w > to {
				g.strip = strip{g.x - w, g.x, g.x}
			}
			p.tags = append(p.tags, g)
		}
	}
	var strips []strip
	for _, g := range p.tags {
		if g.Text != "" {
			strips = append(strips, g.strip)
		}
	}
	found := lanes(strips, mostLanes)
	for _, g := range p.tags {
		at := -1
		if g.Text != "" {
			at, found = found[0], found[1:]
		}
		p.lane = append(p.lane, at)
		p.lanes = max(p.lanes, at+1)
	}
}

// y is the height of a node's row.
func (p *spacePanel) y(id protocol.ID) vg.Length {
	return p.row0 - vg.Length(slices.Index(p.nodes, id))*rowStep
}

// high is the height of a panel, with two lines of text above its first row and below its last.
func (p *spacePanel) high() vg.Length {
	return axisHigh + 2*textHigh + vg.Length(len(p.nodes)-1)*rowStep + vg.Length(p.lanes)*noteStep
}
