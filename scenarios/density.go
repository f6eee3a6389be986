package scenarios

import (
	"math"

	"bellwether/protocol"
	"bellwether/scenarios/internal/density"
	"bellwether/scenarios/internal/section"
)

// MeanDegree is about how many neighbours a node has: exactly of a graph, by its density
// of a world strewn evenly, and otherwise as a sample of nodes has half-way through the
// run, without walls and shadows. If it is not known, as with contacts, it is 0.
func (s *Scenario) MeanDegree() float64 {
	switch {
	case s.graph != nil:
		return s.meanOfGraph()
	case s.Radio.Placeless() || s.Nodes < 2:
		return 0
	case s.strewnEvenly():
		return min(s.evenDegree(), float64(s.Nodes-1))
	}
	return s.estimate().Degree(s.radio().RangeM())
}

// Sharers is about how many nodes share the medium of one, that node included: those whose
// frames it senses half-way through the first run. Where power decides these are the nodes
// with a link, which is what carrier_sense is by default. Without contention it is 1.
func (s *Scenario) Sharers() float64 {
	if !s.Radio.Contended() || s.Nodes < 2 {
		return 1
	}
	reach := s.radio().RangeM()
	if s.Radio.Model == section.RadioDisk {
		reach *= s.Radio.Access.CarrierSenseRange
	}
	return 1 + s.estimate().Degree(reach)
}

func (s *Scenario) meanOfGraph() float64 {
	if s.Radio.Topology == "complete" {
		return float64(s.Nodes - 1)
	}
	links, peers := 0, []protocol.ID(nil)
	for i := range s.Nodes {
		peers, _ = s.graph.AppendPeers(peers[:0], protocol.ID(i+1))
		links += len(peers)
	}
	return float64(links) / float64(s.Nodes)
}

// strewnEvenly reports whether nodes may be anywhere with about the same probability.
func (s *Scenario) strewnEvenly() bool {
	return len(s.replays) == 0 && len(s.Groups) == 0 && len(s.Mobility.Positions) == 0 &&
		s.Mobility.Altitude == section.Altitude{} && s.Mobility.Obstacles != section.ObstaclesAvoid &&
		s.Mobility.Model != section.MobilityReferenceGroup && s.Mobility.Model != section.WordOwn && !math.IsInf(s.radio().RangeM(), 1)
}

// evenDegree is the mean degree of evenly distributed nodes, without the effect of the
// world's rim.
func (s *Scenario) evenDegree() float64 {
	reach := s.radio().RangeM()
	return float64(s.Nodes-1) * math.Pi * reach * reach / (s.World.Width * s.World.Height)
}

// estimate looks at who is near whom.
func (s *Scenario) estimate() *density.Estimate {
	return &density.Estimate{Nodes: s.Nodes, World: s.World, Seed: s.Seed, Until: s.Duration.Std(), Movement: s.movement,
		Still:  s.movement != nil && s.movement.MaxSpeed() == 0 && len(s.replays) == 0 && len(s.Groups) == 0 && s.radioFiles.Table() == nil,
		Medium: s.radio().Medium}
}

// Connectivity is how well nodes are linked: at how many instants they were looked at (Looks),
// the mean number of links of a node (Degree) and its standard error (Error), the share of the
// looks in which all are Connected, the mean number of Components, the mean and the greatest
// number of hops between nodes of one (HopsMean, HopsMost), and whether hops were counted from
// some nodes only (Sampled).
type Connectivity = density.Connectivity

// Connectivity looks at how well nodes are linked between the warm-up and the end of a run:
// degrees, components and hops, at a few instants of walks that are drawn from the first seeds
// but differ from those of the runs. Faults and empty batteries are left out. It costs less
// than a second; where that is not enough for one instant it has no looks.
func (s *Scenario) Connectivity() Connectivity {
	return s.estimate().Connect(s.Warmup.Std())
}

// Reach says in words how far the radio reaches, and what makes it reach so far.
func (s *Scenario) Reach() string { return s.radio().Reach() }
