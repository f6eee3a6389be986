package section

import "github.com/paulmach/orb"

// Plane is the rectangle in which nodes move. Its least corner is (0, 0), unless a
// trace goes to negative coordinates.
type Plane struct {
	least orb.Point // metres, none above 0
	// Width along the x axis, in metres.
	Width float64 `yaml:"width" unit:"m" jsonschema:"default=1000,exclusiveMinimum=0,maximum=1e7" also:"x,w,size_x"`
	// Height along the y axis, in metres.
	Height float64 `yaml:"height" unit:"m" jsonschema:"default=1000,exclusiveMinimum=0,maximum=1e7" also:"y,h,size_y,length"`
}

// PlaneFrom is the plane whose least corner is at a point, without a size.
func PlaneFrom(least orb.Point) Plane { return Plane{least: least} }

// Least is the least corner, in metres.
func (w Plane) Least() orb.Point { return w.least }

// WithLeast is the plane with another least corner.
func (w Plane) WithLeast(least orb.Point) Plane {
	w.least = least
	return w
}

// Far is the greatest corner.
func (w Plane) Far() orb.Point {
	return orb.Point{w.least[0] + w.Width, w.least[1] + w.Height}
}

// Holds reports whether a trace within these bounds fits into the world, however far it
// goes below 0.
func (w Plane) Holds(b orb.Bound) bool {
	return b.Max[0]-min(b.Min[0], 0) <= w.Width && b.Max[1]-min(b.Min[1], 0) <= w.Height
}
