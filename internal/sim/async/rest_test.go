package async_test

import (
	"testing"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/sim/async"
	"bellwether/overlay"
)

// endless are the algorithms whose systems at rest never return to a state, with the
// reason.
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
	"raft":                    "a follower draws its next time-out at each heartbeat, from a generator whose state does not repeat",
	"raft-priority":           "likewise",
	"thread":                  "a router draws when it advertises in each interval, from a generator whose state does not repeat",
	"tanist":                  "a node draws its delay at each beacon, from a generator whose state does not repeat",
	"link-reversal":           "causal clocks rise with each beacon, and are saved",
}

const rounds = "the rounds of the pull test are numbered"

// TestSystemsAtRestReturnToAState runs settled systems without faults and losses, rebased
// and renumbered after each step, until they are in a state in which they were before.
func TestSystemsAtRestReturnToAState(t *testing.T) {
	for _, a := range append(baseline.All(), election.Vasudevan(), tanist.Algorithm()) {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			why, never := endless[a.Name]
			if returnsToAState(t, fresh(t, a, overlay.Services{}, 1)) == never {
				t.Errorf("returns to a state: %t; the reason not to: %q", !never, why)
			}
			hellos := booted(t, a, overlay.Services{Hello: &overlay.HelloOptions{}}, async.Options{Seed: 1, Steady: true})
			if !never && !returnsToAState(t, hellos) {
				t.Error("does not return to a state with hellos, whose delays are the same")
			}
		})
	}
}

// returnsToAState reports whether a system at rest returns to a state.
func returnsToAState(t *testing.T, w *async.System) bool {
	t.Helper()
	const long = 500
	seen := map[string]bool{}
	for range long {
		w.DeliverAll()
		w.Take(w.Alarms.Due(nil)[0])
		w.Rebase(origin)
		w.Renumber()
		state := string(w.Snapshot(nil))
		if seen[state] {
			return true
		}
		seen[state] = true
	}
	w.DeliverAll()
	if err := w.Calls.Err(); err != nil || !settled(w) {
		t.Fatalf("not settled: %v", err)
	}
	return false
}

// settled reports whether no frame is on its way and every component is led by one of its nodes.
func settled(w *async.System) bool {
	return len(w.Air.Frames()) == 0 && w.Standings.Agreed(&w.Topology)
}
