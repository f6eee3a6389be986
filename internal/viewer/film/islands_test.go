package film_test

import (
	"bytes"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/internal/viewer/film"
	"bellwether/scenarios"
	"bellwether/trace"
)

// In a real run each sentence names what made it so: the partition, the link that joins two parts, no bystander.
func TestSentencesOfTwoIslands(t *testing.T) {
	if !sample.Whole() {
		t.Skip("a run of six minutes")
	}
	t.Parallel()
	f := read(t, islands(t))
	said := func(at string) (s film.Sentence) {
		for _, x := range f.Head.Words {
			if strings.HasPrefix(x.Why, at) {
				s = x
			}
		}
		return s
	}
	for _, x := range []struct{ at, why, text string }{
		{"2m00", "2m00: the network is parted", "3 parts: node 11 leads 8 nodes; node 2 leads 7 nodes; node 5, in range of nobody on its own side, leads only itself."},
		{"2m15", "2m15.728: nodes 2 and 5 come into reach", "2 parts: node 5 leads since 2m05.37, now 8 nodes; node 11 leads since 0m01.125, now 8 nodes."},
		{"3m01", "3m01.872: nodes 4 and 7 go out of reach", "3 parts: node 11 leads 8 nodes; node 5 leads 7 nodes; node 4, in range of nobody on its own side, follows node 5."},
		{"3m06", "3m06.148: nodes 4 and 5 come into reach", "2 parts: node 5 leads since 2m05.37, now 8 nodes; node 11 leads since 0m01.125, now 8 nodes."},
		{"4m00", "4m00: all partitions end", "Node 11 leads since 0m01.125, now all 16 nodes."},
	} {
		if s := said(x.at); s.Why != x.why || s.Text != x.text {
			t.Errorf("%s: %q, because of %q; want %q, because of %q", x.at, s.Text, s.Why, x.text, x.why)
		}
	}
}

// islands is the trace of a run of the built-in world.
func islands(t *testing.T) []byte {
	t.Helper()
	s, err := scenarios.Load("two-islands", scenarios.Options{Set: []scenarios.Override{scenarios.Assign("algorithms", "[vasudevan]"), scenarios.Assign("duration", "4m10s")}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: s.Name, Algorithm: "vasudevan", Seed: 1, Codec: scenariotest.Codec(t, s)})
	scenariotest.Run(t, s, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
