package scenarios

// ProfileNone is the profile without batteries.
const ProfileNone = "none"

// Energy says what batteries hold and radios draw.
type Energy struct {
	// Power in each state of the radio, named by its source; none: batteries never
	// empty and nothing is charged.
	Profile string `yaml:"profile" jsonschema:"default=wifi-ns3,enum=wifi-ns3,enum=cc2420,enum=inet-80211,enum=none"`
	// Charge at the beginning, drawn uniformly for each node, in joules.
	Battery Battery `yaml:"battery" when:"profile=wifi-ns3|cc2420|inet-80211"`
}

// Battery is a range of charges.
type Battery struct {
	// In joules.
	Min float64 `yaml:"min" unit:"J" jsonschema:"default=300,exclusiveMinimum=0,maximum=1e9"`
	// In joules; the largest of them is the scale of capabilities.
	Max float64 `yaml:"max" unit:"J" jsonschema:"default=1200,exclusiveMinimum=0,maximum=1e9"`
}

// Capability says what a node can offer as a leader:
// 1000·(battery·remaining/largest + connectivity·min(degree,16)/16), rounded.
type Capability struct {
	// Weight of the remaining charge.
	Battery float64 `yaml:"battery" jsonschema:"default=0.7,minimum=0,maximum=1"`
	// Weight of the number of neighbours.
	Connectivity float64 `yaml:"connectivity" jsonschema:"default=0.3,minimum=0,maximum=1"`
	// A node in office keeps it until a rival exceeds it by this fraction. Default
	// with fixed values: 0.
	Hysteresis float64 `yaml:"hysteresis" jsonschema:"default=0.1,minimum=0,maximum=10"`
	// Bonus of a node in office when a rival is compared with it, in the unit of
	// the weights.
	Incumbent float64 `yaml:"incumbent" jsonschema:"default=0.05,minimum=0,maximum=10"`
	// What nodes 1, 2, … offer, fixed; weights and bonus then count for nothing.
	Values []int64 `yaml:"values"`
}

// Services.
const (
	ServiceHello  = "hello"
	ServiceOracle = "oracle"
	ServiceFlood  = "flood"
)

// Neighbours says how a node learns who is one hop away.
type Neighbours struct {
	// hello: by beacons over the radio, charged and counted apart; oracle: exactly
	// and for nothing. Default with radio model graph: oracle.
	Service string `yaml:"service" jsonschema:"default=hello,enum=hello,enum=oracle"`
	// Between two hellos.
	Interval Duration `yaml:"interval" when:"service=hello" jsonschema:"default=1s" min:"1ms" max:"1h"`
	// Silence after which a neighbour is dropped.
	Timeout Duration `yaml:"timeout" when:"service=hello" jsonschema:"default=3s" min:"1ms" max:"24h"`
}

// Routing says how a message reaches a member over several hops.
type Routing struct {
	// oracle: along the true shortest path, each hop transmitted, lossy and
	// charged; flood: by flooding.
	Service string `yaml:"service" jsonschema:"default=oracle,enum=oracle,enum=flood"`
}
