package campaign

import (
	"fmt"
	"time"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// settles reports whether the warm-up of a scenario is judged by its runs. A warm-up of 0s
// means that the beginning itself is to be measured. A recorded world cannot be judged: it
// is the same in all runs, so that an unusual beginning of the record cannot be told from a
// beginning that has not settled (city-cars begins calmly).
func settles(s *scenarios.Scenario) bool { return s.Warmup > 0 && !s.Recorded() }

// settling returns a warning if the warm-up is shorter than the runs suggest.
func settling(out *Outcome) []string {
	if !settles(out.Scenario) {
		return nil
	}
	found, err := measure.SettlingOf(out.Runs)
	if err != nil || len(found) == 0 {
		return nil // Summarise returns the same error
	}
	longest := found[0]
	for _, s := range found {
		if s.Cut > longest.Cut {
			longest = s
		}
	}
	warmup := out.Scenario.Warmup.Std()
	k, _ := measure.FindKey(longest.Metric)
	scale, unit := 1.0, k.Unit
	if k.Percent {
		scale, unit = 100, " %"
	}
	rows := longest.Label
	if n := len(found); n > 1 {
		rows = fmt.Sprintf("%d rows, most of all %s", n, longest.Label)
	}
	return []string{fmt.Sprintf(
		"warmup: %v is too short for %s: its %s is %.3g%s when measuring begins and %.3g%s later (MSER-5 over %d runs); write warmup: %v",
		warmup, rows, longest.Metric, scale*longest.Early, unit, scale*longest.Later, unit, longest.Runs,
		(warmup + longest.Cut + time.Second - 1).Truncate(time.Second))}
}
