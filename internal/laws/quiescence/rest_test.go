package quiescence

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// world is a line of three nodes, and a fourth node alone.
func world() *Topology {
	places := NewTopology(4)
	for id := range protocol.ID(4) {
		places.Record(&trace.Record{Kind: trace.Boot, Node: id + 1})
	}
	places.Record(&trace.Record{Kind: trace.LinkUp, Node: 1, Peer: 2})
	places.Record(&trace.Record{Kind: trace.LinkUp, Node: 3, Peer: 2})
	return places
}

func TestTheScaleIsThatOfTheLargestComponent(t *testing.T) {
	places := world()
	if s := places.Scale(); s.Nodes != 3 || s.Diameter != 2 {
		t.Errorf("a line of three and one alone: %d nodes, diameter %d", s.Nodes, s.Diameter)
	}
	if places.Whole() || places.Full() {
		t.Error("a node alone is in one component with all")
	}
	places.Record(&trace.Record{Kind: trace.LinkUp, Node: 3, Peer: 4})
	if !places.Whole() || places.Full() {
		t.Error("a line is not one component, or is complete")
	}
	places.Record(&trace.Record{Kind: trace.Crash, Node: 2})
	if s := places.Scale(); s.Nodes != 2 || s.Diameter != 1 || places.Whole() {
		t.Errorf("without its second the line has %d nodes, diameter %d", s.Nodes, s.Diameter)
	}
}

func TestOnlyLiveNodesOfAQuorumMustBeSilent(t *testing.T) {
	says := func(by protocol.ID, class protocol.Class) *Elections {
		talk := NewElections(4)
		talk.Record(&trace.Record{Kind: trace.Send, Node: by, Class: class, At: 10})
		return talk
	}
	for _, c := range []struct {
		by     protocol.ID
		class  protocol.Class
		end    protocol.Time
		silent bool
	}{
		{1, protocol.ClassElection, 9, false},
		{1, protocol.ClassElection, 10, true},
		{1, protocol.ClassBeacon, 9, true},
		{4, protocol.ClassProbe, 9, true}, // one node is no quorum of two
	} {
		if got := says(c.by, c.class).After(c.end, world(), 2); (got == "") != c.silent {
			t.Errorf("%v says class %v at 10, all settled by %d: %q", c.by, c.class, c.end, got)
		}
	}
	places := world()
	places.Record(&trace.Record{Kind: trace.Crash, Node: 1})
	if got := says(1, protocol.ClassElection).After(9, places, 0); got != "" {
		t.Errorf("a dead node is reported: %s", got)
	}
}
