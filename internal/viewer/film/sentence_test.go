package film_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bellwether/internal/viewer/film"
	"bellwether/protocol"
	"bellwether/trace"
)

const second = protocol.Time(1e9)

// told writes records as a trace, and returns the sentences of its film.
func told(t *testing.T, records ...trace.Record) []film.Sentence {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "s", Algorithm: "a"})
	for i := range records {
		w.Record(&records[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, b.Bytes()).Head.Words
}

// started are nodes 1 to n that follow leader from one second on, in one component.
func started(n, leader protocol.ID) []trace.Record {
	all := []trace.Record{{Kind: trace.Truth, Name: trace.TruthExact}}
	for id := protocol.ID(1); id <= n; id++ {
		all = append(all, trace.Record{Kind: trace.Boot, Node: id, Value: 1}, trace.Record{Kind: trace.Component, Node: id, Peer: 1})
	}
	for id := protocol.ID(1); id <= n; id++ {
		all = append(all, trace.Record{At: second, Kind: trace.Elected, Node: id, Peer: leader})
	}
	return all
}

// Each sentence stands where its case holds, and not in the same world without that case.
func TestSentences(t *testing.T) {
	t.Parallel()
	c := protocol.Computation{Num: 2, Source: 4}
	other := protocol.Computation{Num: 3, Source: 3}
	at := func(s protocol.Time, r trace.Record) trace.Record { r.At = s * second; return r }
	elected := func(node, leader protocol.ID) trace.Record {
		return trace.Record{Kind: trace.Elected, Node: node, Peer: leader}
	}
	var barred, abstains []trace.Record
	for id := protocol.ID(1); id <= 5; id++ {
		barred = append(barred, at(5, trace.Record{Kind: trace.Capability, Node: id, Value: -1}))
		abstains = append(abstains, at(5, trace.Record{Kind: trace.Elected, Node: id, Frame: 5}))
	}
	for _, x := range []struct {
		name      string
		then      []trace.Record
		want, why string
		never     string // what the sentence of the same world without then must not have
	}{
		{"the leader is not eligible", slices.Concat([]trace.Record{at(5, trace.Record{Kind: trace.Capability, Node: 5, Value: -1, Name: "battery is 18 %, and must be > 20 %"})}, abstains),
			"Nobody leads: 5 nodes know no leader.", "0m05: node 5 is not eligible (battery is 18 %, and must be > 20 %)", "know no leader"},
		{"nobody is eligible", slices.Concat(barred, abstains), "Nobody leads: none of 5 nodes is eligible; 5 nodes know no leader.", "0m05: node 1 is not eligible (it breaks a rule)", "eligible"},
		{"all follow", nil, "Node 5 leads since 0m01, now all 5 nodes.", "0m01: node 1 elects node 5", "Nobody"},
		{"it sleeps", []trace.Record{at(10, trace.Record{Kind: trace.Strike, Node: 5, Name: "pause", Frame: 1, Value: -1})},
			"Node 5 leads since 0m01, now all 5 nodes and sleeps since 0m10.", "0m10: a fault strikes node 5: pause", "sleeps"},
		{"it is awake again", []trace.Record{at(10, trace.Record{Kind: trace.Strike, Node: 5, Name: "pause", Frame: 1, Value: -1}), at(12, trace.Record{Kind: trace.Over, Node: 5, Name: "pause", Frame: 1})},
			"Node 5 leads since 0m01, now all 5 nodes.", "0m12: pause of node 5 is over", "sleeps"},
		{"its radio is off", []trace.Record{at(10, trace.Record{Kind: trace.Strike, Node: 5, Name: "radio-off", Frame: 1, Value: -1})},
			"Node 5 leads since 0m01, now all 5 nodes and has its radio off since 0m10.", "0m10: a fault strikes node 5: radio-off", "radio"},
		{"it crashed", []trace.Record{at(10, trace.Record{Kind: trace.Crash, Node: 5, Why: trace.WhyFault})},
			"Nobody leads: 4 nodes follow node 5, which crashed at 0m10.", "0m10: node 5 crashes", "crashed"},
		{"it left", []trace.Record{at(10, trace.Record{Kind: trace.Absent, Node: 5})}, "Nobody leads: 4 nodes follow node 5, which left at 0m10.", "0m10: node 5 leaves", "left"},
		{"two lead", []trace.Record{at(16, trace.Record{Kind: trace.Suspect, Node: 4, Peer: 5}), at(17, elected(4, 4)), at(17, elected(3, 4))},
			"Node 5 leads since 0m01, now 3 of 5 nodes; node 4 leads since 0m17, now 2 of 5 nodes.", "0m16: node 4 suspects node 5", "4 leads"},
		{"what led there stays", []trace.Record{at(16, trace.Record{Kind: trace.Suspect, Node: 4, Peer: 5}), {At: 16*second + 1, Kind: trace.Electing, Node: 4, Computation: c}, {At: 17 * second, Kind: trace.Elected, Node: 4, Peer: 4}},
			"Node 5 leads since 0m01, now 4 of 5 nodes; node 4 leads since 0m17, now only itself.", "0m16: node 4 suspects node 5", "4 leads"},
		{"what is long ago explains nothing", []trace.Record{at(16, trace.Record{Kind: trace.Suspect, Node: 4, Peer: 5}), at(27, trace.Record{Kind: trace.Component, Node: 4, Peer: 4})},
			"2 parts: node 5 leads since 0m01, now 4 nodes; node 4, in nobody's range, follows node 5.", "", "part"},
		{"a fault asks it", []trace.Record{at(16, trace.Record{Kind: trace.Fault, Node: 5, Name: "resign", Value: 2}), at(16, elected(5, 0))},
			"Nobody leads: 4 nodes follow node 5, which knows no leader; 1 node knows no leader.", "0m16: fault 2 tells node 5 to resign", "knows no leader"},
		{"it parts from its leader", []trace.Record{at(16, trace.Record{Kind: trace.NeighbourDown, Node: 3, Peer: 4}), at(16, trace.Record{Kind: trace.NeighbourDown, Node: 4, Peer: 5}), at(16, elected(4, 4))},
			"Node 5 leads since 0m01, now 4 of 5 nodes; node 4 leads since 0m16, now only itself.", "0m16: node 4 parts from node 5", "4 leads"},
		{"one asks", []trace.Record{at(16, trace.Record{Kind: trace.Electing, Node: 4, Computation: c})},
			"Node 5 leads since 0m01, now 4 of 5 nodes; 1 node is in election ⟨2,4⟩.", "0m16: node 4 enters election ⟨2,4⟩", "election"},
		{"two ask apart", []trace.Record{at(16, trace.Record{Kind: trace.Electing, Node: 4, Computation: c}), at(16, trace.Record{Kind: trace.Electing, Node: 3, Computation: other})},
			"Node 5 leads since 0m01, now 3 of 5 nodes; 2 nodes are in elections.", "0m16: node 4 enters election ⟨2,4⟩", "elections"},
		{"it gave up", []trace.Record{at(20, elected(5, protocol.Nobody))},
			"Nobody leads: 4 nodes follow node 5, which knows no leader; 1 node knows no leader.", "0m20: node 5 knows no leader", "knows no leader"},
		{"it leads alone", []trace.Record{at(21, elected(1, 2)), at(21, elected(2, 2)), at(21, elected(3, 2)), at(21, elected(4, 2))},
			"Node 2 leads since 0m21, now 4 of 5 nodes; node 5 leads since 0m01, now only itself.", "0m21: node 1 elects node 2", "only itself"},
		{"the network is cut", []trace.Record{at(30, trace.Record{Kind: trace.Strike, Name: "partition", Frame: 1, Value: -1}), at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4}), at(30, trace.Record{Kind: trace.Component, Node: 5, Peer: 4})},
			"2 parts: 3 nodes still follow node 5, which they cannot reach; node 5 leads since 0m01, now 2 nodes.", "0m30: the network is parted", "part"},
		{"a bystander goes out of reach", []trace.Record{at(30, trace.Record{Kind: trace.Strike, Name: "partition", Frame: 1, Value: -1}), at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4}), at(30, elected(4, 4)),
			at(50, trace.Record{Kind: trace.LinkDown, Node: 1, Peer: 2}), at(51, trace.Record{Kind: trace.NeighbourDown, Node: 2, Peer: 3}), at(52, trace.Record{Kind: trace.LinkUp, Node: 3, Peer: 4}), at(52, trace.Record{Kind: trace.LinkUp, Node: 2, Peer: 3}), at(52, trace.Record{Kind: trace.Component, Node: 4, Peer: 1})},
			"Node 5 leads since 0m01, now 4 of 5 nodes; node 4 leads since 0m30, now only itself.", "0m52: nodes 3 and 4 come into reach", "node 4"},
		{"nodes of one part come into reach", []trace.Record{at(59, trace.Record{Kind: trace.LinkUp, Node: 3, Peer: 4}), at(60, elected(4, 4))},
			"Node 5 leads since 0m01, now 4 of 5 nodes; node 4 leads since 1m00, now only itself.", "1m00: node 4 elects node 4", "node 4"},
		{"a partition takes effect", []trace.Record{at(30, trace.Record{Kind: trace.Strike, Name: "partition", Frame: 1, Value: -1}), at(30, trace.Record{Kind: trace.LinkDown, Node: 3, Peer: 4}), at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4}),
			at(33, trace.Record{Kind: trace.LinkDown, Node: 1, Peer: 2}), at(34, trace.Record{Kind: trace.NeighbourDown, Node: 2, Peer: 3}), at(35, elected(4, 0))},
			"2 parts: node 5 leads since 0m01, now 4 nodes; node 4, in range of nobody on its own side, knows no leader.", "0m30: the network is parted", "side"},
		{"a node goes out of reach", []trace.Record{at(30, trace.Record{Kind: trace.LinkDown, Node: 3, Peer: 4}), at(30, trace.Record{Kind: trace.LinkDown, Node: 1, Peer: 2}), at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4})},
			"2 parts: node 5 leads since 0m01, now 4 nodes; node 4, in nobody's range, follows node 5.", "0m30: nodes 3 and 4 go out of reach", "range"},
		{"it follows another itself", []trace.Record{at(30, elected(4, 4)), at(30, elected(3, 4)), at(31, elected(4, 5))},
			"Node 5 leads since 0m01, now 4 of 5 nodes; 1 node follows node 4, which itself follows node 5.", "0m31: node 4 elects node 5", "itself"},
		{"a follower comes back", []trace.Record{at(30, elected(4, 4)), at(31, elected(4, 5))}, "Node 5 leads since 0m01, now all 5 nodes.", "0m31: node 4 elects node 5", "0m31"},
		{"two parts know nobody", []trace.Record{at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4}), at(30, trace.Record{Kind: trace.Component, Node: 3, Peer: 3}), at(30, elected(3, 0)), at(30, elected(4, 0))},
			"3 parts: node 5 leads since 0m01, now 3 nodes; 2 nodes know no leader.", "", "part"},
		{"one is alone", []trace.Record{at(30, trace.Record{Kind: trace.Component, Node: 4, Peer: 4}), at(30, elected(4, 4))},
			"2 parts: node 5 leads since 0m01, now 4 nodes; node 4, in nobody's range, leads only itself.", "0m30: node 4 elects node 4", "range"},
		{"nobody leads", []trace.Record{at(40, elected(1, 0)), at(40, elected(2, 0)), at(40, elected(3, 0)), at(40, elected(4, 0)), at(40, trace.Record{Kind: trace.Electing, Node: 5, Computation: c})},
			"Nobody leads: 1 node is in election ⟨2,4⟩; 4 nodes know no leader.", "0m40: node 5 enters election ⟨2,4⟩", "Nobody"},
		{"no node runs", []trace.Record{at(50, trace.Record{Kind: trace.Crash, Node: 1}), at(50, trace.Record{Kind: trace.Crash, Node: 2}), at(50, trace.Record{Kind: trace.Crash, Node: 3}), at(50, trace.Record{Kind: trace.Crash, Node: 4}), at(50, trace.Record{Kind: trace.Crash, Node: 5})},
			"No node runs.", "0m50: node 1 crashes", "No node"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			all := told(t, append(started(5, 5), x.then...)...)
			last := all[len(all)-1]
			if last.Text != x.want || last.Why != x.why {
				t.Errorf("%q, because of %q; want %q, because of %q", last.Text, last.Why, x.want, x.why)
			}
			plain := told(t, started(5, 5)...)
			if text := plain[len(plain)-1].Text; x.never != "" && strings.Contains(text, x.never) {
				t.Errorf("without that: %q", text)
			}
			if len(x.then) > 0 && last.AtNs != int64(x.then[len(x.then)-1].At) {
				t.Errorf("it is told at %d", last.AtNs)
			}
		})
	}
}

// Components that are samples are old between instants: no sentence rests on them.
func TestSentencesWithoutTruth(t *testing.T) {
	t.Parallel()
	records := started(5, 5)
	records[0].Name = trace.TruthDrawn
	records = append(records, trace.Record{At: 30 * second, Kind: trace.Component, Node: 5, Peer: 5})
	for _, s := range told(t, records...) {
		if strings.Contains(s.Text, "part") || strings.Contains(s.Text, "reach") {
			t.Errorf("%q", s.Text)
		}
	}
}

// Where the whole sentence would be too long, it names leaders with their counts, and where they are many, the greatest.
func TestSentencesAreShort(t *testing.T) {
	t.Parallel()
	elected := func(node, leader protocol.ID) trace.Record {
		return trace.Record{At: 2 * second, Kind: trace.Elected, Node: node, Peer: leader}
	}
	in := func(node, component protocol.ID) trace.Record {
		return trace.Record{At: 2 * second, Kind: trace.Component, Node: node, Peer: component}
	}
	several := []trace.Record{elected(1, 1), elected(2, 2), elected(3, 3), elected(4, 3), elected(5, 0), in(1, 50), in(2, 51), in(3, 52), in(4, 52)}
	cut := append(slices.Clone(several), in(7, 53), in(8, 53))
	var many, alone, apart []trace.Record
	for id := protocol.ID(1); id <= 20; id++ {
		many = append(many, elected(id, id/2*2), in(id, id/3))
		alone = append(alone, elected(id, id))
		apart = append(apart, in(id, 100+id%3), elected(id, 0))
	}
	for _, x := range []struct {
		name string
		then []trace.Record
		want string
	}{
		{"leaders by name", several, "4 parts: node 40 leads 35 of 40 nodes, node 3 leads 2 nodes, nodes 1 and 2 lead only themselves; 1 node knows no leader."},
		{"out of reach", cut, "5 parts: node 40 leads 33 of 40 nodes, 3 others lead 4 nodes; 3 nodes have no leader."},
		{"all of them", append(slices.Clone(many), elected(40, 39)), "7 parts: node 4 leads 2 of 40 nodes, 9 others lead 14 nodes; 24 nodes have no leader."},
		{"many leaders", many, "7 parts: node 40 leads 20 of 40 nodes, 10 others lead 16 nodes; 4 nodes have no leader."},
		{"leaders of themselves", alone, "Node 40 leads 20 of 40 nodes, 20 others lead only themselves."},
		{"in elections, too", slices.Concat(many, []trace.Record{elected(36, 35), {At: 2 * second, Kind: trace.Electing, Node: 37}, in(37, 60)}), "8 parts: node 40 leads 18 of 40 nodes, 10 others lead 16 nodes; 6 nodes have no leader."},
		{"nobody leads", append(slices.Clone(apart), elected(40, 39), elected(39, 38), elected(38, 37)), "4 parts, and nobody leads: 20 nodes know no leader; 20 nodes follow nodes that do not lead."},
	} {
		all := told(t, append(started(40, 40), x.then...)...)
		if last := all[len(all)-1].Text; last != x.want {
			t.Errorf("%s: %q, want %q", x.name, last, x.want)
		}
		for _, s := range all {
			if n := utf8.RuneCountInString(s.Text); n > 120 {
				t.Errorf("%s: %d characters: %q", x.name, n, s.Text)
			}
		}
	}
}

// Sentences take at most a tenth of a film that changes all the time; the longest states stay.
func TestSentencesAreAtMostATenth(t *testing.T) {
	t.Parallel()
	records := started(9, 9)
	for i := range protocol.Time(9000) {
		at := 2*second + i*10_000_000
		records = append(records, trace.Record{At: at, Kind: trace.Elected, Node: protocol.ID(i%8 + 1), Peer: protocol.ID(i*7%9 + 1)})
	}
	records = append(records, trace.Record{At: 200 * second, Kind: trace.Crash, Node: 9}, trace.Record{At: 300 * second, Kind: trace.End})
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "s", Algorithm: "a"})
	for i := range records {
		w.Record(&records[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f := read(t, b.Bytes())
	text, err := json.Marshal(f.Head.Words)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	size := len(f.Scene())
	for _, p := range f.Head.Pages {
		size += p.Bytes
	}
	if packed.Len() > max(2048, size/10) {
		t.Errorf("sentences take %d bytes of %d", packed.Len(), size)
	}
	last := f.Head.Words[len(f.Head.Words)-1]
	if len(f.Head.Words) < 2 || last.AtNs != int64(200*second) {
		t.Errorf("%d sentences; the last: %+v", len(f.Head.Words), last)
	}
	if !slices.IsSortedFunc(f.Head.Words, func(a, b film.Sentence) int { return int(a.AtNs - b.AtNs) }) {
		t.Error("sentences are not in order")
	}
	if fmt.Sprint(f.Head.Format) != "2" {
		t.Errorf("format %d", f.Head.Format)
	}
}
