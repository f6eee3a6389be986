package scenarios

import (
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// checkMoving reports values of one way to move that contradict each other.
func (r *reader) checkMoving(m section.Moving) {
	keys.AtMost(r.File, m.Path+".speed", m.Speed.Min, m.Speed.Max)
	keys.AtMost(r.File, m.Path+".pause", m.Pause.Min, m.Pause.Max)
	keys.AtMost(r.File, m.Path+".travel", m.Travel.Min, m.Travel.Max)
	keys.AtMost(r.File, m.Path+".flight", m.Flight.Min, m.Flight.Max)
	s := r.s
	if !s.Radio.Placeless() && m.Placed() {
		r.checkPositions(m)
	}
	r.checkAltitude(m)
	r.checkPropulsion(m)
	if s.Radio.Placeless() || !r.Sound(m.Path) {
		return
	}
	r.checkCrossing(m)
	switch m.Model {
	case section.MobilityWalk:
		if m.Step > 0 && m.Distance > 0 {
			r.Fault(m.Path+".step", "a walker keeps its direction for a time, step, or a distance, not both")
		}
		if m.Step == 0 && m.Distance == 0 {
			r.Fault(m.Path+".distance", "is 0, so a time is needed: step: 1s")
		}
	case section.MobilityDirection:
		if m.Travel.Min == 0 && m.Travel.Max > 0 {
			r.Fault(m.Path+".travel", "a trip takes more than 0s: give the least as min")
		}
	case section.MobilityLevy:
		if m.Pause.Min == 0 {
			r.Fault(m.Path+".pause.min", "must be more than 0s: a power law has a least value")
		}
	case section.MobilityReferenceGroup:
		if side, needs := min(m.Area(s.World).Width, m.Area(s.World).Height), 2*(m.Spread+m.Wander); side <= needs && r.Sound("world") {
			r.Fault(m.Path+".spread", "a team needs %v m (twice spread and wander) on every side, and has %v m", needs, side)
		}
		if m.MemberSpeed < m.Speed.Max && r.Given(m.Path+".member_speed") {
			r.Fault(m.Path+".member_speed", "%v m/s is less than the team's speed.max, %v m/s: members would be left behind", m.MemberSpeed, m.Speed.Max)
		}
	case section.MobilityRoadMap:
		of := s.mapOf(*m.Mobility)
		if need, far := of.World(), s.World.Far(); (need.Width > far[0] || need.Height > far[1]) && r.Sound("world") {
			r.Fault("world", "the road map %s needs %.0f m by %.0f m", m.File, need.Width, need.Height)
		}
	}
}

// crossedIn is the least time that the fastest node may take to cross its area:
// otherwise movement is all that a run computes.
const crossedIn = Duration(time.Millisecond)

func (r *reader) checkCrossing(m section.Moving) {
	area := m.Area(r.s.World)
	side := min(area.Width, area.Height)
	switch m.Model {
	case section.MobilityStatic, section.MobilityTrace, section.MobilityRoadMap, section.MobilityLevy, section.MobilityHover, section.WordOwn:
		return
	case section.MobilityManhattan:
		side /= float64(max(m.Blocks.X, m.Blocks.Y))
	case section.MobilityReferenceGroup:
		side -= 2 * (m.Spread + m.Wander)
	}
	if least := m.Speed.Max * crossedIn.Std().Seconds(); side > 0 && side < least && r.Sound("world") {
		r.Fault(r.First(m.Path+".speed", "world.width", "world.height", "world"), "at %v m/s a way of %.3g m, the shortest side, takes less than %v", m.Speed.Max, side, crossedIn)
	}
}

// checkReach refuses nodes that cross the radio's range in less than a millisecond. A frame
// takes some tenths of one, so that the receivers of a frame would change while it is on the
// air, and a run would spend its time on finding neighbours. The speeds of a trace are not
// checked.
func (r *reader) checkReach() {
	s := r.s
	if s.Radio.Model != section.RadioDisk || !r.Sound("radio.range", "mobility", "groups") {
		return
	}
	for _, m := range s.movings() {
		switch m.Model {
		case section.MobilityStatic, section.MobilityTrace, section.MobilityLevy, section.MobilityHover, section.WordOwn:
			continue
		}
		if m.Speed.Max*crossedIn.Std().Seconds() > s.Radio.Range {
			r.Fault(r.First("radio.range", m.Path+".speed"), "at %v m/s a node crosses the range of %.3g m in less than %v", m.Speed.Max, s.Radio.Range, crossedIn)
			return
		}
	}
}

// checkBitrate refuses what no radio does, and what would make a frame last for years.
func (r *reader) checkBitrate() {
	link := radio.DefaultLink()
	link.BitrateBps = r.s.Radio.Bitrate
	if err := link.Validate(); err != nil && r.Sound("radio.bitrate") {
		r.Fault("radio.bitrate", "%s", errs.Why(err))
	}
}

func (r *reader) checkPositions(m section.Moving) {
	s := r.s
	nodes, path := s.Nodes, "nodes"
	if m.Group != nil {
		nodes, path = m.Group.Nodes, strings.TrimSuffix(m.Path, "mobility")+path
	}
	if n := len(m.Positions); n > 0 && n != nodes && r.Sound(path, m.Path+".positions") {
		r.Fault(m.Path+".positions", "has %d positions for %d nodes", n, nodes)
	}
	if !r.Sound("world") {
		return
	}
	for i, p := range m.Positions {
		if least, far := s.World.Least(), s.World.Far(); p[0] < least[0] || p[1] < least[1] || p[0] > far[0] || p[1] > far[1] {
			r.Fault(section.Item(m.Path+".positions", i), "[%v, %v] lies outside the world of %v m by %v m",
				p[0], p[1], s.World.Width, s.World.Height)
		}
	}
}

// checkGroupsOfNodes compares groups with the world and the run.
func (r *reader) checkGroupsOfNodes() {
	s := r.s
	if len(s.Groups) == 0 {
		return
	}
	if r.Given("mobility") {
		r.Fault("mobility", "each group has its own mobility; this one applies to no node")
	}
	sum := 0
	for i := range s.Groups {
		g, path := &s.Groups[i], section.Item("groups", i)
		sum += g.Nodes
		if g.Mobility.Model == section.MobilityTrace {
			r.checkVisits(path)
		}
		r.checkCharge(path)
		for _, m := range []struct {
			path string
			section.Moment
		}{{path + ".arrive", g.Arrive}, {path + ".depart", g.Depart}} {
			if m.Min > m.Max && r.Sound(m.path) {
				r.Fault(m.path, "min %v is above max %v", m.Min, m.Max)
			}
		}
		if r.Given(path+".depart") && g.Depart.Min <= g.Arrive.Max && r.Sound(path+".arrive", path+".depart") {
			r.Fault(path+".depart", "from %v on is not after the last arrives, at %v", g.Depart.Min, g.Arrive.Max)
		}
		if a, far := g.Area, s.World.Far(); g.Mobility.Model != section.MobilityTrace && r.Sound("world", path+".area") && (a.Width <= 0 || a.Height <= 0 || a.X+a.Width > far[0] || a.Y+a.Height > far[1]) {
			r.Fault(path+".area", "reaches to [%v, %v], outside the world of %v m by %v m", a.X+max(a.Width, 0), a.Y+max(a.Height, 0), s.World.Width, s.World.Height)
		}
	}
	if s.Nodes != sum && r.Sound("nodes", "groups") {
		r.Fault("nodes", "the groups have %d nodes together, not %d", sum, s.Nodes)
	}
}

// checkCharge asks for both ends of a group's charge, and for batteries.
func (r *reader) checkCharge(group string) {
	path := group + ".battery"
	if !r.Given(path) || !r.Sound(path, "energy") {
		return
	}
	low, high := r.Given(path+".min"), r.Given(path+".max")
	switch {
	case r.s.Energy.Profile == section.ProfileNone:
		r.Fault(path, "no node has a battery: write energy: {profile: wifi-ns3}")
	case !low || !high:
		r.Fault(path, "needs both min and max, in joules")
	}
	for i := range r.s.Groups {
		if section.Item("groups", i) == group {
			keys.AtMost(r.File, path, r.s.Groups[i].Battery.Min, r.s.Groups[i].Battery.Max)
		}
	}
}

// checkVisits refuses other times of a group than its trace has.
func (r *reader) checkVisits(path string) {
	for _, of := range []struct{ key, instead string }{
		{"arrive", "mobility: {shift: {time: 2m}} lets all come later"},
		{"depart", "mobility: {end: 5m} cuts the trace"},
	} {
		if r.Given(path + "." + of.key) {
			r.Fault(path+"."+of.key, "a trace says itself when its nodes come and go: %s", of.instead)
		}
	}
}
