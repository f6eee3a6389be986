package measure

import (
	"strings"
	"testing"
)

// TestReportSaysWhyAMetricIsMissing: a metric that applies to some run of some row is
// measured; one that applies to none has its reason, and if no node lived that is the
// reason.
func TestReportSaysWhyAMetricIsMissing(t *testing.T) {
	report := func(values ...map[string]float64) map[string]string {
		var runs []RunResult
		for i, v := range values {
			runs = append(runs, result(string(rune('a'+i)), 1, v))
		}
		r, err := Summarise("", "", 1, 1, runs, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.NotMeasured
	}
	alive := map[string]float64{"leaderless_fraction": 0.5}
	got := report(alive, map[string]float64{"leaderless_fraction": 0, "election_time_s": 2})
	for key, want := range map[string]string{
		"first_death_s": "no node has a battery", "duty_held_per_node_h": "no duty cycle", "instability_fraction": "nothing is known",
		"mute_fraction": "did not measure it", "messages_sent_per_node_s": "did not measure it", // by an older program
		"messages_per_election": "no node entered an election", "leaderless_fraction": "", "election_time_s": "",
	} {
		if why := got[key]; (why == "") != (want == "") || !strings.Contains(why, want) {
			t.Errorf("%s: %q, want %q", key, why, want)
		}
	}
	for key, why := range report(map[string]float64{}) {
		if why != "no node was live in the measured time" {
			t.Errorf("%s of a dead world: %q", key, why)
		}
	}
	for k := range keys {
		if whyNot(k) == "" {
			t.Errorf("%s has no reason", keys[k].Name)
		}
	}
	if got := report(); got != nil {
		t.Errorf("of no runs: %v", got)
	}
}
