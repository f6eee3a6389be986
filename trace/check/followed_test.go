package check

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// followed begins a trace whose components are followed.
func followed() trace.Record { return trace.Record{Kind: trace.Truth, Name: trace.TruthExact} }

// joins tells that nodes are in the component of the first of them from now on.
func joins(at float64, members ...protocol.ID) (out []trace.Record) {
	for _, id := range members {
		out = append(out, trace.Record{At: sec(at), Kind: trace.Component, Node: id, Peer: members[0]})
	}
	return out
}

func TestConvergedWhereComponentsAreFollowed(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), followed(), joins(0, 1), joins(0, 2, 3), elected(1, 2, 2), elected(1, 3, 2), elected(1, 1, 1),
		joins(2.5, 1, 2, 3), elected(4.25, 1, 2), end(10)), "converged")
	settledAt(t, c, 4.25)

	c = NewConverged(calm(2, 6)) // right since before the calm
	expect(t, feed(c, three(), followed(), joins(0, 1, 2, 3), all(1, 2), end(10)), "converged")
	settledAt(t, c, 2)

	c = NewConverged(calm(2, 6)) // a split after the deadline that lasts 10 ms
	expect(t, feed(c, three(), followed(), joins(0, 1, 2, 3), all(1, 2), joins(8, 1), joins(8, 2, 3), joins(8.01, 1, 2, 3), end(10)), "converged",
		"8s: converged: it had converged at 2s, and did not stay so: the component of 1, 1 node, should name 1, but 1 names 2")

	c = NewConverged(calm(2, 6)) // a split that lasts for no time
	expect(t, feed(c, three(), followed(), joins(0, 1, 2, 3), all(1, 2), joins(8, 1), joins(8, 2, 3), joins(8, 1, 2, 3), end(10)), "converged")
}

func TestTwoLeadersForAMoment(t *testing.T) {
	story := func(until float64) []any {
		return []any{three(), followed(), joins(0, 1, 2, 3), all(1, 2), elected(4, 3, 3), elected(until, 3, 2), end(10)}
	}
	expect(t, feed(NewAtMostOneLeader(0), story(4.01)...), "at most one leader", "4s: at most one leader: 2 and 3 both lead the component of 1")
	expect(t, feed(NewAtMostOneLeader(0), story(4)...), "at most one leader") // corrected in the same instant
	expect(t, feed(NewAtMostOneLeader(sec(5)), story(4.01)...), "at most one leader")
	expect(t, feed(NewAtMostOneLeader(sec(5)), story(6)...), "at most one leader", "5s: at most one leader: 2 and 3")
}

func TestAnExcessIsTimedBetweenChanges(t *testing.T) {
	story := []any{three(), followed(), joins(0, 1, 2, 3), all(1, 1), trace.Record{At: sec(8), Kind: trace.Capability, Node: 1, Value: 40}, end(20)}
	expect(t, feed(NewWithinMargin(MarginOptions{From: sec(2)}, 7*time.Second), story...), "within margin")
	got := feed(NewWithinMargin(MarginOptions{From: sec(2)}, 5*time.Second), story...)
	if len(got) != 2 || got[0].At != sec(8) { // of 2 and 3, from 2 s to 8 s
		t.Errorf("verdicts %v", got)
	}
}
