package section

import (
	"errors"

	"github.com/paulmach/orb"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
)

// Within is a rectangle of the places of a trace, in metres or in degrees.
type Within struct {
	given, degrees bool
	// Least x, in metres from the trace's corner, see bellwether mobility info.
	X float64 `yaml:"x" unit:"m" jsonschema:"minimum=-1e7,maximum=1e7"`
	// Least y, in metres from the trace's corner.
	Y float64 `yaml:"y" unit:"m" jsonschema:"minimum=-1e7,maximum=1e7"`
	// Along the x axis, in metres.
	Width float64 `yaml:"width" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
	// Along the y axis, in metres.
	Height float64 `yaml:"height" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
	// Least longitude, of a trace on Earth, in place of x.
	West float64 `yaml:"west" unit:"°" jsonschema:"minimum=-180,maximum=180"`
	// Least latitude, in place of y.
	South float64 `yaml:"south" unit:"°" jsonschema:"minimum=-90,maximum=90"`
	// Greatest longitude, in place of width.
	East float64 `yaml:"east" unit:"°" jsonschema:"minimum=-180,maximum=180"`
	// Greatest latitude, in place of height.
	North float64 `yaml:"north" unit:"°" jsonschema:"minimum=-90,maximum=90"`
}

// plainWithin has a Within's fields and decodes by them.
type plainWithin Within

// TakesStrict lists the forms that are taken.
func (Within) TakesStrict() string {
	return "mapping of x, y, width and height in metres, or of west, south, east and north in degrees"
}

// DecodeStrict reads either kind of rectangle.
func (w *Within) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	*w = Within{given: true}
	d.DecodeNode(n, (*plainWithin)(w))
	if n.Kind != strictyaml.Map || !d.Sound(n.Path) {
		return
	}
	count := func(keys ...string) (given int) {
		for _, key := range keys {
			if n.Get(key) != nil {
				given++
			}
		}
		return given
	}
	metres, degrees := count("x", "y", "width", "height"), count("west", "south", "east", "north")
	w.degrees = degrees > 0
	switch {
	case metres > 0 && degrees > 0 || metres+degrees != 4:
		d.Add(n, "needs x, y, width and height, in metres, or west, south, east and north, in degrees")
	case w.degrees && (w.West >= w.East || w.South >= w.North):
		d.Add(n, "is empty: west %v must be below east %v, and south %v below north %v", w.West, w.East, w.South, w.North)
	}
}

// metresWithin and degreesWithin are a Within as it is written.
type metresWithin struct {
	X      float64 `yaml:"x"`
	Y      float64 `yaml:"y"`
	Width  float64 `yaml:"width"`
	Height float64 `yaml:"height"`
}

type degreesWithin struct {
	West  float64 `yaml:"west"`
	South float64 `yaml:"south"`
	East  float64 `yaml:"east"`
	North float64 `yaml:"north"`
}

// EncodeStrict writes what was given.
func (w Within) EncodeStrict() any {
	switch {
	case !w.given:
		return nil
	case w.degrees:
		return degreesWithin{w.West, w.South, w.East, w.North}
	}
	return metresWithin{w.X, w.Y, w.Width, w.Height}
}

// Given reports whether the file has the rectangle.
func (w Within) Given() bool { return w.given }

var errNotOnEarth = errors.New("the trace has no place on Earth, so the rectangle must be in metres: x, y, width and height")

// Bound is the rectangle on the plane of a trace. One in degrees is the least rectangle
// around its corners on that plane.
func (w Within) Bound(a movetrace.Anchor) (orb.Bound, error) {
	if !w.degrees {
		return orb.Bound{Min: orb.Point{w.X, w.Y}, Max: orb.Point{w.X + w.Width, w.Y + w.Height}}, nil
	}
	if !a.OnEarth {
		return orb.Bound{}, errNotOnEarth
	}
	return geo.On(a, *w.Degrees())
}

// Degrees is the rectangle in degrees; nil if it is not.
func (w Within) Degrees() *geo.Rectangle {
	if !w.degrees {
		return nil
	}
	return &geo.Rectangle{West: w.West, South: w.South, East: w.East, North: w.North}
}

// Scale is how a trace is stretched.
type Scale struct {
	// Metres of the world that a metre of the trace is. Default: 1.
	Place float64 `yaml:"place" jsonschema:"exclusiveMinimum=0,maximum=1e6"`
	// Seconds of the run that a second of the trace takes: 0.5 makes all twice as fast.
	// Default: 1.
	Time float64 `yaml:"time" jsonschema:"exclusiveMinimum=0,maximum=1e6"`
}

// Factors are those that count.
func (s Scale) Factors() (place, time float64) {
	place, time = s.Place, s.Time
	if place == 0 {
		place = 1
	}
	if time == 0 {
		time = 1
	}
	return place, time
}

// Shift is how a trace is moved.
type Shift struct {
	// To the east, in metres.
	X float64 `yaml:"x" unit:"m" jsonschema:"default=0,minimum=-1e7,maximum=1e7"`
	// To the north, in metres.
	Y float64 `yaml:"y" unit:"m" jsonschema:"default=0,minimum=-1e7,maximum=1e7"`
	// Later in the run; until then none of its nodes is in the world. For earlier, see
	// begin.
	Time Duration `yaml:"time" jsonschema:"default=0s" max:"10000h"`
}

// shiftFields keeps EncodeStrict from calling itself.
type shiftFields Shift

// EncodeStrict writes a shift that moves anything.
func (s Shift) EncodeStrict() any {
	if s == (Shift{}) {
		return nil
	}
	return shiftFields(s)
}

// Placing is how the section maps places, nil if they stay.
func (m *Mobility) Placing() func(orb.Point) orb.Point {
	factor, _ := m.Scale.Factors()
	if factor == 1 && m.Shift.X == 0 && m.Shift.Y == 0 {
		return nil
	}
	return func(p orb.Point) orb.Point {
		return orb.Point{float64(p[0]*factor) + m.Shift.X, float64(p[1]*factor) + m.Shift.Y}
	}
}
