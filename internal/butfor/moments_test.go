package butfor

import (
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/scenarios"
)

// Ten moments of built-in scenarios, each checked by hand against the trace: what is wrong there, and without what it would not
// have been.
func TestTenMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("whole built-in scenarios")
	}
	at := func(d time.Duration) protocol.Time { return protocol.Time(d) }
	for _, m := range []struct {
		scenario, algorithm string
		q                   Question
		says                string // the beginning of the first sentence that matters
		cause               string // of the first cause; "": there is none
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
		// The crashes of a region at 14m49.6s bring about an election at 15m3.6s. The offer of 12 has fallen to 960 by then, that of
		// 5 falls to 960 at 15m4s: 5 is elected, and a second later it is not the best any more.
		{"sensor-field", "vasudevan", Question{Node: 1, At: at(910 * time.Second)}, "1 is wrong from 15m4s to 15m50s: at first it follows 5, and should follow 12, which offers as much", "leave_out_strike"},
		// 5 crashes at 5m0s and comes back at 6m0s. With it the election of 6m56s names 5, which offers as much as 12 at that
		// instant and less from 7m3s on; without it, 12.
		{"drone-swarm", "vasudevan", Question{Worst: true}, "At 7m22s 16 of them follow 5, and should follow 12, which offers more since 7m22s: 750, and 5 720", "leave_out_strike"},
		// 12 loses the neighbour 7 at 6m40.6s, and its offer falls sooner: to 550 at 6m56s, where it would have
		// been 570, above the 560 of 5.
		{"convoy", "vasudevan", Question{Worst: true}, "At 6m56s 11 of them follow 12, and should follow 5", "{hold_up: [7, 12]"},
	} {
		s, err := scenarios.Load(m.scenario, scenarios.Options{Algorithms: []string{m.algorithm}})
		if err != nil {
			t.Fatal(err)
		}
		m.q.Budget.Runs = 60
		a, err := open(t, recordedOf(t, s)).Ask(t.Context(), m.q)
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
