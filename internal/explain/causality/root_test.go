package causality

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

const second = protocol.Time(1e9)

// written is a trace of records.
func written(t *testing.T, o trace.WriterOptions, records ...trace.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, o)
	for _, r := range records {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// follow answers why a node follows its leader, by a trace up to an instant.
func follow(t *testing.T, text []byte, node protocol.ID, until protocol.Time) string {
	t.Helper()
	h, err := Read(bytes.NewReader(text), "by hand", until)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Follow(node)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(a.Sentences, "\n")
}

// Each node has an election of its own, as with bully. The question is about node 1, and the
// chain begins at node 2. So the answer names the election of node 2 and the order that began
// it, not the older election of node 1.
func TestTellsTheElectionThatTheChainComesFrom(t *testing.T) {
	of := func(num uint32, node protocol.ID) protocol.Computation {
		return protocol.Computation{Num: num, Source: node}
	}
	text := written(t, trace.WriterOptions{},
		trace.Record{Kind: trace.Boot, Node: 1}, trace.Record{Kind: trace.Boot, Node: 2},
		trace.Record{At: 1 * second, Kind: trace.Timer, Node: 1, Frame: uint64(second)},
		trace.Record{At: 1 * second, Kind: trace.Electing, Node: 1, Computation: of(1, 1)},
		trace.Record{At: 5 * second, Kind: trace.Fault, Node: 2, Name: "elect", Value: 3},
		trace.Record{At: 5 * second, Kind: trace.Electing, Node: 2, Computation: of(1, 2)},
		trace.Record{At: 6 * second, Kind: trace.Timer, Node: 2, Frame: uint64(second)},
		trace.Record{At: 6 * second, Kind: trace.Send, Node: 2, Frame: 1},
		trace.Record{At: 7 * second, Kind: trace.Receive, Node: 1, Peer: 2, Frame: 1},
		trace.Record{At: 7 * second, Kind: trace.Elected, Node: 1, Peer: 2, Computation: of(1, 1)},
		trace.Record{At: 7 * second, Kind: trace.Electing, Node: 1, Computation: of(2, 1)},
	)
	got := follow(t, text, 1, 7*second)
	if !strings.Contains(got, "1 is in election ⟨2,1⟩ since 7s.") || !strings.HasSuffix(got, "\n2 began election ⟨1,2⟩ at 5s: fault 3 tells 2 to elect.") {
		t.Errorf("an election that another's began: %s", got)
	}
	got = follow(t, bytes.Replace(text, []byte(`"num":2,"source":1`), []byte(`"num":2,"source":9`), 1), 1, math.MaxInt64)
	if !strings.HasSuffix(got, "\n1 began election ⟨2,9⟩ at 7s: 1 hears kind-0 of 2.") {
		t.Errorf("an election of several nodes: %s", got)
	}
	var cut bool
	if text, cut = bytes.CutSuffix(text, text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:]); !cut {
		t.Fatal(text)
	}
	got = follow(t, text, 1, math.MaxInt64)
	want := `1 follows 2 since 7s.
7s  1 elects 2
7s  1 hears kind-0 of 2, sent 1s before
6s  2 has waited for 1s, since fault 3 tells 2 to elect
5s  fault 3 tells 2 to elect
2 began election ⟨1,2⟩ at 5s: fault 3 tells 2 to elect.
2 can offer 0; of the 2 nodes none can offer more.`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// The answer says what the trace does not record, and invents no order.
func TestSaysWhatTheTraceLacks(t *testing.T) {
	c := protocol.Computation{Num: 1, Source: 1}
	boots := []trace.Record{{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2}}
	says := []trace.Record{
		{At: second, Kind: trace.Electing, Node: 1, Computation: c}, {At: second, Kind: trace.Send, Node: 1, Frame: 1},
	}
	hears := []trace.Record{
		{At: 2 * second, Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1},
		{At: 2*second + 1000, Kind: trace.Elected, Node: 2, Peer: 1, Computation: c},
	}
	timer := []trace.Record{{At: second, Kind: trace.Timer, Node: 1}}
	for _, of := range []struct {
		what    string
		zero    int64
		records [][]trace.Record
		want    string
	}{
		{"no time-outs", 0, [][]trace.Record{boots, says}, "The trace has no time-outs"},
		{"no messages", 0, [][]trace.Record{boots, timer, hears}, "The trace has no messages"},
		{"an older program", 0, [][]trace.Record{boots, timer, says}, "an older program wrote it"},
		{"agents", 7, [][]trace.Record{boots, timer, says, hears}, "Agents wrote the trace"},
	} {
		var records []trace.Record
		for _, r := range of.records {
			records = append(records, r...)
		}
		node := records[len(records)-1].Node
		got := follow(t, written(t, trace.WriterOptions{Zero: of.zero}, records...), node, math.MaxInt64)
		if !strings.Contains(got, of.want) || strings.Contains(got, "order from outside") {
			t.Errorf("%s: %s", of.what, got)
		}
		if of.zero != 0 && !strings.Contains(got, "\n2s  2 hears kind-0 of 1, sent 1s before\n1s  a time-out of 1; what led to it is not in the trace\n") {
			t.Errorf("an agent's handler takes time: %s", got)
		}
	}
}

// A node that has not arrived has not left, and a battery is not a crash.
func TestSaysHowANodeCameToBeGone(t *testing.T) {
	text := written(t, trace.WriterOptions{},
		trace.Record{Kind: trace.Absent, Node: 1, Why: trace.WhyTrace}, trace.Record{Kind: trace.Boot, Node: 2},
		trace.Record{Kind: trace.Boot, Node: 3}, trace.Record{Kind: trace.Boot, Node: 4},
		trace.Record{At: second, Kind: trace.Fault, Node: 3, Name: "crash", Value: 1},
		trace.Record{At: second, Kind: trace.Crash, Node: 3, Why: trace.WhyFault},
		trace.Record{At: second, Kind: trace.Crash, Node: 2, Why: trace.WhyBattery},
		trace.Record{At: second, Kind: trace.Crash, Node: 4, Why: trace.WhyFault},
	)
	for node, want := range map[protocol.ID]string{
		1: "1 has not arrived yet at 0s, and follows nobody.\n0s  1 has not arrived yet",
		2: "2 stops with an empty battery at 1s, and follows nobody.\n1s  2 stops with an empty battery",
		3: "3 crashes at 1s, and follows nobody.\n1s  3 crashes\n1s  fault 1: crash of 3",
		4: "4 crashes at 1s, and follows nobody.\n1s  4 crashes",
	} {
		if got := follow(t, text, node, math.MaxInt64); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// The answer about an election without a result says what happened to its nodes.
func TestSaysHowAnElectionEnded(t *testing.T) {
	c, d := protocol.Computation{Num: 1, Source: 1}, protocol.Computation{Num: 1, Source: 9}
	var records []trace.Record
	for node := protocol.ID(1); node <= 6; node++ {
		records = append(records, trace.Record{Kind: trace.Boot, Node: node}, trace.Record{Kind: trace.Electing, Node: node, Computation: c})
	}
	h, err := Read(bytes.NewReader(written(t, trace.WriterOptions{}, append(records,
		trace.Record{At: 1 * second, Kind: trace.Electing, Node: 1, Computation: d}, trace.Record{At: 2 * second, Kind: trace.Electing, Node: 2, Computation: d},
		trace.Record{At: 3 * second, Kind: trace.Crash, Node: 3}, trace.Record{At: 4 * second, Kind: trace.Elected, Node: 4, Peer: 9, Computation: d},
		trace.Record{At: 5 * second, Kind: trace.Elected, Node: 1, Peer: 9, Computation: d}, trace.Record{At: 5 * second, Kind: trace.Elected, Node: 5, Computation: c},
	)...)), "by hand", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Took(c)
	const want = "nobody elects by ⟨1,1⟩: of the nodes in it, 2 went over to ⟨1,9⟩, the first at 1s; 1 stopped, at 3s; 1 heard of leader 9, elected by another, at 4s; 1 gave it up, at 5s; 1 still in it as the trace ends"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// A node that has booted again begins to count its elections from 1. The answer is about the
// first election of that index, and says that there is another. An election without a cause in
// the trace is refused.
func TestElectionsOfOneIndex(t *testing.T) {
	c, d := protocol.Computation{Num: 1, Source: 1}, protocol.Computation{Num: 1, Source: 2}
	h, err := Read(bytes.NewReader(written(t, trace.WriterOptions{},
		trace.Record{Kind: trace.Boot, Node: 1}, trace.Record{Kind: trace.Boot, Node: 2},
		trace.Record{Kind: trace.Electing, Node: 1, Computation: c},
		trace.Record{At: 1 * second, Kind: trace.Timer, Node: 1, Frame: uint64(second)},
		trace.Record{At: 1 * second, Kind: trace.Elected, Node: 1, Peer: 1, Computation: c},
		trace.Record{At: 4 * second, Kind: trace.Crash, Node: 1}, trace.Record{At: 5 * second, Kind: trace.Boot, Node: 1},
		trace.Record{At: 5 * second, Kind: trace.Electing, Node: 1, Computation: c},
		trace.Record{At: 7 * second, Kind: trace.Timer, Node: 1, Frame: uint64(2 * second)},
		trace.Record{At: 7 * second, Kind: trace.Elected, Node: 1, Peer: 1, Computation: c},
		trace.Record{At: 8 * second, Kind: trace.Electing, Node: 2, Computation: d},
		trace.Record{At: 8 * second, Kind: trace.Elected, Node: 2, Peer: 2, Computation: d},
	)), "by hand", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Took(c)
	want := []string{"Election ⟨1,1⟩ took 1s: from 0s, when 1 entered it, to 1s, when 1 elects 1.", "1 begins to count again as it boots: another ⟨1,1⟩ begins at 5s."}
	for _, w := range want {
		if got := strings.Join(a.Sentences, "\n"); err != nil || !strings.Contains(got, w) {
			t.Errorf("%v %s, want %s", err, got, w)
		}
	}
	if _, err := h.Took(d); err == nil || !strings.Contains(err.Error(), "what led to this is not in the trace: 2 elects 2 at 8s") {
		t.Error(err)
	}
}
