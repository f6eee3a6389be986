package section

import (
	"bellwether/emulator"
	"bellwether/internal/sim/energy"
)

// Models of propulsion.
const (
	PropulsionConstant = "constant"
	PropulsionRotary   = "rotary-wing"
)

// Propulsion is what movement takes from batteries.
type Propulsion struct {
	// none: movement is free, or another's battery pays for it; constant: one power while a
	// node moves, another while it stands or hovers; rotary-wing: that of a drone with rotors,
	// by its speed. The motor of a node runs while the node is in the world, also if it has
	// crashed, and its battery is not empty. A node whose battery is empty has its radio off;
	// its path goes on, because all algorithms must meet the same movement.
	Model string `yaml:"model" jsonschema:"default=none,enum=none,enum=constant,enum=rotary-wing"`
	// Power of a node that stands, or of a drone that hovers, in watts.
	Rest float64 `yaml:"rest" unit:"W" when:"model=constant" jsonschema:"default=0,minimum=0,maximum=1000000"`
	// Power of a node that moves, at any speed, in watts.
	Move float64 `yaml:"move" unit:"W" when:"model=constant" jsonschema:"default=0,minimum=0,maximum=1000000"`
	// Power of the blade profile in hover, in watts. Zeng, Xu and Zhang 2019, table I: 79.86.
	Blade float64 `yaml:"blade" unit:"W" when:"model=rotary-wing" jsonschema:"default=79.86,minimum=0,maximum=1000000"`
	// Induced power in hover, in watts. Table I: 88.63.
	Induced float64 `yaml:"induced" unit:"W" when:"model=rotary-wing" jsonschema:"default=88.63,minimum=0,maximum=1000000"`
	// Speed of the tips of the blades, in m/s. Table I: 120.
	TipSpeed float64 `yaml:"tip_speed" unit:"m/s" when:"model=rotary-wing" jsonschema:"default=120,minimum=1,maximum=1000"`
	// Mean induced velocity of the rotors in hover, in m/s. Table I: 4.03.
	InducedSpeed float64 `yaml:"induced_speed" unit:"m/s" when:"model=rotary-wing" jsonschema:"default=4.03,minimum=0.01,maximum=1000"`
	// Drag ratio of the fuselage. Table I: 0.6.
	DragRatio float64 `yaml:"drag_ratio" when:"model=rotary-wing" jsonschema:"default=0.6,minimum=0,maximum=100"`
	// Density of the air, in kg/m³. Table I: 1.225, at sea level.
	AirDensity float64 `yaml:"air_density" unit:"kg/m³" when:"model=rotary-wing" jsonschema:"default=1.225,minimum=0,maximum=100"`
	// Solidity of the rotors: the share of their disc that is blade. Table I: 0.05.
	Solidity float64 `yaml:"solidity" when:"model=rotary-wing" jsonschema:"default=0.05,minimum=0,maximum=1"`
	// Area of the rotors' disc, in m². Table I: 0.503.
	DiscArea float64 `yaml:"disc_area" unit:"m²" when:"model=rotary-wing" jsonschema:"default=0.503,minimum=0,maximum=10000"`
	// Weight of the drone, in newtons: a climb takes it times the rate of climb. Table I: 20.
	Weight float64 `yaml:"weight" unit:"N" when:"model=rotary-wing" jsonschema:"default=20,minimum=0,maximum=1000000"`
}

// writtenPropulsion is one as it is written.
type writtenPropulsion Propulsion

// EncodeStrict writes one that costs something.
func (p Propulsion) EncodeStrict() any {
	if p.Model == WordNone {
		return nil
	}
	return writtenPropulsion(p)
}

// Motor is the list of models; nil if movement is free.
func (p *Propulsion) Motor() emulator.Motor {
	switch p.Model {
	case PropulsionConstant:
		return energy.Constant{RestW: p.Rest, MoveW: p.Move}
	case PropulsionRotary:
		return energy.RotaryWing{BladeW: p.Blade, InducedW: p.Induced, TipMPS: p.TipSpeed, InducedMPS: p.InducedSpeed,
			DragRatio: p.DragRatio, AirKgPerM3: p.AirDensity, Solidity: p.Solidity, DiscM2: p.DiscArea, WeightN: p.Weight}
	}
	return nil
}

// Moves reports whether speed says how fast nodes are.
func (m *Mobility) Moves() bool {
	return m.Model != MobilityStatic && m.Model != MobilityHover && m.Model != MobilityTrace && m.Model != MobilityLevy && m.Model != WordOwn
}
