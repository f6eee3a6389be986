package campaign

import (
	"testing"
	"time"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// If the warm-up is as long as the run, the table gives this as the reason, not a crash of all
// nodes.
func TestAWarmUpAsLongAsTheRunIsGivenAsTheReason(t *testing.T) {
	const dead = "no node was live in the measured time"
	for until, want := range map[time.Duration]string{
		time.Minute:     "the warm-up of 1m is not shorter than the run of 1m",
		2 * time.Minute: dead,
	} {
		s := &scenarios.Scenario{Warmup: scenarios.Duration(time.Minute), Duration: scenarios.Duration(until)}
		r := measure.Report{NotMeasured: map[string]string{"leaderless_fraction": dead}}
		if Unmeasured(&r, s); r.NotMeasured["leaderless_fraction"] != want {
			t.Errorf("%v: %q, want %q", until, r.NotMeasured["leaderless_fraction"], want)
		}
	}
}
