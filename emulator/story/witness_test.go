package story_test

import (
	"fmt"
	"slices"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator/story"
	"bellwether/protocol"
	"bellwether/trace"
)

// notes is a sink that keeps the records of a set.
type notes struct {
	set  trace.Set
	list []trace.Record
}

func (n *notes) Wants() trace.Set       { return n.set }
func (n *notes) Record(r *trace.Record) { n.list = append(n.list, *r) }

func (n *notes) of(k trace.Kind) (out []trace.Record) {
	for _, r := range n.list {
		if r.Kind == k {
			out = append(out, r)
		}
	}
	return out
}

// twoMeet plays a short story and returns its text: A and B start elections, B crashes and
// restarts without its storage.
func twoMeet(t *testing.T, sinks ...trace.Sink) (told string) {
	t.Helper()
	s := story.New(story.Only(baseline.Named("flood-max")))
	s.Attach(sinks...)
	for _, d := range []story.Directive{
		{Verb: "nodes", Words: []string{"flood-max"}, Input: []string{"A 10", "B 20", "A-B"}},
		{Verb: "elect", Words: []string{"A"}},
		{Verb: "deliver", Words: []string{"A-B"}},
		{Verb: "elect", Words: []string{"B"}},
		{Verb: "lose", Words: []string{"B-A"}},
		{Verb: "crash", Words: []string{"B"}},
		{Verb: "offer", Words: []string{"A", "5"}},
		{Verb: "restart", Words: []string{"B", "forget"}},
	} {
		out, err := s.Do(d)
		if err != nil {
			t.Fatalf("%v: %v", d, err)
		}
		told += out.Text
	}
	return told
}

func TestSinksGetWhatHappens(t *testing.T) {
	n := &notes{set: trace.All}
	twoMeet(t, n)
	var lives []string
	for _, r := range n.list {
		switch r.Kind {
		case trace.Boot, trace.Crash, trace.Capability, trace.Fault:
			lives = append(lives, fmt.Sprint(r.Kind, " ", r.Node, " ", r.Value))
		}
	}
	if want := []string{"boot 1 1", "capability 1 10", "boot 2 1", "capability 2 20",
		"crash 2 0", "capability 1 5", "fault 2 0", "boot 2 2", "capability 2 20"}; !slices.Equal(lives, want) {
		t.Errorf("lives\n%q, want\n%q", lives, want)
	}
	sent, got, lost := n.of(trace.Send), n.of(trace.Receive), n.of(trace.Lost)
	if len(got) != 1 || got[0].Node != 2 || got[0].Peer != 1 || got[0].Frame != sent[0].Frame || got[0].Content != sent[0].Content {
		t.Errorf("received %+v of %+v", got, sent)
	}
	if len(lost) == 0 || lost[0].Node != 1 || lost[0].Peer != 2 || lost[0].Frame != sent[1].Frame {
		t.Errorf("lost %+v of %+v", lost, sent)
	}
	for i, r := range sent {
		if r.Frame != uint64(i+1) || int(r.Bytes) != protocol.Size(r.Content) {
			t.Errorf("sent %+v", r)
		}
	}
	if e := n.of(trace.Elected); len(e) == 0 || e[0].Node != 1 || e[0].Peer != 1 {
		t.Errorf("elected %+v", e)
	}
	if s := n.of(trace.State); len(s) == 0 || s[0].Name == "" {
		t.Errorf("shown %+v", s)
	}
}

// Sinks do not change a story, and a sink gets only what it wants.
func TestSinksDoNotChangeAStory(t *testing.T) {
	n := &notes{set: trace.Of(trace.Crash)}
	if a, b := twoMeet(t), twoMeet(t, n); a != b {
		t.Errorf("alone\n%s\nwatched\n%s", a, b)
	}
	if len(n.list) != 1 || n.list[0].Kind != trace.Crash || n.list[0].Node != 2 {
		t.Errorf("%+v", n.list)
	}
}
