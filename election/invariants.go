package election

import (
	"slices"

	"bellwether/internal/laws/invariants"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// Invariants are properties of every state of every run of [Vasudevan] with these
// parameters (key=value): the structural properties of the paper.
func Invariants(params []string) []check.Property {
	tcp := slices.Contains(params, "signalling=tcp")
	out := []check.Property{
		{Name: "an initiator's numbers increase", New: func() check.Invariant { return invariants.NewMonotone() }},
		{Name: "a node in an election changes to newer computations only", New: func() check.Invariant { return invariants.NewNewer() }},
		{Name: "parents of one tree are acyclic", New: func() check.Invariant { return invariants.NewAcyclic() }},
		{Name: "one Election and one pending Ack each", New: func() check.Invariant { return once(tcp) }},
		{Name: "no Ack names a node worse than its sender", New: func() check.Invariant { return invariants.NewOwnBest(readTree) }},
		{Name: "a Leader names the best of those whose Acks reached its announcer", New: func() check.Invariant { return treeBest(tcp) }},
		{Name: "outside elections leaders rise", New: func() check.Invariant { return invariants.NewRising() }},
	}
	if tcp || slices.Contains(params, "signalling=udp") {
		// With the others S is not known before CHILD-TIMEOUT.
		out = append(out, check.Property{Name: "a node in a tree waits for another node", New: func() check.Invariant { return invariants.NewWaits() }})
	}
	if slices.Contains(params, "signalling=optimised") {
		out = append(out, check.Property{Name: "who stays out of an election follows another leader than it replaces",
			New: func() check.Invariant { return invariants.NewStaysOut(replaces, declines) }})
	}
	return out
}

// replaces says which leader an Election names as departed; false: none.
func replaces(m protocol.Message) (departed protocol.ID, of protocol.Computation, asks bool) {
	e, asks := m.(election)
	return e.Departed, e.Index, asks && e.Departed != protocol.Nobody
}

// declines reads an immediate Ack.
func declines(m protocol.Message) (of protocol.Computation, is bool) {
	a, is := m.(ack)
	return a.Index, is && a.Best.Capability.ID == protocol.Nobody
}

// once returns the stricter checker for signallings in which a message leaves at once: all
// but TCP.
func once(tcp bool) check.Invariant {
	if tcp {
		return invariants.NewOnce(readTree)
	}
	return invariants.NewInTime(readTree)
}

// treeBest returns the stricter checker for signallings in which a message leaves at once.
func treeBest(tcp bool) check.Invariant {
	if tcp {
		return invariants.NewTreeBestLate(readTree)
	}
	return invariants.NewTreeBest(readTree)
}

// readTree describes what a message does to the tree. An immediate Ack declines and reports
// nothing. A segment that TCP repeats is not a new message.
func readTree(m protocol.Message) (invariants.Saying, bool) {
	switch v := m.(type) {
	case protocol.Carrier:
		origin, inner := v.Carried()
		s, ok := readTree(inner)
		s.Resent = origin == protocol.Nobody
		s.Again = s.Again || s.Resent
		return s, ok
	case election:
		return invariants.Saying{Part: invariants.Asks, Again: v.Retry, Computation: v.Index}, true
	case ack:
		if v.Best.Capability.ID == protocol.Nobody {
			return invariants.Saying{}, false
		}
		return invariants.Saying{Part: invariants.Reports, Again: v.Retry, Computation: v.Index, Best: v.Best.Capability}, true
	case leader:
		return invariants.Saying{Part: invariants.Announces, Again: v.Retry, Computation: v.Index, Best: v.Claim.Leader}, true
	}
	return invariants.Saying{}, false
}
