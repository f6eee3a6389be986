package campaign

import (
	"fmt"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// Unmeasured corrects the reasons for which metrics of a report apply to no run: where the
// warm-up is all of the run there was no time to measure, which the runs cannot tell from a
// world without nodes.
func Unmeasured(r *measure.Report, s *scenarios.Scenario) {
	if s.Warmup < s.Duration {
		return
	}
	for key := range r.NotMeasured {
		r.NotMeasured[key] = fmt.Sprintf("the warm-up of %v is not shorter than the run of %v", s.Warmup, s.Duration)
	}
}
