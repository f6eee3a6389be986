package explorer

import (
	"strings"
	"testing"

	"bellwether/internal/memory"
	"bellwether/scenarios"
)

// A number below 0 is refused by its name.
func TestNegativeBoundsAreRefused(t *testing.T) {
	for want, o := range map[string]Options{
		"depth: 1 or more, not -1": {Depth: -1}, "states: 1 or more, not -2": {States: -2},
		"jobs: 0 or more, not -1": {Workers: -1}, "memory: 0 or more, not -9": {Memory: -9},
	} {
		o.Algorithm, o.Topology, o.Nodes = "bully", "line", 2
		if _, err := Explore(t.Context(), scenarios.Algorithm, o, nil); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A search that has no room is refused before it begins; one of which nobody knows is not.
func TestASearchFitsIntoMemory(t *testing.T) {
	room := func(bytes int64) func() (memory.Amount, bool) {
		return func() (memory.Amount, bool) { return memory.Amount{Bytes: bytes}, true }
	}
	if err := (Options{States: 1000}).Fit(room(DefaultMemory + 1000*stateBytes)); err != nil {
		t.Error(err)
	}
	err := (Options{States: 1001}).Fit(room(DefaultMemory + 1000*stateBytes))
	if err == nil || !strings.Contains(err.Error(), "take at most 1000 --states") {
		t.Errorf("got %v", err)
	}
	if err := (Options{}).Fit(room(DefaultMemory + DefaultStates*stateBytes - 1)); err == nil {
		t.Error("the default number of states is not counted")
	}
	if err := (Options{States: 1 << 40}).Fit(nil); err != nil {
		t.Error(err)
	}
}
