package baseline_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

func each(t *testing.T, f func(t *testing.T, a protocol.Algorithm)) {
	for _, a := range baseline.All() {
		t.Run(a.Name, func(t *testing.T) { f(t, a) })
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if seen[a.Name] || a.Name == "" || a.Name != strings.ToLower(a.Name) {
			t.Errorf("name %q", a.Name)
		}
		seen[a.Name] = true
	})
}

// Each algorithm names its source and its deviations; conformance tests the rest of its
// description.
func TestSourcesAreGiven(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if a.Paper == "" || len(a.Deviations) == 0 || len(a.Costs) == 0 {
			t.Errorf("paper %q, %d deviations, %d costs", a.Paper, len(a.Deviations), len(a.Costs))
		}
		for name, text := range map[string]string{"no_such": "1s", "t_max": "-1s", "t_hop": "0s", "jitter": "fast"} {
			if _, faults := protocol.Resolve(a.Params, map[string]string{name: text}, smallworld.Budget); len(faults) == 0 {
				t.Errorf("%s: %s is accepted", name, text)
			}
		}
	})
}

// One seed gives one history of a system without radio, and the same snapshots.
func TestSameSeedSameHistory(t *testing.T) {
	history := func(a protocol.Algorithm, seed uint64) (said, snapshots string) {
		w := smallworld.Run(a, overlay.Services{Flood: &overlay.FloodOptions{}, Hello: &overlay.HelloOptions{}},
			smallworld.Options{Nodes: 7, Seed: seed})
		w.Chaos(20*time.Second, seed)
		w.Run(10 * time.Second)
		for id := protocol.ID(1); id <= 7; id++ {
			if w.Up(id) {
				snapshots += string(w.Machine(id).Snapshot(nil))
			}
		}
		return fmt.Sprint(w.Said), snapshots
	}
	each(t, func(t *testing.T, a protocol.Algorithm) {
		said, snapshots := history(a, 1)
		if again, same := history(a, 1); again != said || same != snapshots {
			t.Error("two runs of one seed differ")
		}
		if other, _ := history(a, 2); other == said {
			t.Error("two seeds do not differ")
		}
	})
}
