package movement

import (
	"strings"
	"time"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Check reports ways to move that contradict themselves or the world.
type Check struct {
	File   *keys.File
	Ways   *Ways
	Radio  *section.Radio
	Energy section.Energy
}

// All checks each way, and the groups.
func (c *Check) All() {
	for _, m := range c.Ways.Movings() {
		c.way(m)
	}
	c.groups()
}

// way reports values of one way to move that contradict each other.
func (c *Check) way(m section.Moving) {
	keys.AtMost(c.File, m.Path+".speed", m.Speed.Min, m.Speed.Max)
	keys.AtMost(c.File, m.Path+".pause", m.Pause.Min, m.Pause.Max)
	keys.AtMost(c.File, m.Path+".travel", m.Travel.Min, m.Travel.Max)
	keys.AtMost(c.File, m.Path+".flight", m.Flight.Min, m.Flight.Max)
	if !c.Radio.Placeless() && m.Placed() {
		c.positions(m)
	}
	c.altitude(m)
	c.around(m)
	c.propulsion(m)
	if c.Radio.Placeless() || !c.File.Sound(m.Path) {
		return
	}
	c.crossing(m)
	switch m.Model {
	case section.MobilityWalk:
		if m.Step > 0 && m.Distance > 0 {
			c.File.Fault(m.Path+".step", "a walker keeps its direction for a time, step, or a distance, not both")
		}
		if m.Step == 0 && m.Distance == 0 {
			c.File.Fault(m.Path+".distance", "is 0, so a time is needed: step: 1s")
		}
	case section.MobilityDirection:
		if m.Travel.Min == 0 && m.Travel.Max > 0 {
			c.File.Fault(m.Path+".travel", "a trip takes more than 0s: give the least as min")
		}
	case section.MobilityLevy:
		if m.Pause.Min == 0 {
			c.File.Fault(m.Path+".pause.min", "must be more than 0s: a power law has a least value")
		}
	case section.MobilityReferenceGroup:
		if side, needs := min(m.Area(c.Ways.World).Width, m.Area(c.Ways.World).Height), 2*(m.Spread+m.Wander); side <= needs && c.File.Sound("world") {
			c.File.Fault(m.Path+".spread", "a team needs %v m (twice spread and wander) on every side, and has %v m", needs, side)
		}
		if m.MemberSpeed < m.Speed.Max && c.File.Given(m.Path+".member_speed") {
			c.File.Fault(m.Path+".member_speed", "%v m/s is less than the team's speed.max, %v m/s: members would be left behind", m.MemberSpeed, m.Speed.Max)
		}
	case section.MobilityRoadMap:
		of := c.Ways.Map(*m.Mobility)
		if need, far := of.World(), c.Ways.World.Far(); (need.Width > far[0] || need.Height > far[1]) && c.File.Sound("world") {
			c.File.Fault("world", "the road map %s needs %.0f m by %.0f m", m.File, need.Width, need.Height)
		}
	}
}

// crossedIn is the least time that the fastest node may take to cross its area:
// otherwise movement is all that a run computes.
const crossedIn = section.Duration(time.Millisecond)

func (c *Check) crossing(m section.Moving) {
	area := m.Area(c.Ways.World)
	side := min(area.Width, area.Height)
	switch m.Model {
	case section.MobilityStatic, section.MobilityTrace, section.MobilityRoadMap, section.MobilityLevy, section.MobilityHover, section.WordOwn:
		return
	case section.MobilityManhattan:
		side /= float64(max(m.Blocks.X, m.Blocks.Y))
	case section.MobilityReferenceGroup:
		side -= 2 * (m.Spread + m.Wander)
	}
	if least := m.Speed.Max * crossedIn.Std().Seconds(); side > 0 && side < least && c.File.Sound("world") {
		c.File.Fault(c.File.First(m.Path+".speed", "world.width", "world.height", "world"), "at %v m/s a way of %.3g m, the shortest side, takes less than %v", m.Speed.Max, side, crossedIn)
	}
}

// Reach refuses nodes that cross the radio's range in less than a millisecond. A frame
// takes some tenths of one, so that the receivers of a frame would change while it is on the
// air, and a run would spend its time on finding neighbours. The speeds of a trace are not
// checked.
func (c *Check) Reach() {
	if c.Radio.Model != section.RadioDisk || !c.File.Sound("radio.range", "mobility", "groups") {
		return
	}
	for _, m := range c.Ways.Movings() {
		switch m.Model {
		case section.MobilityStatic, section.MobilityTrace, section.MobilityLevy, section.MobilityHover, section.WordOwn:
			continue
		}
		if m.Speed.Max*crossedIn.Std().Seconds() > c.Radio.Range {
			c.File.Fault(c.File.First("radio.range", m.Path+".speed"), "at %v m/s a node crosses the range of %.3g m in less than %v", m.Speed.Max, c.Radio.Range, crossedIn)
			return
		}
	}
}

func (c *Check) positions(m section.Moving) {
	nodes, path := c.Ways.Nodes, "nodes"
	if m.Group != nil {
		nodes, path = m.Group.Nodes, strings.TrimSuffix(m.Path, "mobility")+path
	}
	if n := len(m.Positions); n > 0 && n != nodes && c.File.Sound(path, m.Path+".positions") {
		c.File.Fault(m.Path+".positions", "has %d positions for %d nodes", n, nodes)
	}
	if !c.File.Sound("world") {
		return
	}
	for i, p := range m.Positions {
		if least, far := c.Ways.World.Least(), c.Ways.World.Far(); p[0] < least[0] || p[1] < least[1] || p[0] > far[0] || p[1] > far[1] {
			c.File.Fault(section.Item(m.Path+".positions", i), "[%v, %v] lies outside the world of %v m by %v m",
				p[0], p[1], c.Ways.World.Width, c.Ways.World.Height)
		}
	}
}
