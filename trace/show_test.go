package trace

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// A small story: three nodes in a line, 1 - 2 - 3. Node 1 starts an election, node 3's
// battery fails, and the trace is cut off.
func story(t testing.TB) string {
	index := protocol.Computation{Num: 1, Source: 1}
	say := func(at time.Duration, from, to protocol.ID, frame uint64, m protocol.Message) Record {
		return Record{At: protocol.Time(at), Kind: Send, Node: from, Peer: to, Message: m.Kind(), Frame: frame, Content: m}
	}
	hear := func(at time.Duration, node, from protocol.ID, frame uint64, m protocol.Message) Record {
		return Record{At: protocol.Time(at), Kind: Receive, Node: node, Peer: from, Message: m.Kind(), Frame: frame, Content: m}
	}
	const ms = time.Millisecond
	at := func(d time.Duration, r Record) Record { r.At = protocol.Time(d); return r }
	election, onward := grow{index, 0}, grow{index, 1}
	ack := best{Best: protocol.Capability{Value: 120, ID: 3}, LeadID: 3, Final: true}
	envelope := &routed{Origin: 3, Seen: []protocol.ID{2, 1}, Inner: ping(7)}
	return written(t, WriterOptions{Scenario: "three-in-line", Algorithm: "test", Seed: 42, Codec: testCodec(t)},
		Record{Kind: Boot, Node: 1, Value: 1},
		Record{Kind: Boot, Node: 2, Value: 1},
		Record{Kind: Boot, Node: 3, Value: 2},
		Record{Kind: Absent, Node: 4, Why: WhyTrace},
		Record{Kind: Capability, Node: 3, Value: 120},
		Record{Kind: Component, Node: 1, Peer: 1},
		Record{Kind: Sample, Value: 3},
		at(1000*ms, Record{Kind: Fault, Node: 1, Name: "elect", Why: WhyCommon, Value: 1}),
		at(1000*ms, Record{Kind: Electing, Node: 1, Computation: index}),
		say(1000*ms, 1, 0, 1, election),
		at(1000*ms, Record{Kind: Transmit, Node: 1, Why: WhyData, Bytes: 44, Frame: 1, Value: 1}),
		hear(1002*ms, 2, 1, 1, election),
		at(1002*ms, Record{Kind: Electing, Node: 2, Computation: index}),
		say(1002*ms, 2, 0, 2, onward),
		at(1003*ms, Record{Kind: Lost, Node: 1, Peer: 2, Why: WhyLoss, Message: 1, Frame: 2, Content: onward}),
		hear(1003*ms, 3, 2, 2, onward),
		say(1004*ms, 3, 2, 3, ack),
		hear(1005*ms, 2, 3, 3, ack),
		at(1006*ms, Record{Kind: Timer, Node: 2, Value: 4}),
		at(1006*ms, Record{Kind: State, Node: 2, Name: "parent", Value: 1}),
		at(1007*ms, Record{Kind: Elected, Node: 2, Peer: 3, Computation: index}),
		at(1008*ms, Record{Kind: Elected, Node: 1, Peer: 3, Computation: index}),
		at(2*time.Minute, Record{Kind: Fault, Name: "partition", Why: WhyCommon, Value: 2}),
		at(2*time.Minute, Record{Kind: Fault, Node: 3, Name: "crash", Why: WhyOwn, Value: 3}),
		at(2*time.Minute, Record{Kind: Crash, Node: 3, Why: WhyBattery}),
		at(2*time.Minute, Record{Kind: LinkDown, Node: 2, Peer: 3}),
		at(121*time.Second, Record{Kind: Suspect, Node: 2, Peer: 3}),
		at(121*time.Second, Record{Kind: Elected, Node: 2, Peer: 0}),
		say(122*time.Second, 2, 1, 9, envelope),
		at(122500*ms, Record{Kind: Lost, Node: 2, Peer: 1, Why: WhyRetries, Message: 200, Frame: 9, Content: envelope}),
		at(123*time.Second, Record{Kind: Trust, Node: 2, Peer: 3}),
		at(26*time.Hour, Record{Kind: End}),
	)
}

func shown(t *testing.T, text string, f Filter) string {
	t.Helper()
	var b bytes.Buffer
	if err := Show(&b, strings.NewReader(text), "story", f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestShowAConversation(t *testing.T) {
	golden(t, "show-story.golden", shown(t, story(t), Filter{}))
}

func TestShowEveryKind(t *testing.T) {
	var all []string
	for k := Boot; k < kinds; k++ {
		all = append(all, k.String())
	}
	golden(t, "show-every-kind.golden", shown(t, written(t, options(t), everything()...), Filter{Kinds: all}))
}

func TestShowOnlyWhatIsAskedFor(t *testing.T) {
	text := story(t)
	for name, c := range map[string]struct {
		filter Filter
		want   []string // a piece of each line, in order
	}{
		"a message": {Filter{Kinds: []string{"ack"}}, []string{"3 → 2        ack", "2 ← 3        ack"}},
		"a record":  {Filter{Kinds: []string{"electing"}}, []string{"1            in", "2            in"}},
		"both": {Filter{Kinds: []string{"timer", "routed"}}, []string{
			"timer 4 fires", "2 → 1        routed origin 3 seen [2 1] [ping value 7]", "2 ✗ 1        routed"}},
		"a span": {Filter{From: protocol.Time(1007 * time.Millisecond), To: protocol.Time(2 * time.Minute)},
			[]string{"1.007s  2            elected 3 ⟨1,1⟩", "1.008s  1            elected 3 ⟨1,1⟩"}},
		"a node with others and the world": {Filter{Node: 3}, []string{
			"boots again, incarnation 2", "3 ← 2        election", "3 → 2        ack", "2 ← 3        ack",
			"FAULT 2: PARTITION", "FAULT 3: CRASH", "CRASHES (battery)",
			"suspects 3", "trusts 3 again", "the run ends"}},
		"nothing": {Filter{Kinds: []string{"move"}}, []string{"nothing to show: none of the 32 records read is of the kinds, node and times asked for"}},
	} {
		lines := strings.Split(strings.TrimSpace(shown(t, text, c.filter)), "\n")[1:]
		if len(lines) != len(c.want) {
			t.Errorf("%s: %d lines, want %d:\n%s", name, len(lines), len(c.want), strings.Join(lines, "\n"))
			continue
		}
		for i, piece := range c.want {
			if !strings.Contains(lines[i], piece) {
				t.Errorf("%s: %q is not in %q", name, piece, lines[i])
			}
		}
	}
}

// A driver may leave a message's content to the Send of its frame. A late reception, of a
// frame whose place another has taken, is shown without content.
func TestShowRemembersWhatWasSaid(t *testing.T) {
	say := func(frame uint64, hops uint8) Record {
		return Record{Kind: Send, Node: 1, Message: 1, Frame: frame, Content: grow{Hops: hops}}
	}
	hear := func(frame uint64) Record { return Record{Kind: Receive, Node: 2, Peer: 1, Message: 1, Frame: frame} }
	lose := hear(2)
	lose.Kind, lose.Why = Lost, WhyLoss
	text := shown(t, written(t, options(t), say(1, 11), say(2, 22), hear(1), hear(2), lose,
		say(1+remembered, 33), hear(1), hear(1+remembered), hear(9)), Filter{Kinds: []string{"receive", "lost"}})
	for i, want := range []string{"hops 11", "hops 22", "hops 22 LOST (loss)", "election", "hops 33", "election"} {
		if line := strings.Split(text, "\n")[i+1]; !strings.HasSuffix(line, want) {
			t.Errorf("line %d: %q, want %q at its end", i, line, want)
		}
	}
}

func TestShowNamesWhatThereIs(t *testing.T) {
	err := Show(new(bytes.Buffer), strings.NewReader(story(t)), "story", Filter{Kinds: []string{"elektion"}})
	want := `trace: nothing is called "elektion"; there are the messages election, ack, ping, routed, ack-201 and the records boot, crash, `
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}

// A trace that breaks off, like that of a killed run, is shown as far as it goes.
func TestShowAsFarAsItGoes(t *testing.T) {
	var b bytes.Buffer
	text := story(t)
	text = text[:strings.Index(text, `"record":"suspect"`)]
	err := Show(&b, strings.NewReader(text), "story", Filter{})
	if err == nil || !strings.Contains(err.Error(), "story:28: ") {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(b.String(), "CRASHES (battery)") {
		t.Errorf("the beginning is missing:\n%s", b.String())
	}
}

func TestShowToAFullDisk(t *testing.T) {
	if err := Show(&full{10}, strings.NewReader(story(t)), "story", Filter{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func TestShowMissingHeader(t *testing.T) {
	if err := Show(os.Stdout, strings.NewReader(""), "story", Filter{}); err == nil {
		t.Error("an empty file is no error")
	}
}

// Content that a Writer does not write may be shown strangely, but not wrongly.
func TestTellOfStrangeContent(t *testing.T) {
	for content, want := range map[string]string{
		``:                        "",
		`null`:                    "",
		`{}`:                      "",
		`7`:                       "",
		`{"a":null,"b":1}`:        "b 1",
		`{"a":"x y","b":[1,"z"]}`: "a x y b [1 z]",
		`{"computation":7}`:       "computation 7",
		`{"c":{"num":1}}`:         `c {num:1}`,
		`{"last":{"num":1,"source":2},"computation":{"num":3,"source":4}}`:                 "⟨1,2⟩ computation ⟨3,4⟩",
		`{"best":{"id":5,"value":-2}}`:                                                     "best 5 (not eligible)",
		`{"in":{"message":"m","x":{"message":"n"}}}`:                                       "[m [n]]",
		`{"final":true,"urgent":false}`:                                                    "final",
		strings.Repeat(`{"in":{"message":"m","x":`, 400) + "1" + strings.Repeat("}}", 400): "…",
	} {
		got := describe([]byte(content), 0)
		if want == "…" {
			if !strings.Contains(got, "…") || len(got) > 200 {
				t.Errorf("deep content becomes %q", got)
			}
		} else if got != want {
			t.Errorf("%s becomes %q, want %q", content, got, want)
		}
	}
}

// A reception, a loss and an intervention show the name of their message; a strike that was
// left out has a number, and no name.
func TestShowNamesMessages(t *testing.T) {
	say := func(at protocol.Time, frame uint64) Record {
		return Record{At: at, Kind: Send, Node: 1, Message: 1, Frame: frame, Content: grow{}}
	}
	about := func(kind Kind, r Record) Record {
		r.Kind, r.At, r.Node, r.Message = kind, 9, 2, 1
		return r
	}
	text := shown(t, written(t, options(t), say(7, 1), say(7, 2), say(8, 3),
		about(Receive, Record{Peer: 1, Frame: 2}), about(Lost, Record{Peer: 1, Frame: 3, Why: WhyLoss}),
		about(Intervened, Record{Peer: 1, Frame: 3, Name: "drop", Value: 1}), about(Intervened, Record{Frame: 3, Name: "leave-out", Value: 2}),
		about(Receive, Record{Peer: 1, Frame: 3 + remembered})), Filter{Names: true})
	for i, want := range []string{"[1@7ns]", "[1@7ns/2]", "[1@8ns]", "[1@7ns/2]", "(loss)  [1@8ns]", "frame 3  [1@8ns]", "strike 3", "grow"} {
		line := strings.Split(text, "\n")[i+1]
		if i < 7 && !strings.HasSuffix(line, want) || i == 7 && strings.Contains(line, "[") {
			t.Errorf("line %d: %q, want %q at its end", i, line, want)
		}
	}
}

// If From is after the end of the trace, Show reports where the trace ends.
func TestShowTellsWhereTheTraceEnds(t *testing.T) {
	var out bytes.Buffer
	for _, f := range []Filter{{From: protocol.Time(5000 * time.Hour)}, {From: protocol.Time(5000 * time.Hour), To: protocol.Time(6000 * time.Hour)}} {
		err := Show(&out, strings.NewReader(story(t)), "walk.ndjson", f)
		if err == nil || !strings.Contains(err.Error(), "walk.ndjson ends at ") || !strings.Contains(err.Error(), ": nothing is from 5000h0m0s on") || out.Len() > 0 {
			t.Errorf("got %v, and %d bytes", err, out.Len())
		}
	}
}

// If a node is not in the trace, Show reports which nodes are.
func TestShowTellsWhichNodesThereAre(t *testing.T) {
	var out bytes.Buffer
	err := Show(&out, strings.NewReader(story(t)), "walk.ndjson", Filter{Node: 99})
	if err == nil || !strings.Contains(err.Error(), "walk.ndjson has no node 99: it has 1 to 4") || out.Len() > 0 {
		t.Errorf("got %v, and %d bytes", err, out.Len())
	}
	if err := Show(&out, strings.NewReader(story(t)), "walk.ndjson", Filter{Node: 4}); err != nil {
		t.Error(err)
	}
	for want, ids := range map[string][]protocol.ID{"none": {0}, "3, 9": {9, 3}, "7": {7}, "1, 2, 5": {1, 2, 5}, "2 to 4": {2, 3, 4}} {
		nodes := map[protocol.ID]bool{}
		for _, id := range ids {
			nodes[id] = true
		}
		if got := listed(nodes); got != want {
			t.Errorf("%v: got %q, want %q", ids, got, want)
		}
	}
}
