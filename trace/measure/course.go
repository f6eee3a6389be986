package measure

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
)

// mostPoints bounds a course. Beyond it, each two points are merged into one. A course
// serves to compare the beginning of a run with the rest; 1000 points are many for that.
const mostPoints = 2048

// coursePoint is the length of a point where components are followed. Where they are drawn
// or sampled it is their interval.
const coursePoint = protocol.Time(time.Second)

// A point of a course is some time of it.
type point struct {
	nodes, astray int64 // node-milliseconds of live nodes; of these without the leader that the algorithm should elect
	sent          int64 // messages
}

// A course records how a run develops within the measured window.
type course struct {
	points  []point
	each    int64 // intervals in a point
	filled  int64 // intervals in the last point
	samples int64 // intervals so far
	sent    int64 // in the interval that goes on

	first, newest protocol.Time // ends of intervals
	due           protocol.Time // the end of the interval that goes on, where components are followed
	last          sums          // at the newest end
}

// end ends an interval in a course of followed components.
func (c *course) end(at protocol.Time, s *sums) {
	c.due += coursePoint
	c.add(at, pointOf(&c.last, s))
	c.last = *s
}

// sample adds a sample of components.
func (c *course) sample(at protocol.Time, before, s *sums) {
	if c.samples == 0 {
		c.sent = 0 // sent before the first sample
	}
	c.add(at, pointOf(before, s))
}

// pointOf is what happened between two sums; who sent is counted apart.
func pointOf(from, to *sums) point {
	return point{nodes: to.of[allNodes].since(from.of[allNodes]).Milliseconds(),
		astray: to.of[goalUnstableNodes].since(from.of[goalUnstableNodes]).Milliseconds()}
}

// add adds an interval.
func (c *course) add(at protocol.Time, p point) {
	if c.samples == 0 {
		c.first, c.each = at, 1
	}
	c.samples++
	c.newest = at
	if len(c.points) == 0 || c.filled == c.each {
		if len(c.points) == mostPoints {
			c.halve()
		}
		c.points, c.filled = append(c.points, point{}), 0
	}
	last := &c.points[len(c.points)-1]
	last.nodes, last.astray, last.sent = last.nodes+p.nodes, last.astray+p.astray, last.sent+c.sent
	c.filled++
	c.sent = 0
}

// halve makes each two points one.
func (c *course) halve() {
	for i := range mostPoints / 2 {
		a, b := c.points[2*i], c.points[2*i+1]
		c.points[i] = point{a.nodes + b.nodes, a.astray + b.astray, a.sent + b.sent}
	}
	c.points = c.points[:mostPoints/2]
	c.each *= 2
}

// batch is how many points are combined before the course is judged, the 5 of MSER-5: then
// neighbouring values depend little on each other.
const batch = 5

// finish returns the batches; the last points are left out if they are too few for one.
func (c *course) finish() *Course {
	out := &Course{span: c.span()}
	for i := 0; i+batch <= len(c.points); i += batch {
		var sum point
		for _, p := range c.points[i : i+batch] {
			sum = point{sum.nodes + p.nodes, sum.astray + p.astray, sum.sent + p.sent}
		}
		out.batches = append(out.batches, sum)
	}
	return out
}

// span is how much time a batch covers.
func (c *course) span() protocol.Time {
	if c.samples < 2 {
		return 0
	}
	return (c.newest - c.first) / protocol.Time(c.samples-1) * protocol.Time(c.each*batch)
}

// Course returns the course of the run so far. It holds no reference to the Run.
func (r *Run) Course() *Course { return r.course.finish() }

// A Course is how a run develops within the measured window, batch by batch; see
// SettlingOf. Its text form is the nanoseconds of a batch, and for each batch the
// node-milliseconds astray, the messages sent, and the node-milliseconds if their number
// differs from the batch before: "5000000000 12000,340,250000 0,331 0,329,245000".
type Course struct {
	batches []point
	span    protocol.Time // of a batch
}

// values returns the values of a quantity by batch.
func (c *Course) values(of func(point) (part, whole int64)) []float64 {
	out := make([]float64, len(c.batches))
	for i, b := range c.batches {
		if part, whole := of(b); whole > 0 {
			out[i] = float64(part) / float64(whole)
		}
	}
	return out
}

// MarshalText returns the text form.
func (c *Course) MarshalText() ([]byte, error) {
	b := strconv.AppendInt(nil, int64(c.span), 10)
	nodes := int64(0)
	for _, p := range c.batches {
		b = fmt.Appendf(b, " %d,%d", p.astray, p.sent)
		if p.nodes != nodes {
			nodes = p.nodes
			b = fmt.Appendf(b, ",%d", nodes)
		}
	}
	return b, nil
}

// errCourse is the error for a text that is not a course.
var errCourse = errs.Measure.Errorf("no course of a run")

// UnmarshalText reads what MarshalText wrote.
func (c *Course) UnmarshalText(text []byte) error {
	*c = Course{}
	words := bytes.Split(text, []byte(" "))
	span, err := whole(words[0])
	if err != nil || len(words)-1 > mostPoints/batch {
		return errCourse
	}
	c.span = protocol.Time(span)
	nodes := int64(0)
	for _, word := range words[1:] {
		var of [3]int64
		parts := bytes.Split(word, []byte(","))
		if len(parts) < 2 || len(parts) > len(of) {
			return errCourse
		}
		for i, part := range parts {
			if of[i], err = whole(part); err != nil {
				return errCourse
			}
		}
		if len(parts) == len(of) {
			nodes = of[2]
		}
		c.batches = append(c.batches, point{nodes: nodes, astray: of[0], sent: of[1]})
	}
	c.batches = slices.Clip(c.batches)
	return nil
}

// whole parses a number that is not negative.
func whole(text []byte) (int64, error) {
	n, err := strconv.ParseUint(string(text), 10, 63)
	return int64(n), err
}
