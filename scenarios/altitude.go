package scenarios

import (
	"bellwether/internal/base/strictyaml"
	"bellwether/mobility"
)

// altitudeSection is how high nodes are: one altitude, or two between which each is drawn.
type altitudeSection struct {
	// The lowest, in metres above the ground.
	Min float64 `yaml:"min" unit:"m" jsonschema:"default=0,minimum=0,maximum=100000"`
	// The highest, in metres above the ground.
	Max float64 `yaml:"max" unit:"m" jsonschema:"default=0,minimum=0,maximum=100000"`
}

// altitudeFields keeps the decoder of altitudeSection from calling itself.
type altitudeFields altitudeSection

// TakesStrict lists the forms that are taken.
func (altitudeSection) TakesStrict() string { return "number, or mapping of min and max" }

// DecodeStrict reads a number, or a mapping.
func (a *altitudeSection) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
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
func (a altitudeSection) EncodeStrict() any {
	switch {
	case a == altitudeSection{}:
		return nil
	case a.Min == a.Max:
		return a.Min
	}
	return altitudeFields(a)
}

func (a altitudeSection) bounds() mobility.Altitudes {
	return mobility.Altitudes{MinM: a.Min, MaxM: a.Max}
}

// raised is a flat model at the altitudes that the file gives.
func (m moving) raised(flat mobility.Model) (mobility.Model, error) {
	o := mobility.AtAltitudeOptions{Model: flat, Altitudes: m.Altitude.bounds()}
	if len(m.Altitudes) > 0 {
		o = mobility.AtAltitudeOptions{Model: flat, EachM: m.Altitudes}
	}
	return mobility.NewAtAltitude(o)
}

// checkAltitude reports altitudes that contradict each other, or with which nothing can be
// done.
func (r *reader) checkAltitude(m moving) {
	path := m.path + ".altitude"
	if r.s.placeless() {
		for _, key := range []string{path, m.path + ".altitudes"} {
			if r.Given(key) {
				r.Fault(key, "nodes have no places with radio model %s, and no altitudes", r.s.Radio.Model)
			}
		}
		return
	}
	r.atMost(path, m.Altitude.Min, m.Altitude.Max)
	if !r.Sound(path, m.path+".altitudes") {
		return
	}
	switch {
	case r.Given(m.path+".altitudes") && r.Given(path):
		r.Fault(m.path+".altitudes", "either altitude or altitudes, not both")
	case r.Given(m.path+".altitudes") && len(m.Positions) == 0:
		r.Fault(m.path+".altitudes", "needs positions: [[x, y], …]")
	case r.Given(m.path+".altitudes") && len(m.Altitudes) != len(m.Positions):
		r.Fault(m.path+".altitudes", "has %d altitudes for %d positions", len(m.Altitudes), len(m.Positions))
	case m.Model == mobilityWaypoint3D && m.Altitude.Max == 0:
		r.Fault(r.blame(m.path+".model", m.path), "needs to know how high: altitude: {min: 20, max: 60}; on the ground it is random-waypoint")
	case m.Model == mobilityHover && m.Altitude.Min < m.Drift:
		r.Fault(r.blame(path, m.path+".drift", m.path), "a drift of %v m would take a node at %v m below the ground: give a higher altitude, or a smaller drift", m.Drift, m.Altitude.Min)
	case m.Model == mobilityTrace && m.Vertical != wordNone && r.Given(path):
		r.Fault(path, "either altitude, or vertical: %s, which takes those of the trace", m.Vertical)
	case m.Model == wordOwn && r.Given(path) && !r.ownIsFlat(m):
		r.Fault(path, "the program's own model %s has altitudes of its own", m.Name)
	}
	for i, z := range m.Altitudes {
		if at := itemOf(m.path+".altitudes", i); !(z >= 0 && z <= 1e5) && r.Sound(at) {
			r.Fault(at, "must be from 0 to 100000 m, got %v", z)
		}
	}
}

// ownIsFlat reports whether a model of the program has no altitudes; so does one that cannot
// be made, whose fault is told elsewhere.
func (r *reader) ownIsFlat(m moving) bool {
	model, err := r.s.ownModel(m.Name, r.s.area(m))
	return err != nil || mobility.AltitudesOf(model).Flat()
}
