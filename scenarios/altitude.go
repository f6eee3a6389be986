package scenarios

import (
	"bellwether/mobility"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// checkAltitude reports altitudes that contradict each other, or with which nothing can be
// done.
func (r *reader) checkAltitude(m section.Moving) {
	path := m.Path + ".altitude"
	if r.s.Radio.Placeless() {
		for _, key := range []string{path, m.Path + ".altitudes"} {
			if r.Given(key) {
				r.Fault(key, "nodes have no places with radio model %s, and no altitudes", r.s.Radio.Model)
			}
		}
		return
	}
	keys.AtMost(r.File, path, m.Altitude.Min, m.Altitude.Max)
	if !r.Sound(path, m.Path+".altitudes") {
		return
	}
	switch {
	case r.Given(m.Path+".altitudes") && r.Given(path):
		r.Fault(m.Path+".altitudes", "either altitude or altitudes, not both")
	case r.Given(m.Path+".altitudes") && len(m.Positions) == 0:
		r.Fault(m.Path+".altitudes", "needs positions: [[x, y], …]")
	case r.Given(m.Path+".altitudes") && len(m.Altitudes) != len(m.Positions):
		r.Fault(m.Path+".altitudes", "has %d altitudes for %d positions", len(m.Altitudes), len(m.Positions))
	case m.Model == section.MobilityWaypoint3D && m.Altitude.Max == 0:
		r.Fault(r.First(m.Path+".model", m.Path), "needs to know how high: altitude: {min: 20, max: 60}; on the ground it is random-waypoint")
	case m.Model == section.MobilityHover && m.Altitude.Min < m.Drift:
		r.Fault(r.First(path, m.Path+".drift", m.Path), "a drift of %v m would take a node at %v m below the ground: give a higher altitude, or a smaller drift", m.Drift, m.Altitude.Min)
	case m.Model == section.MobilityTrace && m.Vertical != section.WordNone && r.Given(path):
		r.Fault(path, "either altitude, or vertical: %s, which takes those of the trace", m.Vertical)
	case m.Model == section.WordOwn && r.Given(path) && !r.ownIsFlat(m):
		r.Fault(path, "the program's own model %s has altitudes of its own", m.Name)
	}
	for i, z := range m.Altitudes {
		if at := section.Item(m.Path+".altitudes", i); !(z >= 0 && z <= 1e5) && r.Sound(at) {
			r.Fault(at, "must be from 0 to 100000 m, got %v", z)
		}
	}
}

// ownIsFlat reports whether a model of the program has no altitudes; so does one that cannot
// be made, whose fault is told elsewhere.
func (r *reader) ownIsFlat(m section.Moving) bool {
	model, err := r.s.ownModel(m.Name, m.Area(r.s.World))
	return err != nil || mobility.AltitudesOf(model).Flat()
}
