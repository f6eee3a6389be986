package scenarios

import (
	"strings"

	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/movement"
	"bellwether/scenarios/internal/script"
	"bellwether/scenarios/internal/section"
)

// maxSamples bounds the instants at which the components of a run are drawn, each of which
// costs a walk over the whole graph.
const maxSamples = 10_000_000

// validate reports values that contradict each other, though each is well formed.
func (r *reader) validate() {
	s := r.s
	ways := movement.Check{File: r.File, Ways: s.ways(), Radio: &s.Radio, Energy: s.Energy}
	ways.All()
	keys.AtMost(r.File, "energy.battery", s.Energy.Battery.Min, s.Energy.Battery.Max)
	r.checkSun()
	if s.Neighbours.Service == section.ServiceHello && s.Neighbours.Timeout < s.Neighbours.Interval && r.Sound("neighbours") {
		r.Fault("neighbours.timeout", "must be at least the interval of %v, got %v: every neighbour would be dropped",
			s.Neighbours.Interval, s.Neighbours.Timeout)
	}
	tooLong := s.follows && s.Duration.Std() > longest // checkRecording reports it
	if r.Sound("duration", "measure") && !tooLong && s.Duration/s.Measure.Every > maxSamples {
		r.Fault(r.First("measure.every", "duration"), "%v between two samples makes more than %d samples in %v", s.Measure.Every, maxSamples, s.Duration)
	}
	if t := s.Measure.Tolerance; t > 0 && t < 0.001 {
		r.Fault("measure.tolerance", "must be at least 0.001, got %v: it is taken in thousandths", t)
	}
	r.checkBitrate()
	ways.Reach()
	r.checkSizes()
	r.checkCounts()
	r.checkGraph()
	r.checkAccess()
	r.checkRouting()
	r.checkContacts()
	r.checkOwn()
	r.checkRecording()
	r.checkCapability()
	(&script.Part{File: r.File, Start: s.Start, Faults: s.Faults, Interventions: s.Interventions, Own: r.o.Faults,
		World: script.World{Nodes: s.Nodes, Plane: s.World, Duration: s.Duration, RadioModel: s.Radio.Model, Placeless: s.Radio.Placeless(),
			Contended: s.Radio.Contended(), NoBattery: s.Energy.Profile == section.ProfileNone}}).Check()
}

// checkSun asks for a day in which the sun can rise and set.
func (r *reader) checkSun() {
	sun := r.s.Energy.Sun
	switch {
	case !r.Given("energy.sun") || !r.Sound("energy.sun"):
	case sun.Peak == 0:
		r.Fault("energy.sun", "does not say how strong: peak: 0.5")
	case r.s.Energy.Battery.Model == section.BatteryDiffusion:
		r.Fault("energy.sun", "cannot charge a battery of model rakhmatov, which can only discharge")
	case sun.Rise >= sun.Set || sun.Set > sun.Day:
		r.Fault("energy.sun", "rises at %v and sets at %v of a day of %v: must rise, then set, within it", sun.Rise, sun.Set, sun.Day)
	}
}

// checkCounts compares the number of nodes with what is listed for each.
func (r *reader) checkCounts() {
	s := r.s
	if !r.Sound("nodes") {
		return
	}
	count := func(path string, n int, what string) {
		if n > 0 && n != s.Nodes && r.Sound(path) {
			r.Fault(path, "has %d %s for %d nodes", n, what, s.Nodes)
		}
	}
	count("capability.values", len(s.Capability.Values), "values")
	count("capability.static.shares", len(s.Capability.Static.Shares), "shares")
	r.checkRadioCounts()
	for _, of := range s.replays {
		if n := s.nodesOf(of); n > of.Trace.Nodes() {
			r.Fault(strings.TrimSuffix(of.Path, "mobility")+"nodes", "the trace %s has %d nodes, not %d", of.File, of.Trace.Nodes(), n)
		}
	}
}

// maxCompleteNodes bounds a complete graph, whose links are n²/2.
const maxCompleteNodes = 1 << 14

func (r *reader) checkGraph() {
	s := r.s
	if s.Radio.Model != section.RadioGraph || !r.Sound("radio.model", "radio.topology", "nodes") {
		return
	}
	switch s.Radio.Topology {
	case "":
		r.Fault("radio", "model graph needs a topology: ring, complete, line, star, grid or edges")
	case "edges":
		r.checkEdges()
	case "complete":
		if s.Nodes > maxCompleteNodes {
			r.Fault("nodes", "a complete graph takes at most %d nodes, got %d", maxCompleteNodes, s.Nodes)
		}
	}
	if s.Radio.Topology != "edges" && s.Radio.Topology != "" && len(s.Radio.Edges) > 0 {
		r.Fault("radio.edges", "are listed, but the topology is %s, not edges", s.Radio.Topology)
	}
}

func (r *reader) checkEdges() {
	s := r.s
	if len(s.Radio.Edges) == 0 && r.Sound("radio.edges") {
		r.Fault("radio", "topology edges needs edges: [[1, 2], …]")
	}
	seen := map[[2]protocol.ID]int{}
	for i, e := range s.Radio.Edges {
		at := section.Item("radio.edges", i)
		key := [2]protocol.ID{min(e[0], e[1]), max(e[0], e[1])}
		first, twice := seen[key]
		switch {
		case !r.Sound(at) || !r.Known(at+"[0]", e[0], r.s.Nodes) || !r.Known(at+"[1]", e[1], r.s.Nodes):
		case e[0] == e[1]:
			r.Fault(at, "joins node %d to itself", e[0])
		case twice:
			r.Fault(at, "is listed twice, first as edge %d", first+1)
		default:
			seen[key] = i
		}
	}
}
