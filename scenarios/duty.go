package scenarios

import (
	"bellwether/trace/measure"
)

// Medium is which uses of the air are measured.
func (s *Scenario) Medium() measure.Medium {
	link := s.Radio.LinkLayer()
	return measure.Medium{
		Airtime: link.Airtime, Contended: s.Radio.Contended(), Capped: s.Radio.DutyCap() != nil,
		Budget: measure.Budget{Broadcasts: s.Radio.Budget.Broadcasts, Per: s.Radio.Budget.Per.Std()},
	}
}
