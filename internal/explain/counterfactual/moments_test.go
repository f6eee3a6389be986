package counterfactual

import (
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// Ten moments of built-in scenarios, each checked by hand against the trace: what is wrong there,
// and what caused it. Scenarios larger than two-islands, and all algorithms but vasudevan, are left to campaigns.
func TestTenMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("whole built-in scenarios")
	}
	at := func(d time.Duration) protocol.Time { return protocol.Time(d) }
	traces := map[string]string{} // by scenario and algorithm
	for _, m := range []struct {
		scenario, algorithm string
		q                   Question
		says                string // the beginning of the first sentence that matters
		cause               string // of the first cause; "": no cause
	}{
		// The partition at 2m0s takes the leader 11 from the seven nodes around 2, until the beacons of 11 have been
		// missing for 5 s.
		{"two-islands", "vasudevan", Question{Worst: true}, "At 2m0s 7 of them follow 11, which is out of reach, and should follow 2", "{leave_out_strike: 1}"},
		{"two-islands", "bully", Question{Worst: true}, "At 2m0s 7 of them follow 11, which is out of reach, and should follow 2", "{leave_out_strike: 1}"},
		{"two-islands", "flood-max", Question{Worst: true}, "At 2m0s 7 of them follow 11, which is out of reach, and should follow 2", "{leave_out_strike: 1}"},
		{"two-islands", "vasudevan", Question{Node: 3, At: at(123 * time.Second)}, "3 is wrong from 2m0s to 2m5", "{leave_out_strike: 1}"},
		{"two-islands", "vasudevan", Question{At: at(123 * time.Second)}, "Nodes do not follow whom they should from 2m0s", "{leave_out_strike: 1}"},
		// On the side of the leader nothing changes.
		{"two-islands", "vasudevan", Question{Node: 9, At: at(123 * time.Second)}, "Nothing is wrong at 2m3s: 9 follows whom it should", ""},
		{"two-islands", "vasudevan", Question{Node: 3, At: at(130 * time.Second)}, "Nothing is wrong at 2m10s: 3 follows whom it should", ""},
		{"two-islands", "flood-max", Question{Node: 3, At: at(123 * time.Second)}, "3 is wrong from 2m0s to 2m", "{leave_out_strike: 1}"},
		// 1 follows the best at that instant.
		{"sensor-field", "vasudevan", Question{Node: 1, At: at(910 * time.Second)}, "Nothing is wrong at 15m10s: 1 follows whom it should", ""},
		// 5, the best, crashes at 5m0s; its beacons are missed for three seconds.
		{"drone-swarm", "vasudevan", Question{Worst: true}, "At 5m0s 24 of them follow 5, which does not run, and should follow 12", "{leave_out_strike: 1}"},
	} {
		if (m.scenario != "two-islands" || m.algorithm != "vasudevan") && !sample.Whole() {
			continue
		}
		s, err := scenarios.Load(m.scenario, scenarios.Options{Algorithms: []string{m.algorithm}})
		if err != nil {
			t.Fatal(err)
		}
		m.q.Budget.Runs = 60
		if traces[m.scenario+m.algorithm] == "" {
			traces[m.scenario+m.algorithm] = recordedOf(t, s)
		}
		a, err := open(t, traces[m.scenario+m.algorithm]).Ask(t.Context(), m.q)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.Sentences, "\n")
		if !strings.Contains("\n"+text, "\n"+m.says) {
			t.Errorf("%s, %s: not told: %s\n%s", m.scenario, m.algorithm, m.says, text)
		}
		if m.cause == "" && len(a.Causes) > 0 || m.cause != "" && (len(a.Causes) == 0 || !strings.Contains(a.Causes[0].changes()[0], m.cause)) {
			t.Errorf("%s, %s: the first cause is not %q\n%s", m.scenario, m.algorithm, m.cause, text)
		}
	}
}
