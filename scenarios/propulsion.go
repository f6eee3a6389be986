package scenarios

import (
	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/scenarios/internal/section"
)

// motors are those of all nodes; nil if movement is free.
func (s *Scenario) motors() []emulator.Motor {
	var out []emulator.Motor
	some := false
	for _, m := range s.movings() {
		one := m.Propulsion.Motor()
		some = some || one != nil
		for range m.Count(s.Nodes) {
			out = append(out, one)
		}
	}
	if !some || s.Radio.Placeless() {
		return nil
	}
	return out
}

// checkPropulsion reports motors that have no battery, or take nothing.
func (r *reader) checkPropulsion(m section.Moving) {
	path, s := m.Path+".propulsion", r.s
	if !r.Given(path) || !r.Sound(path, "energy") || m.Propulsion.Model == section.WordNone {
		return
	}
	switch {
	case s.Radio.Placeless():
		r.Fault(path, "nodes have no places with radio model %s, and do not move", s.Radio.Model)
	case s.Energy.Profile == section.ProfileNone:
		r.Fault(path, "no node has a battery: write energy: {battery: {min: 250000, max: 320000}}, in joules")
	case s.Energy.Battery.Model != section.BatteryLinear:
		r.Fault(path, "only a linear battery drives a motor, and energy.battery.model is %s", s.Energy.Battery.Model)
	case m.Propulsion.Model == section.PropulsionConstant && m.Propulsion.Rest == 0 && m.Propulsion.Move == 0:
		r.Fault(path, "does not say how much: {model: constant, rest: 150, move: 180}, in watts")
	default:
		if err := m.Propulsion.Motor().Validate(); err != nil {
			r.Fault(path, "%s", errs.Plain(err))
		}
	}
}
