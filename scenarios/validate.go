package scenarios

import (
	"fmt"
	"strings"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// maxSamples bounds the instants at which the components of a run are drawn, each of which
// costs a walk over the whole graph.
const maxSamples = 10_000_000

// validate reports values that contradict each other, though each is well formed.
func (r *reader) validate() {
	s := r.s
	for _, m := range s.movings() {
		r.checkMoving(m)
	}
	r.checkGroupsOfNodes()
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
	r.checkReach()
	r.checkSizes()
	r.checkCounts()
	r.checkGraph()
	r.checkAccess()
	r.checkRouting()
	r.checkContacts()
	r.checkOwn()
	r.checkRecording()
	r.checkCapability()
	r.checkStart()
	for i := range s.Faults {
		r.checkFault(section.Item("faults", i), &s.Faults[i])
	}
	for i := range s.Interventions {
		r.checkIntervention(section.Item("interventions", i), &s.Interventions[i])
	}
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

func (r *reader) checkStart() {
	s := r.s
	if s.Start.Leader != 0 {
		r.Known("start.leader", protocol.ID(s.Start.Leader), r.s.Nodes)
	}
	r.checkTargets("start.elect", s.Start.Elect.Nodes)
}

// maxStrikes bounds how often one entry of the script strikes.
const maxStrikes = 1_000_000

func (r *reader) checkFault(path string, f *section.Fault) {
	for _, one := range f.Given() {
		at := path + "." + one.TargetsKey()
		r.checkTargets(at, one.On.Nodes)
		r.checkRegion(at, one.On.Region)
	}
	r.checkRegion(path+".jam", f.Jam)
	r.checkPairs(path+".duplicate", f.Duplicate)
	r.checkPairs(path+".reorder", f.Reorder)
	r.checkGroups(path+"."+string(emulator.FaultPartition), f.Partition)
	if !r.Sound(path) {
		return
	}
	given := f.Given()
	if len(given) != 1 {
		what := "nothing strikes"
		if len(given) > 1 {
			what = fmt.Sprintf("%s and %s strike", given[0].Key, given[1].Key)
		}
		r.Fault(path, "%s: exactly one of %s is needed", what, section.FaultKinds())
		return
	}
	kind := given[0].Kind
	if given[0].Key == section.WordOwn && !r.ownStrikes(path, f, &given[0]) {
		return
	}
	if given[0].Key != section.WordOwn && r.Given(path+".nodes") {
		r.Fault(path+".nodes", "has no meaning for %s", kind)
	}
	if f.For > 0 && !given[0].Lasts {
		r.Fault(path+".for", "has no meaning for %s", kind)
	}
	r.only(path, kind, "lose_storage", emulator.FaultCrash, emulator.FaultFlap)
	r.only(path, kind, "up down", emulator.FaultFlap)
	r.only(path, kind, "ppm", emulator.FaultDrift)
	r.only(path, kind, "left", emulator.FaultDrain)
	r.only(path, kind, "probability", emulator.FaultDuplicate, emulator.FaultReorder)
	r.only(path, kind, "delay", emulator.FaultReorder)
	r.checkWhen(path, f, given[0])
	r.checkFlap(path, f, kind)
	r.checkMeasure(path, f, kind)
}

// checkWhen asks when the fault strikes, by the clock or at random.
func (r *reader) checkWhen(path string, f *section.Fault, one section.Strike) {
	switch {
	case f.MTBF > 0:
		r.checkRandom(path, f, one)
	case f.Repair > 0:
		r.Fault(path+".repair", "has no meaning without mtbf")
	case !r.Given(path+".at") && f.Every == 0:
		r.Fault(path, "does not say when: at: 2m, every: 60s, or mtbf: 10m")
	case f.Every > 0 && r.s.Duration/f.Every > maxStrikes:
		r.Fault(path+".every", "strikes more than %d times in %v", maxStrikes, r.s.Duration)
	}
}

// checkRandom bounds a random fault, and refuses times that such a fault draws.
func (r *reader) checkRandom(path string, f *section.Fault, one section.Strike) {
	for _, key := range []string{".every", ".for"} {
		if r.Given(path + key) {
			r.Fault(path+key, "has no meaning with mtbf: the times of random faults are drawn")
		}
	}
	switch {
	case one.Kind == emulator.FaultFlap:
		r.Fault(path+".mtbf", "has no meaning for flap, which has a rhythm; crash with mtbf and repair has none")
	case f.Repair > 0 && !one.Lasts:
		r.Fault(path+".repair", "has no meaning for %s", one.Kind)
	}
	processes := Duration(max(len(one.On.Nodes), 1))
	if one.On.Kind == emulator.TargetAll {
		processes = Duration(r.s.Nodes)
	}
	if cycles := r.s.Duration / (f.MTBF + f.Repair); cycles > maxStrikes/processes {
		r.Fault(path+".mtbf", "strikes more than %d times in %v", maxStrikes, r.s.Duration)
	}
}

// checkMeasure asks how much, of the faults that have a measure.
func (r *reader) checkMeasure(path string, f *section.Fault, kind emulator.FaultKind) {
	switch {
	case kind == emulator.FaultDrift && f.PPM == 0:
		r.Fault(path, "does not say how much a clock drifts: ppm: 100")
	case (kind == emulator.FaultDuplicate || kind == emulator.FaultReorder) && f.Probability == 0:
		r.Fault(path, "does not say how often: probability: 0.1")
	case kind == emulator.FaultReorder && f.Delay == 0:
		r.Fault(path, "does not say for how long: delay: 50ms")
	}
}

// checkFlap asks for the rhythm of a flapping node.
func (r *reader) checkFlap(path string, f *section.Fault, kind emulator.FaultKind) {
	switch {
	case kind != emulator.FaultFlap:
	case f.Up == 0 || f.Down == 0:
		r.Fault(path, "does not say how a node flaps: up: 5s, down: 5s")
	case r.s.Duration/(f.Up+f.Down) > maxStrikes:
		r.Fault(path, "strikes more than %d times in %v", maxStrikes, r.s.Duration)
	case f.Every > 0 && (f.For == 0 || f.For > f.Every):
		r.Fault(path+".every", "begins anew before the last has ended: for must be given, and be at most %v", f.Every)
	}
}

func (r *reader) checkTargets(path string, targets []protocol.ID) {
	for i, id := range targets {
		at := section.Item(path, i)
		if !r.Given(at) {
			at = path
		}
		if r.Sound(at) {
			r.Known(at, id, r.s.Nodes)
		}
	}
}

func (r *reader) checkGroups(path string, groups [][]protocol.ID) {
	in := map[protocol.ID]int{}
	for g, group := range groups {
		if len(group) == 0 {
			r.Fault(section.Item(path, g), "names no node")
		}
		for i, id := range group {
			at := section.Item(section.Item(path, g), i)
			if !r.Known(at, id, r.s.Nodes) {
				continue
			}
			if first, twice := in[id]; twice {
				r.Fault(at, "node %d is named twice, first in group %d", id, first+1)
			}
			in[id] = g
		}
	}
}
