package causality

import (
	"bytes"
	"math"
	"testing"
	"time"

	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
	"bellwether/trace"
)

const milli = protocol.Time(time.Millisecond)

// history reads records as a trace.
func history(t *testing.T, o trace.WriterOptions, records ...trace.Record) *History {
	t.Helper()
	h, err := Read(bytes.NewReader(written(t, o, records...)), "by hand", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Node 1 waits for the answers of 2 and 3; the answer of 2 comes last. A shorter wait of 2
// helps until the answer of 3 is the last one, or until an unrelated node is the last to
// elect.
func TestAWaitHasSlackUntilSomethingElseDecides(t *testing.T) {
	c := protocol.Computation{Num: 1, Source: 1}
	records := []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2}, {Kind: trace.Boot, Node: 3}, {Kind: trace.Boot, Node: 4},
		{Kind: trace.Electing, Node: 1, Computation: c}, {Kind: trace.Electing, Node: 4, Computation: c},
		{Kind: trace.Send, Node: 1, Peer: 2, Frame: 1}, {Kind: trace.Send, Node: 1, Peer: 3, Frame: 2},
		{At: 1 * milli, Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1},
		{At: 2 * milli, Kind: trace.Receive, Node: 3, Peer: 1, Frame: 2},
		{At: 82 * milli, Kind: trace.Timer, Node: 3, Frame: uint64(80 * milli)},
		{At: 82 * milli, Kind: trace.Send, Node: 3, Peer: 1, Frame: 4},
		{At: 85 * milli, Kind: trace.Receive, Node: 1, Peer: 3, Frame: 4},
		{At: 95 * milli, Kind: trace.Timer, Node: 4, Frame: uint64(95 * milli)},
		{At: 95 * milli, Kind: trace.Elected, Node: 4, Peer: 4, Computation: c},
		{At: 101 * milli, Kind: trace.Timer, Node: 2, Frame: uint64(100 * milli)},
		{At: 101 * milli, Kind: trace.Send, Node: 2, Peer: 1, Frame: 3},
		{At: 103 * milli, Kind: trace.Receive, Node: 1, Peer: 2, Frame: 3},
		{At: 103 * milli, Kind: trace.Elected, Node: 1, Peer: 1, Computation: c},
	}
	for _, one := range []struct {
		without int // an index of records; 0: none
		slack   protocol.Time
		other   string
	}{
		{0, 8 * milli, "4 elects 4"},
		{14, 18 * milli, "1 hears kind-0 of 3"},
	} {
		some := append([]trace.Record(nil), records...)
		if one.without > 0 {
			some = append(some[:one.without], some[one.without+1:]...)
		}
		h := history(t, trace.WriterOptions{}, some...)
		p, err := h.Election(c)
		if err != nil {
			t.Fatal(err)
		}
		span := -1
		for k, s := range p.Spans {
			if s.Kind == Waiting {
				span = k
			}
		}
		if slack, other := h.Slack(&p, span); slack != one.slack || h.Describe(other) != one.other {
			t.Errorf("slack %v until %s, want %v until %s", time.Duration(slack), h.Describe(other), time.Duration(one.slack), one.other)
		}
	}
}

// A frame that waits 2 ms before it is sent, goes to a relay and from there, the second time, to its receiver.
func TestPassageHasTheWholeTime(t *testing.T) {
	o := trace.WriterOptions{Origin: provenance.Origin{Measured: provenance.Measured{Air: &provenance.Air{BitrateBps: 2e6}}}}
	h := history(t, o,
		trace.Record{Kind: trace.Boot, Node: 1}, trace.Record{Kind: trace.Send, Node: 1, Peer: 2, Frame: 1},
		trace.Record{At: 3 * milli, Kind: trace.Transmit, Node: 1, Peer: 9, Frame: 1, Bytes: 250, Value: 1, Why: trace.WhyData},
		trace.Record{At: 3 * milli, Kind: trace.Transmit, Node: 9, Peer: 1, Frame: 1, Bytes: 14, Why: trace.WhyAck},
		trace.Record{At: 6 * milli, Kind: trace.Transmit, Node: 9, Peer: 2, Frame: 1, Bytes: 250, Value: 1, Why: trace.WhyRelay},
		trace.Record{At: 9 * milli, Kind: trace.Transmit, Node: 9, Peer: 2, Frame: 1, Bytes: 250, Value: 2, Why: trace.WhyRelay},
		trace.Record{At: 9 * milli, Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1})
	got, known := h.passage(Span{From: 1, To: len(h.Events) - 1, Kind: Sending})
	if want := (passage{Queue: 2 * milli, Relays: 3 * milli, Retries: 3 * milli, Air: 1 * milli}); !known || got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
