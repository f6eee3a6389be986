package causality

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// recorded runs an algorithm in a built-in scenario, and returns the history of its trace.
func recorded(t *testing.T, scenario, algorithm, until string) *History {
	t.Helper()
	s, err := scenarios.Load(scenario, scenarios.Options{Set: []scenarios.Override{
		scenarios.Assign("duration", until), scenarios.Assign("warmup", "0s"), scenarios.Assign("algorithms", "["+algorithm+"]")}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: scenario, Algorithm: algorithm, Seed: 1, Codec: scenariotest.Codec(t, s)})
	scenariotest.Run(t, s, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, err := Read(&b, scenario, math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// The spans of each election's path follow each other, are caused as they say, and add up to its time to the
// nanosecond.
func TestPathsAddUp(t *testing.T) {
	for _, c := range []struct{ scenario, algorithm, until string }{
		{"ten-nodes", "vasudevan", "30s"}, {"two-islands", "vasudevan", "300s"}, {"campus-walk", "vasudevan", "60s"},
	} {
		if testing.Short() && c.scenario == "campus-walk" {
			continue
		}
		h := recorded(t, c.scenario, c.algorithm, c.until)
		elections, paths := map[protocol.Computation]bool{}, 0
		for _, e := range h.Events {
			if e.Kind == trace.Electing {
				elections[e.Computation] = true
			}
		}
		for election := range elections {
			p, err := h.Election(election)
			if err != nil {
				if !strings.Contains(err.Error(), "nobody elects by") {
					t.Errorf("%s: %v", c.scenario, err)
				}
				continue
			}
			paths++
			sum, at := p.sum(Handling)+p.sum(Sending)+p.sum(Waiting), p.Start
			if sum != p.End-p.Start || p.sum(Handling) != 0 {
				t.Errorf("%s %s: the spans add up to %d ns of %d, handling %d", c.scenario, index(election), sum, p.End-p.Start, p.sum(Handling))
			}
			for _, s := range p.Spans {
				from, to := &h.Events[s.From], &h.Events[s.To]
				if at += s.Lasts; at != to.At || s.Lasts < 0 {
					t.Errorf("%s %s: a span ends at %d, its event is at %d", c.scenario, index(election), at, to.At)
				}
				if s.Kind == Sending && (from.Frame != to.Frame || from.Node != to.Peer) || s.Kind != Sending && from.Node != to.Node {
					t.Errorf("%s %s: from %s to %s", c.scenario, index(election), h.Describe(s.From), h.Describe(s.To))
				}
			}
		}
		if paths == 0 {
			t.Errorf("%s: no election has a path", c.scenario)
		}
	}
}

// Each time-out has a handler that set it, and that many nanoseconds before.
func TestTimersAreSetBySomething(t *testing.T) {
	h := recorded(t, "two-islands", "vasudevan", "200s")
	timers := 0
	for i, e := range h.Events {
		if e.Kind != trace.Timer {
			continue
		}
		timers++
		c, caused := h.Cause(i)
		if !caused || h.Events[c].Node != e.Node || e.At-h.Events[c].At != protocol.Time(e.Frame) {
			t.Fatalf("the time-out of %v at %v, which waited %d ns, was set by %d", e.Node, e.At, e.Frame, c)
		}
	}
	if timers < 100 {
		t.Errorf("%d time-outs", timers)
	}
}

// A small history by hand: 1 hears nothing of 2, which crashed, elects itself and tells 3.
func TestFollowTellsTheChain(t *testing.T) {
	const s = protocol.Time(1e9)
	c := protocol.Computation{Num: 2, Source: 1}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "by hand"})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1, Value: 1}, {Kind: trace.Capability, Node: 1, Value: 5}, {Kind: trace.Boot, Node: 2, Value: 1},
		{Kind: trace.Boot, Node: 3, Value: 1}, {Kind: trace.Capability, Node: 3, Value: 9},
		{At: 1 * s, Kind: trace.Send, Node: 2, Frame: 1}, {At: 1 * s, Kind: trace.Receive, Node: 1, Peer: 2, Frame: 1},
		{At: 2 * s, Kind: trace.Fault, Name: "crash", Value: 1}, {At: 2 * s, Kind: trace.Crash, Node: 2, Why: trace.WhyFault},
		{At: 3 * s, Kind: trace.Lost, Node: 1, Peer: 3, Frame: 2, Why: trace.WhyLoss},
		{At: 4 * s, Kind: trace.Timer, Node: 1, Frame: uint64(3 * s)},
		{At: 4 * s, Kind: trace.Electing, Node: 1, Computation: c}, {At: 4 * s, Kind: trace.Send, Node: 1, Frame: 3},
		{At: 4*s + 1e6, Kind: trace.Receive, Node: 3, Peer: 1, Frame: 3},
		{At: 4*s + 1e6, Kind: trace.Electing, Node: 3, Computation: c},
		{At: 5*s + 1e6, Kind: trace.Timer, Node: 3, Frame: uint64(s)},
		{At: 5*s + 1e6, Kind: trace.Elected, Node: 3, Peer: 1, Computation: c},
		{At: 9 * s, Kind: trace.Crash, Node: 3},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	at := func(until protocol.Time) *History {
		h, err := Read(strings.NewReader(text), "by hand", until)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, c := range []struct {
		node  protocol.ID
		until protocol.Time
		want  string
	}{
		{3, 6 * s, `3 follows 1 since 5.001s.
5.001s  3 elects 1
5.001s  3 has waited for 1s, since 3 hears kind-0 of 1
4.001s  3 hears kind-0 of 1, sent 1ms before
4s  a time-out of 1
1 began election ⟨2,1⟩ at 4s, when it had waited for 3s: at 1s 1 hears kind-0 of 2.
While it waited: at 2s 2 crashes; 1 message to it lost, of 3.
1 can offer 5; of the 2 nodes 1 can offer more now.`},
		{3, 4*s + 2e6, `3 is in election ⟨2,1⟩ since 4.001s.
4.001s  3 enters election ⟨2,1⟩
4.001s  3 hears kind-0 of 1, sent 1ms before
4s  a time-out of 1
1 began election ⟨2,1⟩ at 4s, when it had waited for 3s: at 1s 1 hears kind-0 of 2.
While it waited: at 2s 2 crashes; 1 message to it lost, of 3.`},
		{2, 3 * s, `2 crashes at 2s, and follows nobody.
2s  2 crashes
2s  fault 1: crash`},
		{1, 3 * s, `1 follows nobody: since it booted at 0s it has heard of no leader.
0s  1 boots`},
	} {
		a, err := at(c.until).Follow(c.node)
		if got := strings.Join(a.Sentences, "\n"); err != nil || got != c.want {
			t.Errorf("node %v at %v: %v\n%s\nwant\n%s", c.node, c.until, err, got, c.want)
		}
	}
	if _, err := at(s).Follow(7); err == nil || !strings.Contains(err.Error(), "nothing is known of node 7 up to there: the trace has nodes 1 to 3") {
		t.Error(err)
	}
	a, err := at(9 * s).Took(c)
	want := `Election ⟨2,1⟩ took 1.001s: from 4s, when 1 entered it, to 5.001s, when 3 elects 1.
1s of it (100 %): waiting for a time-out.
1ms of it (0 %): a message on its way.
1s: from 3 hears kind-0 of 1 at 4.001s to a time-out of 3, at which 3 elects 1.
1ms: from 1 sends kind-0 at 4s to 3 hears kind-0 of 1.
Each millisecond less of 3's wait until 5.001s would make it one shorter, down to none, if all else goes as it did.`
	if got := strings.Join(a.Sentences, "\n"); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := at(s).Took(c); err == nil {
		t.Error("an election that has not begun has a time")
	}
}

// An election on an order, one that begins while a node waits, and a node that hears of it later.
func TestElectionHasItsOwnTime(t *testing.T) {
	const s = protocol.Time(1e9)
	c := protocol.Computation{Num: 1, Source: 1}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2}, {Kind: trace.Boot, Node: 3},
		{At: 3 * s, Kind: trace.Electing, Node: 1, Computation: c}, {At: 3 * s, Kind: trace.Send, Node: 1, Frame: 1},
		{At: 4 * s, Kind: trace.Electing, Node: 2, Computation: c},
		{At: 5 * s, Kind: trace.Timer, Node: 2, Frame: uint64(5 * s)},
		{At: 5 * s, Kind: trace.Elected, Node: 2, Peer: 1, Computation: c},
		{At: 9 * s, Kind: trace.Timer, Node: 3, Frame: uint64(9 * s)},
		{At: 9 * s, Kind: trace.Elected, Node: 3, Peer: 1, Computation: c},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, err := Read(&b, "ordered", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	p, err := h.Election(c)
	if err != nil || p.Start != 3*s || p.End != 5*s || p.sum(Waiting) != 2*s || len(p.Spans) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	took, err := h.Took(c)
	if got := strings.Join(took.Sentences, "\n"); err != nil || !strings.Contains(got, "\n2s, the rest of 5s: from 2 boots at 0s to a time-out of 2, at which 2 elects 1.") {
		t.Errorf("%v\n%s", err, got)
	}
	a, err := h.Follow(2)
	if got := strings.Join(a.Sentences, "\n"); err != nil || !strings.Contains(got, "1 began election ⟨1,1⟩ at 3s, on an order from outside.") {
		t.Errorf("%v\n%s", err, got)
	}
}

// Offers are compared within the component of that very instant, not of the last sample.
func TestOffersAreOfTheComponentNow(t *testing.T) {
	const s = protocol.Time(1e9)
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2}, {Kind: trace.Boot, Node: 3}, {Kind: trace.Boot, Node: 4},
		{Kind: trace.Capability, Node: 1, Value: 5}, {Kind: trace.Capability, Node: 3, Value: 9},
		{Kind: trace.LinkUp, Node: 1, Peer: 2},
		{Kind: trace.Component, Node: 1, Peer: 1}, {Kind: trace.Component, Node: 2, Peer: 1},
		{Kind: trace.Component, Node: 3, Peer: 3}, {Kind: trace.Component, Node: 4, Peer: 4},
		{At: 1 * s, Kind: trace.Elected, Node: 2, Peer: 1},
		{At: 2 * s, Kind: trace.LinkUp, Node: 2, Peer: 3},
		{At: 3 * s, Kind: trace.LinkDown, Node: 2, Peer: 3}, {At: 3 * s, Kind: trace.LinkUp, Node: 3, Peer: 4},
		{At: 4 * s, Kind: trace.LinkUp, Node: 1, Peer: 3}, {At: 5 * s, Kind: trace.Crash, Node: 3},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[protocol.Time]string{
		1 * s: "1 can offer 5; of the 2 nodes in its component none can offer more.",
		2 * s: "1 can offer 5; of the 3 nodes in its component 1 can offer more now.",
		3 * s: "1 can offer 5; of the 2 nodes in its component none can offer more.",
		4 * s: "1 can offer 5; of the 4 nodes in its component 1 can offer more now.",
		5 * s: "1 can offer 5; of the 2 nodes in its component none can offer more.",
	} {
		h, err := Read(bytes.NewReader(b.Bytes()), "by hand", at)
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.Follow(2)
		if got := strings.Join(a.Sentences, "\n"); err != nil || !strings.Contains(got, "\n"+want) {
			t.Errorf("at %v: %v %s, want %s", at, err, got, want)
		}
	}
}
