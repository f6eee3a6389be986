package air

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
	"bellwether/scenarios/internal/section"
)

// Antennas are the antennas of nodes 1, 2, …; nil if all are omni and have no gain.
func (r *Radio) Antennas() []radio.Antenna {
	var out []radio.Antenna
	plain := true
	for i := range r.Groups {
		a := r.Groups[i].Antenna
		one := radio.Antenna{Pattern: a.Pattern, BearingDeg: a.Bearing, Ahead: a.Facing == section.FacingHeading, GainDB: a.Gain,
			WidthDeg: a.Width, DepthDB: a.Depth, Use: a.Use}
		plain = plain && a.Pattern == section.AntennaOmni && a.Gain == 0
		out = append(out, slices.Repeat([]radio.Antenna{one}, r.Groups[i].Nodes)...)
	}
	if plain {
		return nil
	}
	return out
}

// Headings are the directions in which nodes move in one run, known before it. A node
// that has not moved yet heads along the x axis. A node that climbs straight up keeps its
// heading: a heading is over the ground. What a player of the viewer drags keeps the heading that
// it had without.
type Headings map[protocol.ID][]Heading

// A Heading is the direction of a node from an instant on.
type Heading struct {
	From time.Duration
	Deg  float64
}

// HeadingDeg returns the direction of a node at an instant.
func (h Headings) HeadingDeg(id protocol.ID, at protocol.Time) float64 {
	list := h[id]
	if i := sort.Search(len(list), func(i int) bool { return list[i].From > time.Duration(at) }); i > 0 {
		return list[i-1].Deg
	}
	return 0
}

// Headings are the headings of the nodes whose antennas turn; nil if no antenna turns.
func (r *Radio) Headings(own []radio.Antenna, seed uint64) radio.Header {
	out := Headings{}
	var model mobility.Model
	for i, a := range own {
		if !a.Ahead || r.Movement == nil {
			continue
		}
		if model == nil {
			model = mobility.ForRun(r.Movement, seed)
		}
		path := emulator.Path(model, seed, i+1)
		for {
			leg := path.Next()
			if leg.Velocity != (orb.Point{}) {
				list := out[protocol.ID(i+1)]
				deg := math.Atan2(leg.Velocity[1], leg.Velocity[0]) * (180 / math.Pi)
				if n := len(list); n == 0 || list[n-1].Deg != deg {
					out[protocol.ID(i+1)] = append(list, Heading{leg.Start, deg})
				}
			}
			if leg.End == mobility.Forever || leg.End > r.Until.Std() {
				break
			}
		}
	}
	return out
}
