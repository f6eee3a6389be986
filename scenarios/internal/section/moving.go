package section

import (
	"github.com/paulmach/orb"

	"bellwether/mobility"
)

// Slowest stands for a minimum speed of 0, in m/s: the least that models of
// movement take.
const Slowest = 0.001

// ModelSpeed is the range with a minimum that models take.
func (m *Mobility) ModelSpeed() Speed {
	s := m.Speed
	if s.Min == 0 && s.Max > 0 {
		s.Min = min(Slowest, s.Max)
	}
	return s
}

// Waypoint is a random waypoint in an area.
func (m *Mobility) Waypoint(world mobility.Area) mobility.WaypointOptions {
	speed := m.ModelSpeed()
	o := mobility.WaypointOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
		PauseMin: m.Pause.Min.Std(), PauseMax: m.Pause.Max.Std()}
	if m.Start == string(mobility.StartLeaving) {
		o.Start = mobility.StartLeaving
	}
	return o
}

// Standing is the model of nodes that stand: where the file says, or anywhere in an area.
func (m *Mobility) Standing(world mobility.Area) (mobility.Model, error) {
	if len(m.Positions) == 0 {
		return mobility.NewStatic(world)
	}
	return mobility.NewStaticAt(m.Points())
}

// Placed reports whether nodes are where the file may say.
func (m *Mobility) Placed() bool { return m.Model == MobilityStatic || m.Model == MobilityHover }

// Points are the positions that the file gives.
func (m *Mobility) Points() []orb.Point {
	points := make([]orb.Point, len(m.Positions))
	for i, p := range m.Positions {
		points[i] = orb.Point(p)
	}
	return points
}
