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
)

// What the keys take.
const (
	antennaOmni   = "omni"
	patternSector = "sector"
	patternDipole = "dipole"
	patternFlat   = "dipole-flat"
	facingFixed   = "fixed"
	facingHeading = "heading"
)

// An antennaSection is the antenna of each node of a group.
type antennaSection struct {
	// omni: the same in all directions; sector: one lobe, after 3GPP TR 38.901; dipole: a
	// half-wave dipole that stands; dipole-flat: one that lies across its bearing, with
	// two nulls.
	Pattern string `yaml:"pattern" jsonschema:"default=omni,enum=omni,enum=sector,enum=dipole,enum=dipole-flat"`
	// Direction of the main lobe of a sector or of dipole-flat, in degrees from the x axis towards the y axis.
	Bearing float64 `yaml:"bearing" unit:"°" jsonschema:"default=0,minimum=-360,maximum=360"`
	// fixed: the bearing stays; heading: it counts from the direction in which the node moves, or moved
	// last.
	Facing string `yaml:"facing" jsonschema:"default=fixed,enum=fixed,enum=heading"`
	// Gain in the main lobe, in dBi, besides radio.antenna_gain. Default: omni 0, sector 8, dipoles
	// 2.1509.
	Gain float64 `yaml:"gain" unit:"dBi" jsonschema:"minimum=-100,maximum=100"`
	// Width of a sector's lobe where 3 dB are missing, in degrees.
	Width float64 `yaml:"width" unit:"°" jsonschema:"default=65,minimum=1,maximum=360"`
	// What the back of a sector, or a null, takes at most, in dB.
	Depth float64 `yaml:"depth" unit:"dB" jsonschema:"default=30,minimum=0,maximum=100"`
	// both: to send and to receive, by reciprocity with one gain; send, receive: for one of them, and
	// the other is by an omni antenna without gain, so that links may work in one direction only.
	Use string `yaml:"use" jsonschema:"default=both,enum=both,enum=send,enum=receive"`
}

// antennaFields keeps EncodeStrict from calling itself.
type antennaFields antennaSection

// EncodeStrict leaves out the antenna that all nodes have.
func (a antennaSection) EncodeStrict() any {
	if a.Pattern == antennaOmni && a.Gain == 0 && a.Use == "both" {
		return nil
	}
	return antennaFields(a)
}

// antennaDefaults sets the gains that the file does not give, and refuses antennas where power
// does not decide.
func (r *reader) antennaDefaults() {
	for i := range r.s.Groups {
		path, a := itemOf("groups", i)+".antenna", &r.s.Groups[i].Antenna
		fill(r, path+".gain", &a.Gain, radio.DefaultAntenna(a.Pattern).GainDB)
		if r.Given(path) && (!r.s.powered() || r.s.fromTable()) && r.Sound("radio.model") {
			r.Fault(path, "radio.model %s does not decide by power and places; take friis, log-distance, two-ray or three-log-distance", r.s.Radio.Model)
		}
	}
}

// warnOfAntennas warns of keys that a pattern does not use.
func (r *reader) warnOfAntennas() {
	for i := range r.s.Groups {
		path, pattern := itemOf("groups", i)+".antenna", r.s.Groups[i].Antenna.Pattern
		for _, key := range []struct {
			name string
			used []string
		}{
			{"bearing", []string{patternSector, patternFlat}}, {"facing", []string{patternSector, patternFlat}},
			{"width", []string{patternSector}}, {"depth", []string{patternSector, patternDipole, patternFlat}},
		} {
			if at := path + "." + key.name; r.Given(at) && !slices.Contains(key.used, pattern) {
				r.warnAt(at, "has no effect, since %s.pattern is %s", path, pattern)
			}
		}
	}
}

// antennas are those of nodes 1, 2, …; nil where all are omni and have no gain.
func (s *Scenario) antennas() []radio.Antenna {
	var out []radio.Antenna
	plain := true
	for i := range s.Groups {
		a := s.Groups[i].Antenna
		one := radio.Antenna{Pattern: a.Pattern, BearingDeg: a.Bearing, Ahead: a.Facing == facingHeading, GainDB: a.Gain,
			WidthDeg: a.Width, DepthDB: a.Depth, Use: a.Use}
		plain = plain && a.Pattern == antennaOmni && a.Gain == 0
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
