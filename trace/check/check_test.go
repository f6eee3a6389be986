package check

import (
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// Small traces for the tests. Instants are seconds.

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

// sample is a truth sample of components, each given by its members, the lowest
// first.
func sample(at float64, components ...[]protocol.ID) []trace.Record {
	var out []trace.Record
	for _, c := range components {
		for _, id := range c {
			out = append(out, trace.Record{At: sec(at), Kind: trace.Component, Node: id, Peer: c[0]})
		}
	}
	return append(out, trace.Record{At: sec(at), Kind: trace.Sample, Value: int64(len(out))})
}

// feed gives a checker records and lists of records, as a driver would: only the kinds that
// it wants.
func feed(c Checker, story ...any) []Verdict {
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

// expect checks verdicts: their property, and for each its instant and a piece
// of its reason.
func expect(t *testing.T, got []Verdict, property string, want ...string) {
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

// A run with many violations must not fill the memory with verdicts.
func TestVerdictsAreBounded(t *testing.T) {
	c := NewAtMostOneLeader(0)
	for i := range 1000 {
		feed(c, three(), elected(1, 1, 1), elected(1, 2, 2), sample(1+float64(i), ids{1, 2}))
	}
	if got := c.Verdicts(); len(got) != maxVerdicts || got[0].At != sec(1) {
		t.Errorf("%d verdicts, the first %v", len(got), got[0])
	}
}
