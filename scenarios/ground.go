package scenarios

import (
	"github.com/paulmach/orb"

	"bellwether/internal/contract/provenance"
)

// Ground returns what stands and lies in the world, for maps: the outlines of the obstacles to
// the radios, which are closed rings, and the roads by which nodes move, in metres. It is
// passed on to a trace.WriterOptions.
func (s *Scenario) Ground() (g provenance.Ground) {
	if s.radioFiles.Obstacles != nil {
		g.Obstacles = s.outlines()
		g.Spans = s.radioFiles.Obstacles.Spans()
	}
	for _, of := range s.roads {
		for _, line := range of.Lines() {
			g.Roads = append(g.Roads, corners(line))
		}
	}
	return g
}

// outlines are those of the obstacles.
func (s *Scenario) outlines() (out [][][2]float64) {
	if s.radioFiles.Obstacles != nil {
		for _, ring := range s.radioFiles.Obstacles.Rings() {
			out = append(out, corners(ring))
		}
	}
	return out
}

// corners returns the points of a line or a ring as numbers.
func corners[T ~[]orb.Point](line T) [][2]float64 {
	out := make([][2]float64, len(line))
	for i, p := range line {
		out[i] = p
	}
	return out
}
