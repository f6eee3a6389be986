package section

import (
	"bellwether/internal/base/strictyaml"
	"bellwether/mobility"
)

// A Group is some nodes that move alike.
type Group struct {
	// What it is called, for readers.
	Name string `yaml:"name" jsonschema:"pattern=^[A-Za-z0-9][A-Za-z0-9._ -]*$,maxLength=64"`
	// Number of nodes. Default: 1, but with positions or a trace as many as these have.
	Nodes int `yaml:"nodes" jsonschema:"default=1,minimum=1,maximum=1048576" also:"count,number,n,size,members"`
	// How they move.
	Mobility Mobility `yaml:"mobility" also:"movement,motion"`
	// The antenna of each.
	Antenna Antenna `yaml:"antenna"`
	// The part of the world that they stay in. Default: all of it.
	Area Area `yaml:"area" when:"mobility.model=static|random-waypoint|random-walk|random-direction|gauss-markov|levy-walk|manhattan|reference-point-group|random-waypoint-3d|coverage|hover|own"`
	// They drive one behind the other: each follows the path of the one before it, later
	// by this time. Default: each has its own path.
	Headway Duration `yaml:"headway" when:"mobility.model=random-waypoint|random-walk|random-direction|gauss-markov|levy-walk|manhattan|road-map|random-waypoint-3d|own" min:"1ms" max:"1h"`
	// The charge of their batteries at the beginning, drawn uniformly for each node, in
	// joules. Default: that of energy.battery.
	Battery Charge `yaml:"battery" also:"energy,charge"`
	// Their tags, which rules of eligible may ask for. Default: group and role, which are its
	// name.
	Tags map[string]string `yaml:"tags"`
	// When they come into the world: a time, or a mapping of min and max between
	// which each draws its own. Default: they are there from the beginning. A trace says it
	// itself.
	Arrive Moment `yaml:"arrive"`
	// When they leave the world for good: a time, or a mapping of min and max. Default:
	// never. A trace says it itself.
	Depart Moment `yaml:"depart"`
}

// Area is a part of the world.
type Area struct {
	// Least coordinate, in metres.
	X float64 `yaml:"x" unit:"m" jsonschema:"default=0,minimum=0,maximum=1e7"`
	// Least coordinate, in metres.
	Y float64 `yaml:"y" unit:"m" jsonschema:"default=0,minimum=0,maximum=1e7"`
	// Width along the x axis, in metres. Default: to the end of the world.
	Width float64 `yaml:"width" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
	// Height along the y axis, in metres. Default: to the end of the world.
	Height float64 `yaml:"height" unit:"m" jsonschema:"exclusiveMinimum=0,maximum=1e7"`
}

// Charge is a range of first charges.
type Charge struct {
	// In joules.
	Min float64 `yaml:"min" unit:"J" jsonschema:"exclusiveMinimum=0,maximum=1e9"`
	// In joules; the largest of all nodes is the scale of capabilities.
	Max float64 `yaml:"max" unit:"J" jsonschema:"exclusiveMinimum=0,maximum=1e9"`
}

// writtenCharge is one as it is written.
type writtenCharge Charge

// EncodeStrict writes one that is given.
func (c Charge) EncodeStrict() any {
	if c.Max == 0 {
		return nil
	}
	return writtenCharge(c)
}

// Moment is a time, or two between which each node draws its own.
type Moment struct {
	// The earliest.
	Min Duration `yaml:"min" max:"10000h"`
	// The latest.
	Max Duration `yaml:"max" max:"10000h"`
}

// momentFields keeps Moment's own decoder from calling itself.
type momentFields Moment

// TakesStrict lists the forms that are taken.
func (Moment) TakesStrict() string { return "duration, or mapping of min and max" }

// DecodeStrict reads a duration, or a mapping.
func (m *Moment) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind == strictyaml.Map {
		d.DecodeNode(n, (*momentFields)(m))
		if n.Get("min") == nil || n.Get("max") == nil {
			d.Add(n, "needs both min and max; or give one time, like 2m")
		}
		return
	}
	both := *n
	d.DecodeNode(&strictyaml.Node{Place: n.Place, Path: n.Path, Kind: strictyaml.Map,
		Fields: []strictyaml.Field{{Key: "min", Place: n.Place, Value: &both}}}, (*momentFields)(m))
	m.Max = m.Min
}

// EncodeStrict writes the shortest form.
func (m Moment) EncodeStrict() any {
	switch {
	case m == Moment{}:
		return nil
	case m.Min == m.Max:
		return m.Min
	}
	return momentFields(m)
}

// Moving is a way to move that the file gives, and where.
type Moving struct {
	*Mobility
	Path  string // of it in the file
	Group *Group // nil if all nodes move so
}

// Movings are the ways to move that count: of each group, or the one of all nodes.
func Movings(all *Mobility, groups []Group) []Moving {
	if len(groups) == 0 {
		return []Moving{{Mobility: all, Path: "mobility"}}
	}
	var out []Moving
	for i := range groups {
		out = append(out, Moving{Mobility: &groups[i].Mobility, Path: Item("groups", i) + ".mobility", Group: &groups[i]})
	}
	return out
}

// Area is the part of a world where nodes move so.
func (m Moving) Area(world Plane) mobility.Area {
	if m.Group == nil {
		return mobility.Area{Width: world.Width, Height: world.Height}
	}
	a := m.Group.Area
	return mobility.Area{Width: a.Width, Height: a.Height, Origin: [2]float64{a.X, a.Y}}
}

// Count is how many nodes move so, of all nodes.
func (m Moving) Count(all int) int {
	if m.Group != nil {
		return m.Group.Nodes
	}
	return all
}
