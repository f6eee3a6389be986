package scenarios

import (
	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/energy"
	"bellwether/mobility"
)

// Models of propulsion.
const (
	propulsionConstant = "constant"
	propulsionRotary   = "rotary-wing"
)

// propulsionSection is what movement takes from batteries.
type propulsionSection struct {
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
type writtenPropulsion propulsionSection

// EncodeStrict writes one that costs something.
func (p propulsionSection) EncodeStrict() any {
	if p.Model == wordNone {
		return nil
	}
	return writtenPropulsion(p)
}

// motor is the list of models; nil if movement is free.
func (p *propulsionSection) motor() emulator.Motor {
	switch p.Model {
	case propulsionConstant:
		return energy.Constant{RestW: p.Rest, MoveW: p.Move}
	case propulsionRotary:
		return energy.RotaryWing{BladeW: p.Blade, InducedW: p.Induced, TipMPS: p.TipSpeed, InducedMPS: p.InducedSpeed,
			DragRatio: p.DragRatio, AirKgPerM3: p.AirDensity, Solidity: p.Solidity, DiscM2: p.DiscArea, WeightN: p.Weight}
	}
	return nil
}

// motors are those of all nodes; nil if movement is free.
func (s *Scenario) motors() []emulator.Motor {
	var out []emulator.Motor
	some := false
	for _, m := range s.movings() {
		one := m.Propulsion.motor()
		some = some || one != nil
		for range s.nodesMoving(m) {
			out = append(out, one)
		}
	}
	if !some || s.placeless() {
		return nil
	}
	return out
}

// checkPropulsion reports motors that have no battery, or take nothing.
func (r *reader) checkPropulsion(m moving) {
	path, s := m.path+".propulsion", r.s
	if !r.Given(path) || !r.Sound(path, "energy") || m.Propulsion.Model == wordNone {
		return
	}
	switch {
	case s.placeless():
		r.Fault(path, "nodes have no places with radio model %s, and do not move", s.Radio.Model)
	case s.Energy.Profile == profileNone:
		r.Fault(path, "no node has a battery: write energy: {battery: {min: 250000, max: 320000}}, in joules")
	case s.Energy.Battery.Model != batteryLinear:
		r.Fault(path, "only a linear battery drives a motor, and energy.battery.model is %s", s.Energy.Battery.Model)
	case m.Propulsion.Model == propulsionConstant && m.Propulsion.Rest == 0 && m.Propulsion.Move == 0:
		r.Fault(path, "does not say how much: {model: constant, rest: 150, move: 180}, in watts")
	default:
		if err := m.Propulsion.motor().Validate(); err != nil {
			r.Fault(path, "%s", errs.Plain(err))
		}
	}
}

// warnOfMotors warns of batteries that do not bring their nodes far.
func (r *reader) warnOfMotors(idleW float64) {
	before := 0
	for _, m := range r.s.movings() {
		first := before
		before += r.s.nodesMoving(m)
		one := m.Propulsion.motor()
		if one == nil || first >= r.s.Nodes {
			continue
		}
		powerW := one.PowerW(mobility.Leg{AltitudeM: max(m.Altitude.Max, 1)}) // at rest, or in hover
		if speed := m.speed(); m.moves() {
			powerW = min(one.PowerW(mobility.Leg{AltitudeM: 1, Velocity: [2]float64{speed.Min, 0}}), one.PowerW(mobility.Leg{AltitudeM: 1, Velocity: [2]float64{speed.Max, 0}}))
		}
		least, _ := r.s.chargeOf(first)
		if lasts := least / (powerW + idleW); lasts < secondsOfBattery {
			r.warnAt(m.path+".propulsion", "the smallest battery, %v J, is empty after %.1f s: movement takes %.4g W, and idling %v W", least, lasts, powerW, idleW)
		}
	}
}

// moves reports whether speed says how fast nodes are.
func (m *mobilitySection) moves() bool {
	return m.Model != mobilityStatic && m.Model != mobilityHover && m.Model != mobilityTrace && m.Model != mobilityLevy && m.Model != wordOwn
}
