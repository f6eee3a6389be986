package radio

import (
	"math"
	"slices"

	"bellwether/protocol"
)

// The patterns of antennas: Pattern of an [Antenna].
const (
	omni       = "omni"        // the same in all directions
	sector     = "sector"      // one lobe: 3GPP TR 38.901 V16.1.0, table 7.3-1
	dipole     = "dipole"      // a half-wave dipole that stands: the same in all directions of the plane
	dipoleFlat = "dipole-flat" // a half-wave dipole that lies across its bearing: two nulls
)

// The ways in which an antenna is used: Use of an [Antenna]. By "both" its gain is the same in
// both directions of a link, by reciprocity.
const (
	UseSend    = "send"    // it receives by another one, which has no direction
	UseReceive = "receive" // it sends by another one
	useBoth    = "both"
)

// An Antenna is the gain of one node's antenna by direction. The zero Antenna is omni with no
// gain. With Use send or receive links may work in one direction only.
type Antenna struct {
	Pattern    string  // omni, sector, dipole or dipole-flat; "": omni
	BearingDeg float64 // of the main lobe, from the x axis towards the y axis
	// Ahead turns the antenna with its node: BearingDeg counts from the direction of motion.
	Ahead    bool
	GainDB   float64 // in the main lobe, dBi: see DefaultAntenna
	WidthDeg float64 // of a Sector, where 3 dB are missing, horizontally and vertically; 38.901: 65
	DepthDB  float64 // what a Sector or a null takes at most, above 0; 38.901: 30
	Use      string  // both, UseSend or UseReceive; "": both
}

// Gains in the main lobe, dBi.
const (
	sectorGainDB = 8      // 3GPP TR 38.901, table 7.3-1
	dipoleGainDB = 2.1509 // 10·log10(1.6409): C. A. Balanis, "Antenna Theory", 4th edition, 2016, eq. 4-91
)

// DefaultAntenna returns an antenna with the numbers that the source of its pattern states.
func DefaultAntenna(pattern string) Antenna {
	a := Antenna{Pattern: pattern, WidthDeg: 65, DepthDB: 30, Use: useBoth}
	switch pattern {
	case sector:
		a.GainDB = sectorGainDB
	case dipole, dipoleFlat:
		a.GainDB = dipoleGainDB
	}
	return a
}

// A Direction is one that leaves an antenna.
type Direction struct {
	AzimuthDeg   float64 // from its main lobe
	ElevationDeg float64 // above the plane
}

// TowardsDB returns the gain in a direction, dB.
//
//	sector: G − min(min(12(φ/w)², depth) + min(12(θ/w)², depth), depth)
//	dipole: G + 20·log10(cos(½π·cos α)/sin α), α from its axis; at least G − depth
func (a Antenna) TowardsDB(d Direction) float64 {
	switch a.Pattern {
	case sector:
		lobe := func(deg float64) float64 {
			share := deg / a.WidthDeg
			return min(12*share*share, a.DepthDB)
		}
		return a.GainDB - min(lobe(turned(d.AzimuthDeg))+lobe(d.ElevationDeg), a.DepthDB)
	case dipole:
		return a.GainDB - a.dipole(math.Sin(radians(d.ElevationDeg)))
	case dipoleFlat:
		return a.GainDB - a.dipole(math.Cos(radians(d.ElevationDeg))*math.Sin(radians(d.AzimuthDeg)))
	}
	return a.GainDB
}

// dipole is what a half-wave dipole takes at an angle from its axis, given by its cosine.
func (a Antenna) dipole(cos float64) float64 {
	sin := math.Sqrt(max(1-cos*cos, 0))
	if sin == 0 {
		return a.DepthDB
	}
	return min(-20*math.Log10(max(math.Cos(math.Pi/2*cos)/sin, 1e-9)), a.DepthDB)
}

func radians(deg float64) float64 { return deg * (math.Pi / 180) }

// turned brings an angle between -180 and 180 degrees.
func turned(deg float64) float64 { return math.Remainder(deg, 360) }

// A Header knows where nodes head: the direction of a node's motion, in degrees from the x axis
// towards the y axis. A node that rests heads where it went last.
type Header interface {
	HeadingDeg(id protocol.ID, at protocol.Time) float64
}

// Validate reports every parameter that is out of bounds.
func (a Antenna) Validate() error {
	var f faults
	patterns, uses := []string{"", omni, sector, dipole, dipoleFlat}, []string{"", useBoth, UseSend, UseReceive}
	f.check(slices.Contains(patterns, a.Pattern), "antenna pattern must be one of %q, got %q", patterns[1:], a.Pattern)
	f.check(slices.Contains(uses, a.Use), "use of an antenna must be one of %q, got %q", uses[1:], a.Use)
	f.check(math.Abs(a.BearingDeg) <= 360, "bearing of an antenna must be from -360 to 360 degrees, got %g", a.BearingDeg)
	f.check(math.Abs(a.GainDB) <= 100, "antenna gain must be from -100 to 100 dB, got %g", a.GainDB)
	f.check(a.Pattern != sector || a.WidthDeg >= 1 && a.WidthDeg <= 360, "width of a sector must be from 1 to 360 degrees, got %g", a.WidthDeg)
	f.check(a.DepthDB >= 0 && a.DepthDB <= 100, "depth of an antenna's nulls must be from 0 to 100 dB, got %g", a.DepthDB)
	return f.err()
}
