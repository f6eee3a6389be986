package scenarios

import (
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios/internal/equipment"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/movement"
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
		s.Energy.Profile = section.ProfileNone // a file without the section has no batteries
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
	(&movement.Defaults{File: r.File, Ways: s.ways()}).Customs()
	if !r.Given("nodes") {
		s.Nodes = r.impliedNodes()
	}
	for _, of := range s.replays {
		b := of.Trace.Bounds()
		least := s.World.Least()
		s.World = s.World.WithLeast(orb.Point{min(b.Min[0], least[0]), min(b.Min[1], least[1])})
	}
	if !r.Given("world") {
		s.World = (&movement.Defaults{File: r.File, Ways: s.ways()}).Plane()
	}
	(&movement.Defaults{File: r.File, Ways: s.ways()}).Areas()
	r.radio().Antennas()
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
