package explorer

import (
	"slices"

	"bellwether/election"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// An Invariant is a property of every state of every run of an algorithm.
type Invariant struct {
	Name string
	New  func() check.Invariant // for one run
}

// Invariants lists what is checked at every state beyond what the options say:
// the structural properties of VKT04, for its algorithm. Who adds an algorithm
// with properties of its own adds its case here.
func (o Options) Invariants() []Invariant {
	if o.Algorithm != "vasudevan" {
		return nil
	}
	out := []Invariant{
		{"an initiator's numbers increase", func() check.Invariant { return check.NewMonotone() }},
		{"who is electing changes over to newer computations only", func() check.Invariant { return check.NewNewer() }},
		{"parents of one tree are acyclic", func() check.Invariant { return check.NewAcyclic() }},
		{"one Election and one pending Ack each", o.once},
		{"no Ack names less than its sender", func() check.Invariant { return check.NewOwnBest(readTree) }},
		{"a Leader names the best of those whose Acks reached its announcer", func() check.Invariant { return check.NewTreeBest(readTree) }},
		{"outside elections leaders rise", func() check.Invariant { return check.NewRising() }},
	}
	if slices.Contains(o.Params, "signalling=udp") || slices.Contains(o.Params, "signalling=tcp") {
		// With the others S is not known before CHILD-TIMEOUT.
		out = append(out, Invariant{"who is in a tree waits for somebody", func() check.Invariant { return check.NewWaits() }})
	}
	return out
}

// once is the stricter checker where what is said leaves at once.
func (o Options) once() check.Invariant {
	if slices.Contains(o.Params, "signalling=tcp") {
		return check.NewOnce(readTree)
	}
	return check.NewInTime(readTree)
}

// readTree reads VKT04's messages. An immediate Ack declines, and reports nothing;
// a segment that TCP repeats says nothing new.
func readTree(m protocol.Message) (check.Saying, bool) {
	switch v := m.(type) {
	case protocol.Carrier:
		origin, inner := v.Carried()
		s, ok := readTree(inner)
		s.Again = s.Again || origin == protocol.Nobody
		return s, ok
	case election.Election:
		return check.Saying{Part: check.Asks, Again: v.Retry, Computation: v.Index}, true
	case election.Ack:
		if v.Best.Capability.ID == protocol.Nobody {
			return check.Saying{}, false
		}
		return check.Saying{Part: check.Reports, Again: v.Retry, Computation: v.Index, Best: v.Best.Capability}, true
	case election.Leader:
		return check.Saying{Part: check.Announces, Again: v.Retry, Computation: v.Index, Best: v.Claim.Leader}, true
	}
	return check.Saying{}, false
}

// watch attaches the invariants, afresh, to what is told next.
func (s *search) watch() []trace.Sink {
	s.judges = s.judges[:0]
	var sinks []trace.Sink
	for _, i := range s.invariants {
		judge := i.New()
		s.judges = append(s.judges, judge)
		sinks = append(sinks, judge)
	}
	return sinks
}

// broken says which invariant does not hold in the run told last, if one does not.
func (s *search) broken() string {
	for i, judge := range s.judges {
		if judge.Wants().Has(trace.End) {
			judge.Record(&trace.Record{Kind: trace.End})
		}
		if found := judge.Verdicts(); len(found) > 0 {
			return s.invariants[i].Name + ": " + found[0].Why
		}
	}
	return ""
}
