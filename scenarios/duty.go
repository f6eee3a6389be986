package scenarios

import (
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/overlay"
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

// warnOfDuty looks for caps under which nothing works, and budgets that hellos alone
// exceed.
func (r *reader) warnOfDuty() {
	s := r.s
	link := s.link()
	hello := link.Airtime(link.HeaderBytes + overlay.HelloBytes)
	hellos := s.Neighbours.Service == section.ServiceHello
	if d := s.dutyCycle(); d != nil {
		message, allowed := link.Airtime(link.HeaderBytes+electionBytes), phy.Allowance(*d)
		switch each := s.Neighbours.Interval.Std(); {
		case message > allowed:
			r.Warn("radio.duty_cycle.limit", "keeps messages from ever being sent: one of %d bytes is %v on the air, in %v only %v are allowed",
				electionBytes, message.Round(time.Microsecond), s.Radio.DutyCycle.Window, allowed)
		case hellos && float64(hello) > d.Limit*float64(each):
			r.Warn("neighbours.interval", "is too short for the duty cycle: a hello is %v on the air, %.2g %% of %v, and the limit is %.2g %%",
				hello.Round(time.Microsecond), 100*float64(hello)/float64(each), s.Neighbours.Interval, 100*d.Limit)
		}
	}
	b := s.Radio.Budget
	if said := float64(b.Per) / float64(s.Neighbours.Interval); b.Broadcasts > 0 && hellos && said > float64(b.Broadcasts) {
		r.Warn("radio.budget.broadcasts", "is exceeded by hellos alone: %.0f of them in %v, the budget is %d", said, b.Per, b.Broadcasts)
	}
}
