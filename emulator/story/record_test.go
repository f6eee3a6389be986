package story_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator/story"
	"bellwether/trace"
)

// Who watches a script gets names and links, and each step at an instant of its own: a message
// arrives after it was sent.
func TestPlayIsWatched(t *testing.T) {
	t.Parallel()
	script, err := story.Read("a.story", strings.NewReader("nodes flood-max\nA 1\nB 2\nA-B\n\nelect A\n\ndeliver A-B\n\ncut A-B\n"))
	if err != nil {
		t.Fatal(err)
	}
	n := &notes{set: trace.All}
	if _, err := script.Play(story.Only(baseline.Named("flood-max")), io.Discard, n); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range n.of(trace.Named) {
		names = append(names, fmt.Sprintf("%d %s", r.Peer, r.Name))
	}
	if want := []string{"1 A", "2 B"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if up, down := n.of(trace.LinkUp), n.of(trace.LinkDown); len(up) != 1 || len(down) != 1 || up[0].Node != 1 || up[0].Peer != 2 || down[0].At <= up[0].At {
		t.Errorf("links made %v, cut %v, want each once, the second later", up, down)
	}
	sent, heard := n.of(trace.Send), n.of(trace.Receive)
	if len(sent) == 0 || len(heard) == 0 || heard[0].At <= sent[0].At {
		t.Errorf("sent %v, heard %v, want later", sent, heard)
	}
	for i, r := range n.list[1:] {
		if r.At < n.list[i].At {
			t.Errorf("record %d is earlier than the one before", i+1)
		}
	}
}
