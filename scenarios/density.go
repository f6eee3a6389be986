package scenarios

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// degreeLooks bounds the nodes whose neighbours MeanDegree counts: their mean is then
// within some 5 % of that of all.
const degreeLooks = 1000

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
	return s.sampledDegree(s.radio().RangeM())
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
	return 1 + s.sampledDegree(reach)
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
		s.Mobility.Altitude == section.Altitude{} &&
		s.Mobility.Model != section.MobilityReferenceGroup && s.Mobility.Model != section.WordOwn && !math.IsInf(s.radio().RangeM(), 1)
}

// evenDegree is the mean degree of evenly distributed nodes, without the effect of the
// world's rim.
func (s *Scenario) evenDegree() float64 {
	reach := s.radio().RangeM()
	return float64(s.Nodes-1) * math.Pi * reach * reach / (s.World.Width * s.World.Height)
}

// sampledDegree counts the nodes within reach of some nodes, in metres, where a first seed
// places them.
func (s *Scenario) sampledDegree(reach float64) float64 {
	movement := mobility.ForRun(s.movement, s.Seed)
	points, present := make([]orb.Point, s.Nodes), make([]bool, s.Nodes)
	altitudesM := make([]float64, s.Nodes)
	for i := range points {
		drawn := rand.New(rand.NewPCG(s.Seed, uint64(i)))
		w := walker{path: movement.Path(i+1, drawn, drawn)}
		w.leg = w.path.Next()
		points[i], present[i] = w.at(s.Duration.Std() / 2)
		altitudesM[i] = w.leg.AltitudeAt(s.Duration.Std() / 2)
	}
	reach = min(reach, math.Hypot(s.World.Width, s.World.Height))
	index := spatial.NewIndex(reach)
	index.Rebuild(points, present)
	looked, seen := 0, 0
	var near []int32
	for i := 0; i < s.Nodes && looked < degreeLooks; i += max(s.Nodes/degreeLooks, 1) {
		if !present[i] {
			continue
		}
		near = index.Near(points[i], reach, near[:0])
		looked++
		for _, j := range near {
			if h := (places{points, altitudesM}).hop(i, int(j), 0); int(j) != i && h.SquareM2() <= reach*reach {
				seen++
			}
		}
	}
	return float64(seen) / float64(max(looked, 1))
}
