package counterfactual

import (
	"bytes"
	"math"
	"testing"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// An answer says whom a node follows, whom it should follow, and what makes the difference: an
// offer, a crash, a link.
func TestTellsWhomANodeShouldFollow(t *testing.T) {
	const s = protocol.Time(1e9)
	records := []trace.Record{{Kind: trace.Capability, Node: 1, Value: 7}, {Kind: trace.Capability, Node: 2, Value: 5}, {Kind: trace.Capability, Node: 3, Value: 4}}
	for node := protocol.ID(1); node <= 3; node++ {
		records = append(records, trace.Record{Kind: trace.Boot, Node: node, Value: 1})
	}
	sampled := func(at protocol.Time, components ...protocol.ID) {
		for i, c := range components {
			if c != 0 {
				records = append(records, trace.Record{At: at, Kind: trace.Component, Node: protocol.ID(i + 1), Peer: c})
			}
		}
		records = append(records, trace.Record{At: at, Kind: trace.Sample})
	}
	sampled(0, 1, 1, 1) // nobody knows a leader
	for node := protocol.ID(1); node <= 3; node++ {
		records = append(records, trace.Record{At: 1, Kind: trace.Elected, Node: node, Peer: 1})
	}
	records = append(records, trace.Record{At: 1 * s, Kind: trace.Capability, Node: 2, Value: 7})
	sampled(1*s, 1, 1, 1) // 2 offers as much
	records = append(records, trace.Record{At: 2 * s, Kind: trace.Capability, Node: 1, Value: 6})
	sampled(2*s, 1, 1, 1) // and now more
	sampled(3*s, 1, 2, 2) // 1 is out of reach
	records = append(records, trace.Record{At: 4 * s, Kind: trace.Crash, Node: 1})
	sampled(4*s, 0, 2, 2)

	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{})
	j := newJudge(protocol.GoalBest, protocol.Margin{}, math.MaxInt64)
	for _, r := range records {
		w.Record(&r)
		j.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, err := causality.Read(&b, "by hand", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		nodes int
		says  string
	}{
		{3, "nobody, and should follow 1"},
		{3, "1, and should follow 2, which offers as much, 7, and has the greater number"},
		{3, "1, and should follow 2, which offers more since 2s: 7, and 1 6"},
		{2, "1, which is out of reach, and should follow 2"},
		{2, "1, which does not run, and should follow 2"},
	} {
		at := &j.out.states[i]
		one, nodes := at.most()
		if says := one.should(h, at.at); nodes != want.nodes || says != want.says {
			t.Errorf("sample %d: %d follow %s; want %d, %s", i, nodes, says, want.nodes, want.says)
		}
	}
	a := Answer{}
	a.describe(&Question{Worst: true}, j.out, &effect{Kind: wrongLeader, From: 0, Until: 2*s + 1}, h)
	a.describe(&Question{At: 2*s + s/2}, j.out, &effect{Kind: wrongLeader, From: 0, Until: 3 * s}, h) // what is wrong then, not what is worst
	a.describe(&Question{At: 3 * s, Node: 3}, j.out, &effect{Kind: wrongLeader, Node: 3, From: 3 * s, Until: 4 * s}, h)
	for i, want := range []string{
		"Nodes do not follow whom they should from 0s to 2s, 3 of 3 at most.", "At 0s 3 of them follow nobody, and should follow 1.",
		"Nodes do not follow whom they should from 0s to 3s, 3 of 3 at most.", "At 2.5s 3 of them follow 1, and should follow 2, which offers more since 2s: 7, and 1 6.",
		"3 is wrong from 3s to 4s: at first it follows 1, which is out of reach, and should follow 2.",
	} {
		if a.Sentences[i] != want {
			t.Errorf("%s\nwant %s", a.Sentences[i], want)
		}
	}
}

// TestTheWorstStretchHasBegunBeforeTheWarmUpEnds where nodes are wrong all the time; what lies before it weighs nothing.
func TestTheWorstStretchHasBegunBeforeTheWarmUpEnds(t *testing.T) {
	const s = protocol.Time(1e9)
	bad := []wrong{{node: 1, how: none}, {node: 2, how: none}}
	for _, c := range []struct {
		states      []state
		from, until protocol.Time
	}{
		{[]state{{at: 0, until: 9 * s, live: 2, wrong: bad}}, 0, 9 * s},
		{[]state{{at: 0, until: 6 * s, live: 4, wrong: bad[:1]}, {at: 6 * s, until: 7 * s, live: 4}, {at: 7 * s, until: 9 * s, live: 4, wrong: bad[:1]}}, 7 * s, 9 * s},
		{[]state{{at: 0, until: 6 * s, live: 2, wrong: bad}, {at: 6 * s, until: 9 * s, live: 2}}, 0, 0}, // nobody could follow anybody
	} {
		e, found := worst(&outcome{states: c.states, end: 9 * s}, 5*s)
		if found != (c.until != 0) || found && (e.From != c.from || e.Until != c.until) {
			t.Errorf("%v: from %v to %v (%v), want from %v to %v", c.states, e.From, e.Until, found, c.from, c.until)
		}
	}
}
