package scenarios

import (
	"strings"

	"bellwether/scenarios/internal/equipment"
	"bellwether/scenarios/internal/movement"
	"bellwether/scenarios/internal/recorded"
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
	equipment.CheckEnergy(r.File, s.Energy)
	if s.Neighbours.Service == section.ServiceHello && s.Neighbours.Timeout < s.Neighbours.Interval && r.Sound("neighbours") {
		r.Fault("neighbours.timeout", "must be at least the interval of %v, got %v: every neighbour would be dropped",
			s.Neighbours.Interval, s.Neighbours.Timeout)
	}
	tooLong := s.follows && recorded.TooLong(s.Duration) // checkRecording reports it
	if r.Sound("duration", "measure") && !tooLong && s.Duration/s.Measure.Every > maxSamples {
		r.Fault(r.First("measure.every", "duration"), "%v between two samples makes more than %d samples in %v", s.Measure.Every, maxSamples, s.Duration)
	}
	if t := s.Measure.Tolerance; t > 0 && t < 0.001 {
		r.Fault("measure.tolerance", "must be at least 0.001, got %v: it is taken in thousandths", t)
	}
	r.radio().Bitrate()
	ways.Reach()
	r.rows.sizes()
	r.checkCounts()
	r.radio().Graph()
	r.radio().Access()
	(&equipment.Routing{File: r.File, Keys: &s.Routing, Nodes: s.Nodes, Latency: s.Radio.Latency}).Check()
	r.checkContacts()
	r.checkOwn()
	r.recorded().Check()
	(&equipment.Offers{File: r.File, Keys: &s.Capability, Nodes: s.Nodes, NoBattery: s.Energy.Profile == section.ProfileNone,
		Service: s.Neighbours.Service, Radio: &s.Radio}).Check()
	s.eligible().Check(r.File)
	(&script.Part{File: r.File, Start: s.Start, Faults: s.Faults, Interventions: s.Interventions, Own: r.o.Faults,
		World: script.World{Nodes: s.Nodes, Plane: s.World, Duration: s.Duration, RadioModel: s.Radio.Model, Placeless: s.Radio.Placeless(),
			Contended: s.Radio.Contended(), NoBattery: s.Energy.Profile == section.ProfileNone}}).Check()
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
	r.radio().Counts()
	for _, of := range s.replays {
		if n := s.recorded().NodesOf(of); n > of.Trace.Nodes() {
			r.Fault(strings.TrimSuffix(of.Path, "mobility")+"nodes", "the trace %s has %d nodes, not %d", of.File, of.Trace.Nodes(), n)
		}
	}
}
