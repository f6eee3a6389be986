package campaign

import (
	"fmt"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// Unmeasured corrects the reasons why metrics of a report apply to no run: if the warm-up is
// as long as the run, nothing was measured. The runs alone cannot tell this case from a
// world without nodes.
func Unmeasured(r *measure.Report, s *scenarios.Scenario) {
	if s.Warmup < s.Duration {
		return
	}
	for key := range r.NotMeasured {
		r.NotMeasured[key] = fmt.Sprintf("the warm-up of %v is not shorter than the run of %v", s.Warmup, s.Duration)
	}
}
