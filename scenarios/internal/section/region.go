package section

import (
	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// Region is a part of the world: the circle of radius about (x, y), or the
// rectangle of width and height whose least corner is there.
type Region struct {
	given bool
	// Of the centre, or of the least corner, in metres.
	X float64 `yaml:"x" unit:"m" jsonschema:"minimum=-1e7,maximum=1e7"`
	// Of the centre, or of the least corner, in metres.
	Y float64 `yaml:"y" unit:"m" jsonschema:"minimum=-1e7,maximum=1e7"`
	// Of the circle, in metres.
	Radius float64 `yaml:"radius" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
	// Of the rectangle, in metres.
	Width float64 `yaml:"width" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
	// Of the rectangle, in metres.
	Height float64 `yaml:"height" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
}

// plainRegion has a Region's fields and decodes by them.
type plainRegion Region

// TakesStrict lists the forms that are taken.
func (Region) TakesStrict() string { return "region" }

// DecodeStrict reads a mapping that is a circle or a rectangle.
func (r *Region) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	*r = Region{given: true}
	d.DecodeNode(n, (*plainRegion)(r))
	if n.Kind != strictyaml.Map || !d.Sound(n.Path) {
		return
	}
	circle, wide, high := n.Get("radius") != nil, n.Get("width") != nil, n.Get("height") != nil
	switch {
	case circle && (wide || high):
		d.Add(n, "is a circle by its radius and a rectangle by its sides: one of them is needed")
	case !circle && !(wide && high):
		d.Add(n, "has no size: radius, or width and height")
	case n.Get("x") == nil || n.Get("y") == nil:
		d.Add(n, "does not say where: x and y")
	}
}

// circle and rectangle are a Region as it is written.
type circle struct {
	X      float64 `yaml:"x"`
	Y      float64 `yaml:"y"`
	Radius float64 `yaml:"radius"`
}

type rectangle struct {
	X      float64 `yaml:"x"`
	Y      float64 `yaml:"y"`
	Width  float64 `yaml:"width"`
	Height float64 `yaml:"height"`
}

// EncodeStrict writes the circle or the rectangle.
func (r Region) EncodeStrict() any {
	switch {
	case !r.given:
		return nil
	case r.Radius > 0:
		return circle{r.X, r.Y, r.Radius}
	}
	return rectangle{r.X, r.Y, r.Width, r.Height}
}

// Given reports whether the file has the region.
func (r Region) Given() bool { return r.given }

// Emulated is the region in the emulator's types.
func (r Region) Emulated() emulator.Region {
	return emulator.Region{X: r.X, Y: r.Y, RadiusM: r.Radius, WidthM: r.Width, HeightM: r.Height}
}

// Outside reports whether no point of the world lies in the region.
func (r Region) Outside(w Plane) bool {
	low, high := [2]float64{r.X, r.Y}, [2]float64{r.X + r.Width, r.Y + r.Height}
	if r.Radius > 0 {
		low, high = [2]float64{r.X - r.Radius, r.Y - r.Radius}, [2]float64{r.X + r.Radius, r.Y + r.Radius}
	}
	return high[0] < w.least[0] || high[1] < w.least[1] || low[0] > w.least[0]+w.Width || low[1] > w.least[1]+w.Height
}

// Links are pairs of nodes, both directions, or all of them.
type Links struct {
	All   bool
	Pairs [][2]protocol.ID
}

// TakesStrict lists the forms that are taken.
func (Links) TakesStrict() string { return "all or a list of pairs of node ids" }

// DecodeStrict reads all or a list of pairs.
func (l *Links) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	*l = Links{}
	switch {
	case n.Kind == strictyaml.List && len(n.Items) == 0:
		d.Add(n, "names no link")
		l.All = true
	case n.Kind == strictyaml.List:
		d.DecodeNode(n, &l.Pairs)
	case n.Kind == strictyaml.Plain && n.Text == WordAll:
		l.All = true
	default:
		d.Add(n, "must be all or a list of links like [[1, 2], [2, 3]], got %s", n.Describe())
		l.All = true
	}
}

// EncodeStrict writes the word or the list.
func (l Links) EncodeStrict() any {
	switch {
	case l.All:
		return WordAll
	case len(l.Pairs) == 0:
		return nil
	}
	return l.Pairs
}

// Given reports whether any link is named.
func (l Links) Given() bool { return l.All || len(l.Pairs) > 0 }
