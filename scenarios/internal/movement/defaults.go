package movement

import (
	"strings"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Defaults sets what the file leaves open of its ways to move.
type Defaults struct {
	File *keys.File
	Ways *Ways
}

// Customs fills in what people expect of each model.
func (d *Defaults) Customs() {
	for _, m := range d.Ways.Movings() {
		d.customary(m)
	}
}

// A custom is what people expect of a model, where that differs from what the
// tags say. The comments of Mobility name the sources.
type custom struct {
	model string
	speed section.Speed
	pause section.Pause
	step  section.Duration
}

// customs lists them; a model that is not there has what the tags say.
var customs = []custom{
	{model: section.MobilityWalk, speed: section.Speed{Min: 2, Max: 4}},
	{model: section.MobilityDirection, speed: section.Speed{Min: 1, Max: 2}, pause: section.Pause{Min: 2e9, Max: 2e9}},
	{model: section.MobilityGaussMarkov, speed: section.Speed{Max: 1}, step: 1e9},
	{model: section.MobilityLevy, pause: section.Pause{Min: 1e9, Max: 100e9}},
	{model: section.MobilityManhattan, speed: section.Speed{Min: 4.17, Max: 16.67}},
	{model: section.MobilityRoadMap, speed: section.Speed{Min: 0.5, Max: 1.5}, pause: section.Pause{Max: 120e9}},
	{model: section.MobilityReferenceGroup, step: 1e9},
	{model: section.MobilityWaypoint3D, speed: section.Speed{Min: 10.2, Max: 18.3}},
	{model: section.MobilityCoverage, speed: section.Speed{Min: 10.2, Max: 18.3}},
	{model: section.MobilityHover, step: 1e9},
}

// customary fills in what people expect of a model.
func (d *Defaults) customary(m section.Moving) {
	for _, c := range customs {
		if c.model != m.Model {
			continue
		}
		if (c.speed != section.Speed{}) {
			keys.Fill(d.File, m.Path+".speed.min", &m.Speed.Min, c.speed.Min)
			keys.Fill(d.File, m.Path+".speed.max", &m.Speed.Max, c.speed.Max)
		}
		if (c.pause != section.Pause{}) {
			keys.Fill(d.File, m.Path+".pause.min", &m.Pause.Min, c.pause.Min)
			keys.Fill(d.File, m.Path+".pause.max", &m.Pause.Max, c.pause.Max)
		}
		keys.Fill(d.File, m.Path+".step", &m.Step, c.step)
	}
	if m.Model == section.MobilityGaussMarkov {
		keys.Fill(d.File, m.Path+".deviation.speed", &m.Deviation.Speed, m.Speed.Max/10)
	}
	if m.Model == section.MobilityReferenceGroup {
		keys.Fill(d.File, m.Path+".member_speed", &m.MemberSpeed, m.Speed.Max)
	}
	if m.Model == section.MobilityWalk && m.Step > 0 {
		keys.Fill(d.File, m.Path+".distance", &m.Distance, 0)
	}
	if of := d.Ways.Replay(m.Path); of != nil && m.Group != nil {
		keys.Fill(d.File, strings.TrimSuffix(m.Path, ".mobility")+".nodes", &m.Group.Nodes, of.Trace.Nodes())
	}
	if m.Group != nil && len(m.Positions) > 0 && m.Placed() {
		keys.Fill(d.File, strings.TrimSuffix(m.Path, ".mobility")+".nodes", &m.Group.Nodes, len(m.Positions))
	}
}

// Plane is the rectangle that holds what the file places; where all goes
// along roads, or some nodes replay a trace, no more than that.
func (d *Defaults) Plane() section.Plane {
	need := section.PlaneFrom(d.Ways.World.Least())
	holds := func(x, y float64) { need.Width, need.Height = max(need.Width, x), max(need.Height, y) }
	for _, of := range d.Ways.Replays {
		b, least := of.Trace.Bounds(), d.Ways.World.Least()
		holds(max(b.Max[0]-least[0], 1), max(b.Max[1]-least[1], 1))
	}
	elsewhere := false
	for _, m := range d.Ways.Movings() {
		if of := d.Ways.Map(*m.Mobility); of != nil {
			holds(of.World().Width-need.Least()[0], of.World().Height-need.Least()[1])
			continue
		}
		elsewhere = elsewhere || len(d.Ways.Replays) == 0
		if m.Placed() {
			for _, p := range m.Positions {
				holds(p[0]-need.Least()[0], p[1]-need.Least()[1])
			}
		}
	}
	if elsewhere {
		holds(d.Ways.World.Width, d.Ways.World.Height)
	}
	return need
}

// Areas lets groups keep to the whole world, or to its rest.
func (d *Defaults) Areas() {
	for i := range d.Ways.Groups {
		path, area := section.Item("groups", i)+".area", &d.Ways.Groups[i].Area
		far := d.Ways.World.Far()
		keys.Fill(d.File, path+".width", &area.Width, far[0]-area.X)
		keys.Fill(d.File, path+".height", &area.Height, far[1]-area.Y)
	}
}
