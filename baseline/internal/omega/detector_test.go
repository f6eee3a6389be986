package omega_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/omega"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
)

// over is a complete world of n in which omega runs over a detector.
func over(t *testing.T, n int, seed uint64, params map[string]string) (*smallworld.Lab, protocol.Config) {
	t.Helper()
	a := omega.Algorithm()
	c := smallworld.Config(a, params)
	make, err := a.New(c)
	if err != nil {
		t.Fatal(err)
	}
	w := smallworld.New(smallworld.Options{Nodes: n, Seed: seed, Make: make, Kinds: a.Kinds, Goal: a.Goal})
	w.Complete().Boot()
	return w, c
}

func phi(more ...string) map[string]string  { return with("phi", more) }
func swim(more ...string) map[string]string { return with("swim", more) }

func with(detector string, more []string) map[string]string {
	params := map[string]string{"detector": detector}
	for i := 0; i < len(more); i += 2 {
		params[more[i]] = more[i+1]
	}
	return params
}

// How long a dead leader is named, by hand, with I = 2 s. Phi at its defaults: I
// + a pause of I + 5.612 deviations, from 0.1 s (steady heartbeats) to 0.5 s (the
// first estimate), after the last heartbeat, which is up to I old. Swim: six
// seconds after the ping that was not answered, at some tick.
func TestDeadLeaderIsReplacedOverEachDetector(t *testing.T) {
	if testing.Short() {
		t.Skip("a run over each detector; conformance has all of them")
	}
	for _, row := range []struct {
		name        string
		params      map[string]string
		least, most time.Duration
	}{
		{"phi", phi(), 2561 * time.Millisecond, 4700 * time.Millisecond},
		{"phi of threshold 1", phi("threshold", "1"), 2128 * time.Millisecond, 4200 * time.Millisecond},
		{"phi without a pause", phi("acceptable_pause", "0s"), 561 * time.Millisecond, 2700 * time.Millisecond},
		{"swim", swim(), 6 * time.Second, 18 * time.Second},
		{"swim without suspicion", swim("suspicion", "1"), 2 * time.Second, 14 * time.Second},
		{"swim at a shorter period", swim("period", "500ms"), 1500 * time.Millisecond, 4500 * time.Millisecond},
	} {
		for seed := range uint64(sample.Size(1, 2)) {
			w, _ := over(t, 6, seed, row.params)
			w.Run(5 * time.Minute)
			w.Crash(1)
			took, wrong := w.Converge(time.Minute, 30*time.Second)
			if wrong != "" || took < row.least || took > row.most {
				t.Errorf("%s, seed %d: replaced after %v, want %v … %v; %s", row.name, seed, took, row.least, row.most, wrong)
			}
		}
	}
}

// A partition, and its end: each side names its own smallest, then all the one,
// within the bound that the algorithm states, over each detector.
func TestComponentsOverEachDetector(t *testing.T) {
	for _, params := range []map[string]string{phi(), phi("threshold", "3"), swim(), swim("suspicion", "12", "period", "500ms")} {
		w, c := over(t, 6, 3, params)
		check := func(when string) {
			t.Helper()
			bound := omega.Algorithm().SettleBound(w.Scale(overlay.Services{}), c)
			if took, wrong := w.Converge(bound+10*time.Second, 20*time.Second); wrong != "" || took > bound {
				t.Errorf("%v, %s: settled after %v, bound %v; %s", params, when, took, bound, wrong)
			}
		}
		cross := func(do func(ends ...protocol.ID)) {
			for a := protocol.ID(1); a <= 3; a++ {
				for b := protocol.ID(4); b <= 6; b++ {
					do(a, b)
				}
			}
		}
		w.Run(time.Minute)
		cross(w.Cut)
		check("cut in two")
		if w.Leader(6) != 4 {
			t.Errorf("%v: 6 names %v", params, w.Leader(6))
		}
		cross(w.Link)
		check("whole again")
		w.Crash(1)
		check("without 1")
		w.Restart(1)
		check("with 1 again")
		if w.Leader(6) != 1 {
			t.Errorf("%v: 6 names %v", params, w.Leader(6))
		}
	}
}

// A settled start names the given leader until a smaller ID has shown itself.
func TestSettledStartOverEachDetector(t *testing.T) {
	for _, params := range []map[string]string{phi(), swim()} {
		w, _ := over(t, 5, 1, params)
		w.Settle(4)
		if w.Leader(5) != 4 || w.Leader(2) != 4 {
			t.Errorf("%v: 5 names %v, 2 names %v", params, w.Leader(5), w.Leader(2))
		}
		took, wrong := w.Converge(30*time.Second, 30*time.Second)
		if wrong != "" || took == 0 {
			t.Errorf("%v: after %v; %s", params, took, wrong)
		}
	}
}

// The bounds of the parameters hold if the detection budget sets the default.
func TestParametersTakeEveryBudget(t *testing.T) {
	a := omega.Algorithm()
	for _, d := range []protocol.Detection{{Interval: time.Millisecond, Misses: 1}, {Interval: 24 * time.Hour, Misses: 1000}} {
		if _, faults := protocol.Resolve(a.Params, nil, d); len(faults) > 0 {
			t.Errorf("%v: %v", d, faults)
		}
	}
}
