package invariants

import (
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// The tests have small traces. Instants are in seconds.

func sec(s float64) protocol.Time { return protocol.Time(s * 1e9) }

func boot(at float64, node protocol.ID, value int64) []trace.Record {
	return []trace.Record{
		{At: sec(at), Kind: trace.Boot, Node: node, Value: 1},
		{At: sec(at), Kind: trace.Capability, Node: node, Value: value},
	}
}

func electing(at float64, node protocol.ID, num uint32, source protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Electing, Node: node,
		Computation: protocol.Computation{Num: num, Source: source}}
}

func elected(at float64, node, leader protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Elected, Node: node, Peer: leader}
}

func crash(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Crash, Node: node, Why: trace.WhyFault}
}

func end(at float64) trace.Record { return trace.Record{At: sec(at), Kind: trace.End} }

// feed gives a checker records and lists of records, like a driver: only the kinds that it
// wants.
func feed(c check.Checker, story ...any) []check.Verdict {
	tell := func(r trace.Record) {
		if c.Wants().Has(r.Kind) {
			c.Record(&r)
		}
	}
	for _, s := range story {
		switch s := s.(type) {
		case trace.Record:
			tell(s)
		case []trace.Record:
			for _, r := range s {
				tell(r)
			}
		}
	}
	return c.Verdicts()
}

// expect checks verdicts: their property, and for each its instant and a part of its
// reason.
func expect(t *testing.T, got []check.Verdict, property string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d verdicts, want %d: %v", len(got), len(want), got)
	}
	for i, v := range got {
		if v.Property != property || !strings.Contains(v.String(), want[i]) {
			t.Errorf("verdict %q, want one of %q with %q", v, property, want[i])
		}
	}
}

// A broken run must not fill the memory with verdicts.
func TestVerdictsAreBounded(t *testing.T) {
	c := NewMonotone()
	for range 1000 {
		r := electing(1, 7, 1, 7)
		c.Record(&r)
	}
	if got := c.Verdicts(); len(got) != maxVerdicts || got[0].At != sec(1) {
		t.Errorf("%d verdicts, the first %v", len(got), got[0])
	}
}
