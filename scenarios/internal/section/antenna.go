package section

// What the keys take.
const (
	AntennaOmni   = "omni"
	PatternSector = "sector"
	PatternDipole = "dipole"
	PatternFlat   = "dipole-flat"
	FacingFixed   = "fixed"
	FacingHeading = "heading"
)

// An Antenna is the antenna of each node of a group.
type Antenna struct {
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
type antennaFields Antenna

// EncodeStrict leaves out the antenna that all nodes have.
func (a Antenna) EncodeStrict() any {
	if a.Pattern == AntennaOmni && a.Gain == 0 && a.Use == "both" {
		return nil
	}
	return antennaFields(a)
}
