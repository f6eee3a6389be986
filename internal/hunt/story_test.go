package hunt

import (
	"strings"
	"testing"
	"time"

	"bellwether/scenarios"
)

// What is found in a world of links and crashes is told as a story that fails as the world
// does.
func TestAFoundWorldIsAStory(t *testing.T) {
	a, _ := scenarios.Algorithm("bully")
	w := &World{Name: "told", Algorithm: "bully", Seed: 1, Nodes: 3, Interval: time.Second, Misses: 3, Values: []int64{1, 2, 3},
		Graph: &graph{Edges: [][2]int{{1, 2}, {1, 3}, {2, 3}}, Latency: time.Millisecond}, StartsAll: true,
		Faults: []Fault{{At: 20 * time.Second, Kind: "crash", Nodes: []int{3}}}}
	broken := &Breach{Law: Converges, Why: "planted"}
	text := tell(w, broken, &a, 10*time.Millisecond) // before anybody can notice
	for _, line := range []string{"nodes bully interval=1s misses=3\nA 1\nB 2\nC 3\nA-B", "\nsettle 20s quiet\n\ncrash C quiet\n", "\ncheck B\n"} {
		if !strings.Contains(string(text), line) {
			t.Errorf("the story has no %q:\n%s", line, text)
		}
	}
	if sound := tell(w, broken, &a, time.Minute); sound != nil {
		t.Errorf("a story in which nothing fails:\n%s", sound)
	}
	w.Loss = "model: bernoulli"
	if lossy := tell(w, broken, &a, 10*time.Millisecond); lossy != nil {
		t.Errorf("a story of a lossy world:\n%s", lossy)
	}
}
