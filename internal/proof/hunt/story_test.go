package hunt

import (
	"strings"
	"testing"
	"time"

	"bellwether/scenarios"
)

// A found world of links and crashes becomes a story that fails as the world does.
func TestAFoundWorldIsAStory(t *testing.T) {
	a, _ := scenarios.Algorithm("bully")
	w := &World{Name: "told", Algorithm: "bully", Seed: 1, Nodes: 3, Interval: time.Second, Misses: 3, Values: []int64{1, 2, 3},
		Graph: &graph{Edges: [][2]int{{1, 2}, {1, 3}, {2, 3}}, Latency: time.Millisecond}, StartsAll: true,
		Faults: []fault{{At: 20 * time.Second, Kind: "crash", Nodes: []int{3}}}}
	broken := &Breach{Law: lawConverges, Why: "planted"}
	text, _ := storyOf(w, broken, &a, 10*time.Millisecond) // before any node can notice the crash
	for _, line := range []string{"nodes bully interval=1s misses=3\nA 1\nB 2\nC 3\nA-B", "\nsettle 20s quiet\n\ncrash C quiet\n", "\ncheck B\n"} {
		if !strings.Contains(string(text), line) {
			t.Errorf("the story has no %q:\n%s", line, text)
		}
	}
	if sound, why := storyOf(w, broken, &a, time.Minute); sound != nil || why != "in a story, where radios take no time, the law is kept" {
		t.Errorf("a story in which nothing fails:\n%s", sound)
	}
	w.Loss = "model: bernoulli"
	if lossy, why := storyOf(w, broken, &a, 10*time.Millisecond); lossy != nil || why != "stories lose no frames by chance" {
		t.Errorf("a story of a lossy world:\n%s", lossy)
	}
}

// Faults become directives of a story; a fault that no story has is named.
func TestFaultsBecomeDirectives(t *testing.T) {
	w := &World{Name: "told", Algorithm: "bully", Nodes: 3, Values: []int64{1, 2, 3}, Graph: &graph{Edges: [][2]int{{1, 2}, {2, 3}}}}
	for want, f := range map[string]fault{
		"1s crash C quiet":                            {At: time.Second, Kind: "crash", Nodes: []int{3}},
		"1s resign C quiet; 3s offer C 3 quiet":       {At: time.Second, For: 2 * time.Second, Kind: "resign", Nodes: []int{3}},
		"1s restart B quiet":                          {At: time.Second, Kind: "restart", Nodes: []int{2}},
		"1s cut B-C quiet; 2s link B-C quiet":         {At: time.Second, For: time.Second, Kind: "partition", Groups: [][]int{{3}}},
		"fault {at: 1s, pause: [2], for: 1s}":         {At: time.Second, For: time.Second, Kind: "pause", Nodes: []int{2}},
		"fault {at: 1s, crash: random}":               {At: time.Second, Kind: "crash", Whom: "random", Nodes: []int{2}},
		"1s crash A quiet; 2s restart A forget quiet": {At: time.Second, For: time.Second, Kind: "crash", Nodes: []int{1}, LoseStorage: true},
	} {
		w.Faults = []fault{f}
		directives, unsupported := w.directives()
		var lines []string
		for _, d := range directives {
			lines = append(lines, d.at.String()+" "+d.line)
		}
		if got := strings.Join(lines, "; ") + unsupported; got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
	w.Faults = []fault{{At: time.Second, For: time.Second, Kind: "resign", Nodes: []int{3}}, {At: time.Second, Kind: "partition", Groups: [][]int{{1}}}}
	if best := w.bestAtEnd(); len(best) != 2 || best[0] != 1 || best[1] != 3 {
		t.Errorf("in the end the best are %v, want 1 alone and 3", best)
	}
}
