package scenarios

import (
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios/internal/equipment"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// dependents sets the defaults that depend on other values.
func (r *reader) dependents() {
	s := r.s
	if s.Name == "" && r.Sound("name") {
		s.Name = strictyaml.NameOf(r.name)
	}
	graph := s.Radio.Model == section.RadioGraph
	of := r.recorded()
	of.Defaults()
	if lasts := of.Lasts(); lasts > 0 && !r.Given("duration") {
		s.Duration, s.follows = lasts, true
	}
	if !r.Given("warmup") && !graph {
		s.Warmup = min(s.Duration/10, Duration(time.Minute))
		if last := r.recorded().Lasts(); last > 0 {
			s.Warmup = min(s.Warmup, last/10)
		}
	}
	r.radio().Defaults()
	(&equipment.Routing{File: r.File, Keys: &s.Routing, Nodes: s.Nodes, Latency: s.Radio.Latency}).Defaults()
	if !r.Given("energy") {
		s.Energy.Profile = section.ProfileNone // whoever speaks of no batteries has none
	}
	if s.Energy.Profile == section.ProfileNone {
		keys.Fill(r.File, "capability.battery", &s.Capability.Battery, 0)
	}
	if sun := &s.Energy.Sun; sun.Peak > 0 {
		if !r.Given("energy.sun.rise") {
			sun.Rise = sun.Day / 4
		}
		if !r.Given("energy.sun.set") {
			sun.Set = sun.Day / 4 * 3
		}
	}
	if graph && !r.Given("neighbours.service") {
		s.Neighbours.Service = section.ServiceOracle
	}
	if r.Given("capability.values") {
		if !r.Given("capability.hysteresis") {
			s.Capability.Hysteresis = 0
		}
		s.Capability.Incumbent = 0
	}
	if s.Start.Leader != 0 && !r.Given("start.elect") {
		s.Start.Elect = section.Electors{}
	}
	for i := range s.Faults {
		if f := &s.Faults[i]; f.Every > 0 && !r.Given(section.Item("faults", i)+".at") {
			f.At = f.Every
		}
	}
	for _, m := range s.movings() {
		r.customary(m)
	}
	if !r.Given("nodes") {
		s.Nodes = r.impliedNodes()
	}
	for _, of := range s.replays {
		b := of.Trace.Bounds()
		least := s.World.Least()
		s.World = s.World.WithLeast(orb.Point{min(b.Min[0], least[0]), min(b.Min[1], least[1])})
	}
	if !r.Given("world") {
		r.impliedWorld()
	}
	r.impliedAreas()
	r.radio().Antennas()
}

// A custom is what people expect of a model, where that differs from what the
// tags say. The comments of Mobility name the sources.
type custom struct {
	model string
	speed section.Speed
	pause section.Pause
	step  Duration
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
func (r *reader) customary(m section.Moving) {
	for _, c := range customs {
		if c.model != m.Model {
			continue
		}
		if (c.speed != section.Speed{}) {
			keys.Fill(r.File, m.Path+".speed.min", &m.Speed.Min, c.speed.Min)
			keys.Fill(r.File, m.Path+".speed.max", &m.Speed.Max, c.speed.Max)
		}
		if (c.pause != section.Pause{}) {
			keys.Fill(r.File, m.Path+".pause.min", &m.Pause.Min, c.pause.Min)
			keys.Fill(r.File, m.Path+".pause.max", &m.Pause.Max, c.pause.Max)
		}
		keys.Fill(r.File, m.Path+".step", &m.Step, c.step)
	}
	if m.Model == section.MobilityGaussMarkov {
		keys.Fill(r.File, m.Path+".deviation.speed", &m.Deviation.Speed, m.Speed.Max/10)
	}
	if m.Model == section.MobilityReferenceGroup {
		keys.Fill(r.File, m.Path+".member_speed", &m.MemberSpeed, m.Speed.Max)
	}
	if m.Model == section.MobilityWalk && m.Step > 0 {
		keys.Fill(r.File, m.Path+".distance", &m.Distance, 0)
	}
	if of := r.s.ways().Replay(m.Path); of != nil && m.Group != nil {
		keys.Fill(r.File, strings.TrimSuffix(m.Path, ".mobility")+".nodes", &m.Group.Nodes, of.Trace.Nodes())
	}
	if m.Group != nil && len(m.Positions) > 0 && m.Placed() {
		keys.Fill(r.File, strings.TrimSuffix(m.Path, ".mobility")+".nodes", &m.Group.Nodes, len(m.Positions))
	}
}

// impliedNodes is how many nodes the rest of the file speaks of.
func (r *reader) impliedNodes() int {
	s := r.s
	switch {
	case len(s.replays) > 0 && len(s.Groups) == 0:
		return s.replays[0].Trace.Nodes()
	case s.met != nil:
		return s.met.Nodes()
	case len(s.Groups) > 0:
		sum := 0
		for i := range s.Groups {
			sum += s.Groups[i].Nodes
		}
		return sum
	case len(s.Mobility.Positions) > 0 && s.Mobility.Placed():
		return len(s.Mobility.Positions)
	case len(s.Capability.Values) > 0:
		return len(s.Capability.Values)
	case len(s.Capability.Static.Shares) > 0:
		return len(s.Capability.Static.Shares)
	case s.radioFiles.Table() != nil:
		return s.radioFiles.Table().Nodes()
	case s.Radio.Model == section.RadioGraph && len(s.Radio.Edges) > 0:
		most := 1
		for _, e := range s.Radio.Edges {
			most = max(most, int(e[0]), int(e[1]))
		}
		return most
	}
	return s.Nodes
}

// impliedWorld is the rectangle that holds what the file places; where all goes
// along roads, or some nodes replay a trace, no more than that.
func (r *reader) impliedWorld() {
	s := r.s
	need := section.PlaneFrom(s.World.Least())
	holds := func(x, y float64) { need.Width, need.Height = max(need.Width, x), max(need.Height, y) }
	for _, of := range s.replays {
		b, least := of.Trace.Bounds(), s.World.Least()
		holds(max(b.Max[0]-least[0], 1), max(b.Max[1]-least[1], 1))
	}
	elsewhere := false
	for _, m := range s.movings() {
		if of := s.ways().Map(*m.Mobility); of != nil {
			holds(of.World().Width-need.Least()[0], of.World().Height-need.Least()[1])
			continue
		}
		elsewhere = elsewhere || len(s.replays) == 0
		if m.Placed() {
			for _, p := range m.Positions {
				holds(p[0]-need.Least()[0], p[1]-need.Least()[1])
			}
		}
	}
	if elsewhere {
		holds(s.World.Width, s.World.Height)
	}
	s.World = need
}

// impliedAreas lets groups keep to the whole world, or to its rest.
func (r *reader) impliedAreas() {
	for i := range r.s.Groups {
		path, area := section.Item("groups", i)+".area", &r.s.Groups[i].Area
		far := r.s.World.Far()
		keys.Fill(r.File, path+".width", &area.Width, far[0]-area.X)
		keys.Fill(r.File, path+".height", &area.Height, far[1]-area.Y)
	}
}
