package scenarios

import (
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/overlay"
	"bellwether/radio"
	"bellwether/trace/measure"
)

// dutyCycleSection bounds the time that each node may be on the air.
type dutyCycleSection struct {
	// Greatest share of the window on the air, acknowledgements included; 0: no limit. In
	// Europe 0.01 at 868.0 to 868.6 MHz, 0.1 at 869.4 to 869.65, 0.001 at 868.7 to 869.2
	// (ETSI EN 300 220-2, table B.1).
	Limit float64 `yaml:"limit" jsonschema:"default=0,minimum=0,maximum=1"`
	// Length of the window, which may begin at any time; an hour in ETSI EN 300 220-1.
	Window Duration `yaml:"window" jsonschema:"default=1h" min:"1ms" max:"8760h"`
	// What happens to a frame above the limit. hold: it waits at its sender, and the
	// frames behind it wait, too; drop: it is lost.
	Excess string `yaml:"excess" jsonschema:"default=hold,enum=hold,enum=drop"`
}

// budgetSection is the greatest number of broadcasts that a node should send.
type budgetSection struct {
	// Number of broadcasts in any span of the length per; 0: no budget.
	Broadcasts int `yaml:"broadcasts" jsonschema:"default=0,minimum=0,maximum=100000"`
	// Length of the span.
	Per Duration `yaml:"per" jsonschema:"default=1m" min:"1ms" max:"24h"`
}

// dutyCycle is the cap of every node, nil if there is none.
func (s *Scenario) dutyCycle() *radio.DutyCycle {
	d := s.Radio.DutyCycle
	if d.Limit == 0 || s.Radio.Model == radioGraph {
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
	hellos := s.Neighbours.Service == serviceHello
	if d := s.dutyCycle(); d != nil {
		message, allowed := link.Airtime(link.HeaderBytes+electionBytes), phy.Allowance(*d)
		switch each := s.Neighbours.Interval.Std(); {
		case message > allowed:
			r.warnAt("radio.duty_cycle.limit", "keeps messages from ever being sent: one of %d bytes is %v on the air, in %v only %v are allowed",
				electionBytes, message.Round(time.Microsecond), s.Radio.DutyCycle.Window, allowed)
		case hellos && float64(hello) > d.Limit*float64(each):
			r.warnAt("neighbours.interval", "is too short for the duty cycle: a hello is %v on the air, %.2g %% of %v, and the limit is %.2g %%",
				hello.Round(time.Microsecond), 100*float64(hello)/float64(each), s.Neighbours.Interval, 100*d.Limit)
		}
	}
	b := s.Radio.Budget
	if said := float64(b.Per) / float64(s.Neighbours.Interval); b.Broadcasts > 0 && hellos && said > float64(b.Broadcasts) {
		r.warnAt("radio.budget.broadcasts", "is exceeded by hellos alone: %.0f of them in %v, the budget is %d", said, b.Per, b.Broadcasts)
	}
}
