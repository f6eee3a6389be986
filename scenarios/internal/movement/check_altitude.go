package movement

import (
	"bellwether/internal/base/errs"
	"bellwether/mobility"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// altitude reports altitudes that contradict each other, or with which nothing can be
// done.
func (c *Check) altitude(m section.Moving) {
	path := m.Path + ".altitude"
	if c.Radio.Placeless() {
		for _, key := range []string{path, m.Path + ".altitudes"} {
			if c.File.Given(key) {
				c.File.Fault(key, "nodes have no places with radio model %s, and no altitudes", c.Radio.Model)
			}
		}
		return
	}
	keys.AtMost(c.File, path, m.Altitude.Min, m.Altitude.Max)
	if !c.File.Sound(path, m.Path+".altitudes") {
		return
	}
	switch {
	case c.File.Given(m.Path+".altitudes") && c.File.Given(path):
		c.File.Fault(m.Path+".altitudes", "either altitude or altitudes, not both")
	case c.File.Given(m.Path+".altitudes") && len(m.Positions) == 0:
		c.File.Fault(m.Path+".altitudes", "needs positions: [[x, y], …]")
	case c.File.Given(m.Path+".altitudes") && len(m.Altitudes) != len(m.Positions):
		c.File.Fault(m.Path+".altitudes", "has %d altitudes for %d positions", len(m.Altitudes), len(m.Positions))
	case m.Model == section.MobilityWaypoint3D && m.Altitude.Max == 0:
		c.File.Fault(c.File.First(m.Path+".model", m.Path), "needs to know how high: altitude: {min: 20, max: 60}; on the ground it is random-waypoint")
	case m.Model == section.MobilityHover && m.Altitude.Min < m.Drift:
		c.File.Fault(c.File.First(path, m.Path+".drift", m.Path), "a drift of %v m would take a node at %v m below the ground: give a higher altitude, or a smaller drift", m.Drift, m.Altitude.Min)
	case m.Model == section.MobilityTrace && m.Vertical != section.WordNone && c.File.Given(path):
		c.File.Fault(path, "either altitude, or vertical: %s, which takes those of the trace", m.Vertical)
	case m.Model == section.WordOwn && c.File.Given(path) && !c.ownIsFlat(m):
		c.File.Fault(path, "the program's own model %s has altitudes of its own", m.Name)
	}
	for i, z := range m.Altitudes {
		if at := section.Item(m.Path+".altitudes", i); !(z >= 0 && z <= 1e5) && c.File.Sound(at) {
			c.File.Fault(at, "must be from 0 to 100000 m, got %v", z)
		}
	}
}

// ownIsFlat reports whether a model of the program has no altitudes; so does one that cannot
// be made, whose fault is told elsewhere.
func (c *Check) ownIsFlat(m section.Moving) bool {
	model, err := c.Ways.own(m.Name, m.Area(c.Ways.World))
	return err != nil || mobility.AltitudesOf(model).Flat()
}

// propulsion reports motors that have no battery, or take nothing.
func (c *Check) propulsion(m section.Moving) {
	path := m.Path + ".propulsion"
	if !c.File.Given(path) || !c.File.Sound(path, "energy") || m.Propulsion.Model == section.WordNone {
		return
	}
	switch {
	case c.Radio.Placeless():
		c.File.Fault(path, "nodes have no places with radio model %s, and do not move", c.Radio.Model)
	case c.Energy.Profile == section.ProfileNone:
		c.File.Fault(path, "no node has a battery: write energy: {battery: {min: 250000, max: 320000}}, in joules")
	case c.Energy.Battery.Model != section.BatteryLinear:
		c.File.Fault(path, "only a linear battery drives a motor, and energy.battery.model is %s", c.Energy.Battery.Model)
	case m.Propulsion.Model == section.PropulsionConstant && m.Propulsion.Rest == 0 && m.Propulsion.Move == 0:
		c.File.Fault(path, "does not say how much: {model: constant, rest: 150, move: 180}, in watts")
	default:
		if err := m.Propulsion.Motor().Validate(); err != nil {
			c.File.Fault(path, "%s", errs.Plain(err))
		}
	}
}
