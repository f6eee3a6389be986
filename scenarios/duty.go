package scenarios

import (
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
	"bellwether/trace/measure"
)

// dutyCycle is the cap of every node, nil if there is none.
func (s *Scenario) dutyCycle() *radio.DutyCycle {
	d := s.Radio.DutyCycle
	if d.Limit == 0 || s.Radio.Model == section.RadioGraph {
		return nil
	}
	return &radio.DutyCycle{Limit: d.Limit, Window: d.Window.Std(), Drop: d.Excess == "drop"}
}

// Medium is which uses of the air are measured.
func (s *Scenario) Medium() measure.Medium {
	link := s.link()
	return measure.Medium{
		Airtime: link.Airtime, Contended: s.contended(), Capped: s.dutyCycle() != nil,
		Budget: measure.Budget{Broadcasts: s.Radio.Budget.Broadcasts, Per: s.Radio.Budget.Per.Std()},
	}
}
