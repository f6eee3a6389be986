package section

import (
	"bellwether/internal/base/strictyaml"
	"bellwether/mobility"
)

// Altitude is how high nodes are: one altitude, or two between which each is drawn.
type Altitude struct {
	// The lowest, in metres above the ground.
	Min float64 `yaml:"min" unit:"m" jsonschema:"default=0,minimum=0,maximum=100000"`
	// The highest, in metres above the ground.
	Max float64 `yaml:"max" unit:"m" jsonschema:"default=0,minimum=0,maximum=100000"`
}

// altitudeFields keeps the decoder of Altitude from calling itself.
type altitudeFields Altitude

// TakesStrict lists the forms that are taken.
func (Altitude) TakesStrict() string { return "number, or mapping of min and max" }

// DecodeStrict reads a number, or a mapping.
func (a *Altitude) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind == strictyaml.Map {
		d.DecodeNode(n, (*altitudeFields)(a))
		if n.Get("min") == nil || n.Get("max") == nil {
			d.Add(n, "needs both min and max; or give one altitude, like 30")
		}
		return
	}
	both := *n
	d.DecodeNode(&strictyaml.Node{Place: n.Place, Path: n.Path, Kind: strictyaml.Map,
		Fields: []strictyaml.Field{{Key: "min", Place: n.Place, Value: &both}}}, (*altitudeFields)(a))
	a.Max = a.Min
}

// EncodeStrict writes the shortest form.
func (a Altitude) EncodeStrict() any {
	switch {
	case a == Altitude{}:
		return nil
	case a.Min == a.Max:
		return a.Min
	}
	return altitudeFields(a)
}

// Bounds are the altitudes in the type of package mobility.
func (a Altitude) Bounds() mobility.Altitudes {
	return mobility.Altitudes{MinM: a.Min, MaxM: a.Max}
}

// Raised is a flat model at the altitudes that the file gives.
func (m Moving) Raised(flat mobility.Model) (mobility.Model, error) {
	o := mobility.AtAltitudeOptions{Model: flat, Altitudes: m.Altitude.Bounds()}
	if len(m.Altitudes) > 0 {
		o = mobility.AtAltitudeOptions{Model: flat, EachM: m.Altitudes}
	}
	return mobility.NewAtAltitude(o)
}
