package measure

import "bellwether/protocol"

// mostPoints bounds a course. Beyond, each two points become one: what is asked of a
// course is how it begins against how it goes on, and for that 1000 points are many.
const mostPoints = 2048

// A point of a course puts some truth samples in a row together.
type point struct {
	nodes, astray int64 // pairs of a live node and a sample; those without the leader its algorithm should elect
	sent          int64 // messages since the point before
}

// A Course is how a run went on within the measured window; see SettlingOf.
type Course struct {
	points  []point
	each    int64 // truth samples in a point
	filled  int64 // truth samples in the last point
	samples int64
	sent    int64 // since the last sample

	first, newest protocol.Time // truth samples
}

// add takes a truth sample.
func (c *Course) add(at protocol.Time, nodes, astray int64) {
	if c.samples == 0 {
		c.first, c.each = at, 1
		c.sent = 0 // said before it, while no node was asked
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
	last.nodes, last.astray, last.sent = last.nodes+nodes, last.astray+astray, last.sent+c.sent
	c.filled++
	c.sent = 0
}

// halve makes each two points one.
func (c *Course) halve() {
	for i := range mostPoints / 2 {
		a, b := c.points[2*i], c.points[2*i+1]
		c.points[i] = point{a.nodes + b.nodes, a.astray + b.astray, a.sent + b.sent}
	}
	c.points = c.points[:mostPoints/2]
	c.each *= 2
}

// batch is how many points are put together before the course is judged, the 5 of
// MSER-5: what is left of the dependence between neighbours then matters little.
const batch = 5

// batches gives the values of a quantity, batch points each; the last ones may be too
// few and are left out.
func (c *Course) batches(of func(point) (part, whole int64)) []float64 {
	var out []float64
	for i := 0; i+batch <= len(c.points); i += batch {
		part, whole := int64(0), int64(0)
		for _, p := range c.points[i : i+batch] {
			a, b := of(p)
			part, whole = part+a, whole+b
		}
		value := 0.0
		if whole > 0 {
			value = float64(part) / float64(whole)
		}
		out = append(out, value)
	}
	return out
}

// span is how much time a batch covers.
func (c *Course) span() protocol.Time {
	if c.samples < 2 {
		return 0
	}
	return (c.newest - c.first) / protocol.Time(c.samples-1) * protocol.Time(c.each*batch)
}

// Course gives how the run went on so far, apart from the run, which may go.
func (r *Run) Course() *Course {
	c := r.course
	return &c
}
