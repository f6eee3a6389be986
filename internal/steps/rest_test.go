package steps_test

import (
	"testing"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/internal/overlaytest"
	"bellwether/overlay"
)

// endless says of which algorithms a system at rest never comes back to a state, and why.
var endless = map[string]string{
	"bully":                   rounds,
	"chang-roberts":           rounds,
	"chang-roberts-replacing": rounds,
	"ring-list":               rounds,
	"le-lann":                 rounds,
	"franklin":                rounds,
	"a-elect-leader-c":        rounds,
	"s-elect-leader-c":        "it is not moved in time: elections are numbered by the pulses of a common clock",
	"simple-sync":             "it is not moved in time: elections are numbered by the pulses of a common clock",
	"omega":                   rounds,
	"raft":                    "a follower draws its next time-out at each heartbeat, from a stream that goes on",
	"link-reversal":           "causal clocks rise with each beacon, and are saved",
}

const rounds = "the rounds of the pull test are numbered"

// TestSystemsAtRestComeBack lets settled systems go on, without faults and loss, rebased
// and renumbered after each step, until they are in a state in which they were.
func TestSystemsAtRestComeBack(t *testing.T) {
	const long = 500
	for _, a := range append(baseline.All(), election.Vasudevan()) {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			w := fresh(t, a, overlay.Services{Detection: overlaytest.Budget}, 1)
			seen := map[string]bool{}
			back := false
			for range long {
				w.DeliverAll()
				w.Take(w.Due(nil)[0])
				w.Rebase(origin)
				w.Renumber()
				state := string(w.Snapshot(nil))
				if back = seen[state]; back {
					break
				}
				seen[state] = true
			}
			w.DeliverAll()
			if err := w.Err(); err != nil || !w.Settled() {
				t.Fatalf("not settled: %v", err)
			}
			if why, never := endless[a.Name]; back == never {
				t.Errorf("comes back to a state: %t; it should not because %q", back, why)
			}
		})
	}
}
