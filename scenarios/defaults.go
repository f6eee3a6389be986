package scenarios

import "time"

// dependents sets the defaults that depend on other values.
func (r *reader) dependents() {
	s := r.s
	if s.Name == "" && r.Sound("name") {
		s.Name = nameOfFile(r.name)
	}
	graph := s.Radio.Model == RadioGraph
	if !r.Given("warmup") && !graph {
		s.Warmup = min(s.Duration/10, Duration(time.Minute))
	}
	if graph && !r.Given("radio.loss") {
		s.Radio.Loss.Model = wordNone
	}
	if graph && !r.Given("radio.bitrate") {
		s.Radio.Bitrate = 0
	}
	if graph && !r.Given("energy") {
		s.Energy.Profile = ProfileNone
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
		s.Neighbours.Service = ServiceOracle
	}
	if r.Given("capability.values") {
		if !r.Given("capability.hysteresis") {
			s.Capability.Hysteresis = 0
		}
		s.Capability.Incumbent = 0
	}
	if s.Start.Leader != 0 && !r.Given("start.elect") {
		s.Start.Elect = Electors{}
	}
	for i := range s.Faults {
		if f := &s.Faults[i]; f.Every > 0 && !r.Given(itemOf("faults", i)+".at") {
			f.At = f.Every
		}
	}
	if !r.Given("nodes") {
		s.Nodes = r.impliedNodes()
	}
	if !r.Given("world") {
		r.impliedWorld()
	}
}

// impliedNodes is how many nodes the rest of the file speaks of.
func (r *reader) impliedNodes() int {
	s := r.s
	switch {
	case s.trace != nil:
		return s.trace.Nodes()
	case len(s.Mobility.Positions) > 0 && s.Mobility.Model == MobilityStatic:
		return len(s.Mobility.Positions)
	case len(s.Capability.Values) > 0:
		return len(s.Capability.Values)
	case s.Radio.Model == RadioGraph && len(s.Radio.Edges) > 0:
		most := 1
		for _, e := range s.Radio.Edges {
			most = max(most, int(e[0]), int(e[1]))
		}
		return most
	}
	return s.Nodes
}

// impliedWorld is the rectangle that holds what the file places.
func (r *reader) impliedWorld() {
	s := r.s
	if s.Mobility.Model == MobilityTrace && s.trace != nil {
		b := s.trace.Bounds()
		s.World = World{Width: max(b.Max[0], 1), Height: max(b.Max[1], 1)}
	}
	if s.Mobility.Model == MobilityStatic && len(s.Mobility.Positions) > 0 {
		for _, p := range s.Mobility.Positions {
			s.World = World{Width: max(s.World.Width, p[0]), Height: max(s.World.Height, p[1])}
		}
	}
}
