package measure

import (
	"math"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// The little traces of the tests. Instants are seconds.

func sec(s float64) protocol.Time { return protocol.Time(math.Round(s * 1e9)) }

func boot(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Boot, Node: node, Value: 1}
}

func reboot(at float64, node protocol.ID, incarnation int64) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Boot, Node: node, Value: incarnation}
}

func crash(at float64, node protocol.ID, why trace.Why) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Crash, Node: node, Why: why}
}

func absent(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Absent, Node: node, Why: trace.WhyTrace}
}

func offers(at float64, node protocol.ID, value int64) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Capability, Node: node, Value: value}
}

// index is a computation of node 1.
func index(num uint32) protocol.Computation { return protocol.Computation{Num: num, Source: 1} }

func electing(at float64, node protocol.ID, num uint32) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Electing, Node: node, Computation: index(num)}
}

func elected(at float64, node, leader protocol.ID, num uint32) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Elected, Node: node, Peer: leader, Computation: index(num)}
}

func says(at float64, node, to protocol.ID, class protocol.Class) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Send, Node: node, Peer: to, Class: class}
}

func frame(at float64, node protocol.ID, bytes int32) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Transmit, Node: node, Bytes: bytes}
}

func spent(at float64, node protocol.ID, joules, aboveIdle float64, left int64) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Energy, Node: node, X: joules, Y: aboveIdle, Value: left}
}

func end(at float64) trace.Record { return trace.Record{At: sec(at), Kind: trace.End} }

// A story gathers records.
type story []trace.Record

func (s *story) tell(records ...trace.Record) { *s = append(*s, records...) }

// sample tells a truth sample of components, each given by its members, the
// lowest first.
func (s *story) sample(at float64, components ...[]protocol.ID) {
	nodes := 0
	for _, c := range components {
		for _, id := range c {
			s.tell(trace.Record{At: sec(at), Kind: trace.Component, Node: id, Peer: c[0]})
			nodes++
		}
	}
	s.tell(trace.Record{At: sec(at), Kind: trace.Sample, Value: int64(nodes)})
}

func (s story) measured(o Options) Metrics {
	r := NewRun(o)
	for i := range s {
		if r.Wants().Has(s[i].Kind) {
			r.Record(&s[i])
		}
	}
	return r.Metrics()
}

// expect checks values of metrics by name.
func expect(t *testing.T, m Metrics, want map[string]float64) {
	t.Helper()
	for name, x := range want {
		v := m.Get(name)
		if !v.Known || math.Abs(v.X-x) > 1e-12*max(1, math.Abs(x)) {
			t.Errorf("%s is %v (known: %v), want %v", name, v.X, v.Known, x)
		}
	}
}

// expectNone checks that metrics do not apply.
func expectNone(t *testing.T, m Metrics, names ...string) {
	t.Helper()
	for _, name := range names {
		if v := m.Get(name); v.Known {
			t.Errorf("%s is %v, but does not apply", name, v.X)
		}
	}
}
