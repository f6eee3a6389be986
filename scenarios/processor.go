package scenarios

import (
	"bellwether/scenarios/internal/section"
)

// ProcessorBound returns why results of this scenario may depend on the processor, in
// words; "" if they do not. A program of the same sources gives the same trace on
// any processor if its models use + − × ÷ and √ alone, which are exact to the last
// bit everywhere, or round what exp, log, pow, sin and their like give before it
// decides anything (to 1 ns, 1 µm, 0.001 dB): all but those listed here.
func (s *Scenario) ProcessorBound() string {
	if s.Energy.Profile != section.ProfileNone && s.Energy.Battery.Model == section.BatteryDiffusion {
		return "a battery of model " + section.BatteryDiffusion + " sums what exp gives, from one draw of power to the next"
	}
	return ""
}
