package section

import "bellwether/internal/sim/energy"

// ProfileNone is the profile without batteries.
const ProfileNone = "none"

// Energy is the charge of batteries and the power of radios.
type Energy struct {
	// Power in each state of the radio, named by its source; none: no node has a battery
	// and no energy is counted.
	Profile string `yaml:"profile" jsonschema:"default=wifi-ns3,enum=wifi-ns3,enum=cc2420,enum=inet-80211,enum=lora,enum=none"`
	// Charge at the beginning, drawn uniformly for each node, in joules.
	Battery Battery `yaml:"battery" when:"profile=wifi-ns3|cc2420|inet-80211|lora"`
	// A solar panel on every node. Default: none.
	Sun Sun `yaml:"sun" when:"profile=wifi-ns3|cc2420|inet-80211|lora"`
}

// Sun is the day of a solar panel: peak·sin(π·(t−rise)/(set−rise)) watts from
// rise to set, in 288 steps a day. A run begins at midnight. A node that ran empty
// starts again at 15 % of its first charge, which is the most it holds.
type Sun struct {
	// Power at noon, in watts.
	Peak float64 `yaml:"peak" unit:"W" jsonschema:"exclusiveMinimum=0,maximum=1e6"`
	// Length of a day; with a short one a run has many days.
	Day Duration `yaml:"day" jsonschema:"default=24h" min:"1s" max:"10000h"`
	// Time of day, from midnight. Default: a quarter of the day.
	Rise Duration `yaml:"rise" max:"10000h"`
	// Time of day, from midnight. Default: three quarters of the day.
	Set Duration `yaml:"set" max:"10000h"`
}

// writtenSun is a Sun as it is written.
type writtenSun Sun

// EncodeStrict writes a sun that shines.
func (s Sun) EncodeStrict() any {
	if s.Peak == 0 {
		return nil
	}
	return writtenSun(s)
}

// Harvester charges batteries by such a sun; nil if the sun does not shine.
func (s Sun) Harvester() energy.Harvester {
	if s.Peak == 0 {
		return nil
	}
	return energy.Sun{PeakW: s.Peak, Day: s.Day.Std(), Rise: s.Rise.Std(), Set: s.Set.Std()}
}

// Models of batteries.
const (
	BatteryLinear    = "linear"
	BatteryPeukert   = "peukert"
	BatteryDiffusion = "rakhmatov"
)

// Battery is a range of charges, and how they are given.
type Battery struct {
	// In joules.
	Min float64 `yaml:"min" unit:"J" jsonschema:"default=300,exclusiveMinimum=0,maximum=1e9"`
	// In joules; the largest of them is the scale of capabilities.
	Max float64 `yaml:"max" unit:"J" jsonschema:"default=1200,exclusiveMinimum=0,maximum=1e9"`
	// How charge is given. linear: all of it, at any rate; peukert: less at a higher
	// rate, a battery of C joules lasts rated·(C/(P·rated))^exponent at P watts;
	// rakhmatov: charge must diffuse, so the battery seems empty early and recovers at
	// rest (no sun).
	Model string `yaml:"model" jsonschema:"default=linear,enum=linear,enum=peukert,enum=rakhmatov"`
	// Peukert's exponent: 1.1 to 1.3 for lead-acid, about 1.05 for lithium-ion.
	Exponent float64 `yaml:"exponent" when:"model=peukert" jsonschema:"default=1.05,minimum=1,maximum=2"`
	// The discharge time for which the battery is rated.
	Rated Duration `yaml:"rated" when:"model=peukert" jsonschema:"default=5h" min:"1s" max:"10000h"`
	// How fast charge diffuses, in 1/√min: 0.273 of the paper's lithium-ion cell, 0.637
	// of the Itsy's battery; a large value means linear. At the end the charge of
	// 3.1/beta² minutes is not available.
	Beta float64 `yaml:"beta" when:"model=rakhmatov" jsonschema:"default=0.273,minimum=0.01,maximum=100"`
}

// Kind is the list of models.
func (b Battery) Kind() energy.Battery {
	switch b.Model {
	case BatteryPeukert:
		return energy.Peukert{Exponent: b.Exponent, Rated: b.Rated.Std()}
	case BatteryDiffusion:
		return energy.Diffusion{Beta: b.Beta}
	}
	return energy.Linear{}
}

// Lasts is how many seconds a charge lasts at the idle power of a profile.
func (b Battery) Lasts(chargeJ float64, p energy.Profile) float64 {
	return energy.Lifetime(b.Kind(), p, chargeJ).Seconds()
}

// Services.
const (
	ServiceHello  = "hello"
	ServiceOracle = "oracle"
	ServiceFlood  = "flood"
	ServiceAODV   = "aodv"
	ServiceOLSR   = "olsr"
)

// Neighbours is how a node learns who is one hop away.
type Neighbours struct {
	// hello: by beacons over the radio, which are charged and counted separately; oracle:
	// exactly and without cost. Default with radio model graph: oracle.
	Service string `yaml:"service" jsonschema:"default=hello,enum=hello,enum=oracle"`
	// Time between two hellos.
	Interval Duration `yaml:"interval" when:"service=hello" jsonschema:"default=1s" min:"1ms" max:"1h"`
	// Silence after which a neighbour is dropped.
	Timeout Duration `yaml:"timeout" when:"service=hello" jsonschema:"default=3s" min:"1ms" max:"24h"`
}

// ChargeOf bounds the first charge of node i+1, in joules: that of its group, or of all.
func (e Energy) ChargeOf(groups []Group, i int) (low, high float64) {
	for g := range groups {
		if i -= groups[g].Nodes; i < 0 {
			if b := groups[g].Battery; b.Max > 0 {
				return b.Min, b.Max
			}
			break
		}
	}
	return e.Battery.Min, e.Battery.Max
}
