package scenarios

import (
	"math"
	"slices"
	"sort"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// antennaDefaults sets the gains that the file does not give, and refuses antennas where power
// does not decide.
func (r *reader) antennaDefaults() {
	for i := range r.s.Groups {
		path, a := section.Item("groups", i)+".antenna", &r.s.Groups[i].Antenna
		keys.Fill(r.File, path+".gain", &a.Gain, radio.DefaultAntenna(a.Pattern).GainDB)
		if r.Given(path) && (!r.s.powered() || r.s.fromTable()) && r.Sound("radio.model") {
			r.Fault(path, "radio.model %s does not decide by power and places; take friis, log-distance, two-ray or three-log-distance", r.s.Radio.Model)
		}
	}
}

// antennas are those of nodes 1, 2, …; nil where all are omni and have no gain.
func (s *Scenario) antennas() []radio.Antenna {
	var out []radio.Antenna
	plain := true
	for i := range s.Groups {
		a := s.Groups[i].Antenna
		one := radio.Antenna{Pattern: a.Pattern, BearingDeg: a.Bearing, Ahead: a.Facing == section.FacingHeading, GainDB: a.Gain,
			WidthDeg: a.Width, DepthDB: a.Depth, Use: a.Use}
		plain = plain && a.Pattern == section.AntennaOmni && a.Gain == 0
		out = append(out, slices.Repeat([]radio.Antenna{one}, s.Groups[i].Nodes)...)
	}
	if plain {
		return nil
	}
	return out
}

// headings are the directions in which nodes move in one run, known before it. A node
// that has not moved yet heads along the x axis. A node that climbs straight up keeps its
// heading: a heading is over the ground. What a player of the viewer drags keeps the heading that
// it had without.
type headings map[protocol.ID][]heading

// A heading is a node's from an instant on.
type heading struct {
	from time.Duration
	deg  float64
}

// HeadingDeg returns the direction of a node at an instant.
func (h headings) HeadingDeg(id protocol.ID, at protocol.Time) float64 {
	list := h[id]
	if i := sort.Search(len(list), func(i int) bool { return list[i].from > time.Duration(at) }); i > 0 {
		return list[i-1].deg
	}
	return 0
}

// headings are those of the nodes whose antennas turn, nil if none does.
func (s *Scenario) headings(own []radio.Antenna, seed uint64) radio.Header {
	out := headings{}
	var model mobility.Model
	for i, a := range own {
		if !a.Ahead || s.movement == nil {
			continue
		}
		if model == nil {
			model = mobility.ForRun(s.movement, seed)
		}
		path := emulator.Path(model, seed, i+1)
		for {
			leg := path.Next()
			if leg.Velocity != (orb.Point{}) {
				list := out[protocol.ID(i+1)]
				deg := math.Atan2(leg.Velocity[1], leg.Velocity[0]) * (180 / math.Pi)
				if n := len(list); n == 0 || list[n-1].deg != deg {
					out[protocol.ID(i+1)] = append(list, heading{leg.Start, deg})
				}
			}
			if leg.End == mobility.Forever || leg.End > s.Duration.Std() {
				break
			}
		}
	}
	return out
}
