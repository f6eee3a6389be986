package replay

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// What happened to nodes becomes faults: a late boot, a pause, a resignation, a departure,
// and a crash, which lies after the last record. Neither time before a boot, nor a
// resignation of which nobody heard, nor what ended with the recording counts.
func TestWhatHappenedToNodesBecomesFaults(t *testing.T) {
	const s = protocol.Time(time.Second)
	survey := newSurvey()
	survey.beat = time.Second
	feed := func(records ...trace.Record) {
		for _, r := range records {
			if err := survey.Line(&trace.Line{Record: r}); err != nil {
				t.Fatal(err)
			}
		}
	}
	feed(trace.Record{At: 0, Kind: trace.Boot, Node: 1}, trace.Record{At: 0, Kind: trace.Named, Node: 2, Peer: 2, Name: "b"})
	feed(trace.Record{At: 0, Kind: trace.Capability, Node: 1, Value: 5})
	beats := func(node protocol.ID, from, to protocol.Time) {
		for at := from; at <= to; at += s {
			feed(trace.Record{At: at, Kind: trace.Send, Node: node}, trace.Record{At: at, Kind: trace.Receive, Node: 9, Peer: node})
		}
	}
	beats(1, s, 9*s)
	feed(trace.Record{At: 5 * s, Kind: trace.Boot, Node: 2}, trace.Record{At: 5 * s, Kind: trace.Capability, Node: 2, Value: 7})
	beats(2, 6*s, 10*s)
	beats(1, 14*s, 20*s) // it wrote nothing for 5 s
	feed(trace.Record{At: 20 * s, Kind: trace.Capability, Node: 1, Value: 0})
	beats(1, 21*s, 22*s)
	feed(trace.Record{At: 23 * s, Kind: trace.Capability, Node: 1, Value: 5})
	beats(2, 11*s, 25*s)
	feed(trace.Record{At: 25 * s, Kind: trace.Crash, Node: 2})
	beats(1, 24*s, 30*s)
	feed(trace.Record{At: 31 * s, Kind: trace.Capability, Node: 1, Value: 0}, trace.Record{At: 31*s + s/100, Kind: trace.Absent, Node: 1},
		trace.Record{At: 100 * s, Kind: trace.End})
	got := survey.script(frame{brief: 3 * time.Second, number: func(id protocol.ID) int { return int(id) }})
	want := []string{
		"{at: 31.01s, crash: 1} # node 1 was down",
		"{at: 9s, pause: 1, for: 5s} # node 1 did nothing",
		"{at: 20s, resign: 1, for: 3s} # node 1 had resigned",
		"{at: 0s, crash: 2, for: 5s} # b had not booted",
		"{at: 25.455s, crash: 2} # b was down", // 22 records in 20 s: half the time between two is 455 ms
	}
	if !slices.Equal(got.lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got.lines, "\n"), strings.Join(want, "\n"))
	}
	if got := got.sentence(); !strings.HasPrefix(got, "5 faults of the run, as the traces show: node 1 was down from 31.01s; node 1 did nothing from 9s for 5s;") {
		t.Error(got)
	}
}

// A takeover lasts until every node that runs follows one that runs. The return of the
// leader, or the end, cuts it off.
func TestTakeovers(t *testing.T) {
	const s = protocol.Time(time.Second)
	m := newTakeovers(measure.Window{Warmup: 5 * s})
	follow := func(at protocol.Time, leader protocol.ID, nodes ...protocol.ID) {
		for _, id := range nodes {
			m.Record(&trace.Record{At: at, Kind: trace.Elected, Node: id, Peer: leader})
		}
	}
	set := func(at protocol.Time, kind trace.Kind, node protocol.ID) {
		m.Record(&trace.Record{At: at, Kind: kind, Node: node})
	}
	for id := protocol.ID(1); id <= 3; id++ {
		set(0, trace.Boot, id)
	}
	follow(s, 3, 1, 2, 3)
	set(2*s, trace.Crash, 3) // in the warm-up
	follow(3*s, 2, 1, 2)
	set(4*s, trace.Boot, 3)
	follow(6*s, 3, 1, 2, 3)
	set(10*s, trace.Crash, 3)
	follow(12*s, 2, 2)
	set(12*s, trace.Electing, 1)
	follow(13*s, 2, 1)
	set(20*s, trace.Absent, 1) // which nobody follows
	set(21*s, trace.Boot, 1)
	follow(22*s, 2, 1)
	set(30*s, trace.Crash, 2)
	set(31*s, trace.Boot, 2) // 1 has not noticed
	follow(40*s, 2, 2)
	set(50*s, trace.Crash, 2)
	set(51*s, trace.End, 0)
	if want := []time.Duration{3 * time.Second}; !slices.Equal(m.took, want) || m.cut != 2 {
		t.Errorf("took %v, cut %d, want %v, 2", m.took, m.cut, want)
	}
	if v := m.Value(); !v.Known || v.X != 3 {
		t.Errorf("value %+v", v)
	}
}
