package play

import (
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

// Every knob of the built-in worlds takes its least and its greatest value, keeps what was done, and is in the
// scenario that the session writes.
func TestKnobsOfWorlds(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"ten-nodes":   "loss interval margin",
		"two-islands": "range loss speed interval margin",
	}
	if sample.Whole() {
		for name, knobs := range map[string]string{"campus-walk": "range loss speed interval margin", "drone-swarm": "range loss interval margin", "old-town": "speed interval margin"} {
			want[name] = knobs
		}
	}
	for world, knobs := range want {
		s, err := Begin(Base{Scenario: world})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Do(Action{Kind: "crash", Node: 2, AtNs: 3e9}); err != nil {
			t.Fatal(err)
		}
		var names []string
		before := string(s.Text())
		for _, k := range s.knobs {
			names = append(names, k.Name)
			if k.Value < k.Least || k.Value > k.Most || k.Step <= 0 {
				t.Errorf("%s: %+v", world, k)
			}
			for _, v := range []float64{k.Least, k.Most} {
				turned, err := s.Turned(k.Name, v)
				if err != nil {
					t.Errorf("%s: %s at %v: %v", world, k.Name, v, err)
					continue
				}
				if len(turned.actions) != 1 || v != k.Value && string(turned.Text()) == before {
					t.Errorf("%s: %s at %v has %d actions, and writes the same scenario", world, k.Name, v, len(turned.actions))
				}
			}
			if _, err := s.Turned(k.Name, k.Most+1); err == nil {
				t.Errorf("%s: %s beyond its end is taken", world, k.Name)
			}
		}
		if got := strings.Join(names, " "); got != knobs {
			t.Errorf("%s has the knobs %s, want %s", world, got, knobs)
		}
	}
	s, err := Begin(Base{Scenario: "ten-nodes"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Turned("range", 100); err == nil {
		t.Error("a graph has a range")
	}
}
