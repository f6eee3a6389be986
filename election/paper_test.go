package election

import (
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// The tests of this file check one node against rules of the paper, in the paper's order.
// Each states its rule in a sentence of ours, after the paper.

// A source sends Election to all its neighbours and waits for them all.
func TestSourceSendsElectionToAllNeighbours(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3, 4)
	d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "election→2 election→3 election→4")
	if len(d.waiting) != 3 || d.parent != protocol.Nobody || d.index != index(1, 5) {
		t.Errorf("S %v, parent %v, index %v", d.waiting, d.parent, d.index)
	}
}

// The first Election received fixes the parent, and goes on to all neighbours
// but the parent.
func TestFirstElectionFixesTheParent(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3, 4)
	d.want(d.hears(3, election{Index: index(1, 9)}), "election→2 election→4")
	if d.parent != 3 || d.depth != 1 {
		t.Errorf("parent %v at depth %d", d.parent, d.depth)
	}
}

// An election from a node that is not the parent is acknowledged at once.
func TestElectionOfANonParentIsAcknowledgedAtOnce(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3, 4)
	d.hears(3, election{Index: index(1, 9)})
	d.want(d.hears(2, election{Index: index(1, 9), Depth: 1}), "ack→2")
	d.want(d.hears(3, election{Index: index(1, 9)}), "") // from the parent again: a duplicate
}

// The pending Ack goes to the parent once S is empty, with the best node of the
// subtree, oneself included.
func TestPendingAckCarriesTheBestOfTheSubtree(t *testing.T) {
	for _, test := range []struct {
		children [2]protocol.ID
		want     string
	}{
		{[2]protocol.ID{7, 6}, "ack(7)→3"},
		{[2]protocol.ID{2, 1}, "ack(5)→3"},
	} {
		d := sit(t, signallingUDP, 2, 3, 4)
		d.hears(3, election{Index: index(1, 9)})
		d.want(d.hears(2, ack{Index: index(1, 9), Best: offers(test.children[0])}), "")
		d.want(d.hears(4, ack{Index: index(1, 9), Best: offers(test.children[1])}), test.want)
		if d.inTree || !d.electing {
			t.Error("the pending Ack takes a node out of the tree, not out of the election")
		}
	}
}

// A leaf acknowledges at once; the source announces when S is empty.
func TestLeafAcknowledgesAndSourceAnnounces(t *testing.T) {
	leaf := sit(t, signallingUDP, 3)
	leaf.want(leaf.hears(3, election{Index: index(1, 9)}), "ack(5)→3")
	source := sit(t, signallingUDP, 3)
	source.do(func() { source.start(&source.env) })
	source.want(source.hears(3, ack{Index: index(1, 5), Best: offers(8)}), "leader(8)⇒")
}

// Ties between equal values are broken by ID.
func TestTiesAreBrokenByID(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.hears(2, election{Index: index(1, 9)})
	equal := candidate{Capability: protocol.Capability{Value: 50, ID: 6}}
	d.want(d.hears(3, ack{Index: index(1, 9), Best: equal}), "ack(6)→2")
}

// ⟨n1,i1⟩ ≻ ⟨n2,i2⟩ ⇔ n1 > n2 ∨ (n1 = n2 ∧ i1 > i2). A node takes part in one
// computation at a time; a greater index makes it abandon its own, take a new
// parent and propagate anew; a lower one does not.
func TestGreaterIndexPreempts(t *testing.T) {
	for _, test := range []struct {
		second protocol.Computation
		joins  bool
	}{
		{index(3, 4), true}, {index(4, 1), true}, {index(3, 1), false}, {index(2, 9), false},
	} {
		d := sit(t, signallingUDP, 2, 3, 4)
		d.hears(3, election{Index: index(3, 2)})
		said := d.hears(4, election{Index: test.second, Depth: 7})
		if joined := d.index == test.second && d.parent == 4 && d.depth == 8; joined != test.joins {
			t.Errorf("%v after ⟨3,2⟩: joined %v", test.second, joined)
		}
		if want := "election→2 election→3"; test.joins && said != want || !test.joins && said != "" {
			t.Errorf("%v after ⟨3,2⟩: sent %q", test.second, said)
		}
	}
}

// num is greater than in any computation this node initiated.
func TestNumGrowsWithEachComputationStarted(t *testing.T) {
	d := sit(t, signallingBroadcast)
	var last protocol.Computation
	for range 5 {
		d.do(func() { d.start(&d.env) })
		if !d.index.Succeeds(last) {
			t.Errorf("%v after %v", d.index, last)
		}
		last = d.index
	}
}

// A child that leaves Probes unanswered is taken out of S; so S may become empty.
func TestSilentChildIsDropped(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.hears(2, election{Index: index(1, 9)})
	d.want(d.fires(timerTree, time.Second), "probe→3")
	d.want(d.fires(timerTree, 250*time.Millisecond), "probe→3")
	d.want(d.fires(timerTree, 250*time.Millisecond), "probe→3")
	d.want(d.fires(timerTree, 250*time.Millisecond), "ack(5)→2")
}

// A reply shows that a child is alive: it is waited for, and probed again.
func TestReplyKeepsAChild(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.hears(2, election{Index: index(1, 9)})
	for range 5 {
		d.want(d.fires(timerTree, time.Second), "probe→3")
		d.hears(3, reply{Index: index(1, 9), Depth: 2, Part: partMember})
		d.want(d.fires(timerTree, 250*time.Millisecond), "")
	}
	d.want(d.hears(3, ack{Index: index(1, 9), Best: offers(3)}), "ack(5)→2")
}

// A node whose leader's beacons are missing for the time-out starts an election.
// Here and in all that follows the leader is 9, which offers 90.
func TestMissingBeaconsStartAnElection(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.hears(2, leader{Index: index(1, 2), Claim: leads(9, 0)})
	if e, ok := d.effect(protocol.OpSetTimer); !ok || e.Timer != timerBeacon || e.Within != 6*time.Second {
		t.Errorf("time-out %+v", e)
	}
	d.want(d.fires(timerBeacon, 6*time.Second), "")
	if e, ok := d.effect(protocol.OpElected); !ok || e.To != protocol.Nobody {
		t.Errorf("reports %+v without a leader", e)
	}
	if e, ok := d.effect(protocol.OpSetTimer); !ok || e.Timer != timerStart || e.Within > 500*time.Millisecond {
		t.Errorf("back-off %+v, want at most a quarter of the interval", e)
	}
	d.want(d.fires(timerStart, 500*time.Millisecond), "election⇒")
}

// A beacon in time cancels the election.
func TestBeaconPutsTheElectionOff(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.hears(2, leader{Index: index(1, 2), Claim: leads(9, 0)})
	d.fires(timerBeacon, 6*time.Second)
	d.want(d.hears(2, beacon{Index: index(1, 2), Leader: offers(9).Capability, Stamp: stamp{1, 4}}), "beacon(9)⇒")
	if _, ok := d.effect(protocol.OpStopTimer); !ok || d.leader.leader.ID != 9 {
		t.Error("the back-off was not stopped")
	}
}

// The leader sends a beacon each interval.
func TestLeaderSendsBeacons(t *testing.T) {
	d := sit(t, signallingUDP)
	d.do(func() { d.start(&d.env) }) // isolated: elects itself
	if d.leader.leader.ID != 5 || d.electing {
		t.Fatal("an isolated node elects itself")
	}
	for range 3 {
		e, _ := d.effect(protocol.OpSetTimer)
		if e.Timer != timerBeacon || e.Within != 2*time.Second {
			t.Errorf("next beacon %+v", e)
		}
		d.want(d.fires(timerBeacon, e.Within), "beacon(5)⇒")
	}
}

// When two stable components meet, the side with the lesser leader adopts the greater and
// tells its own nodes; the other side answers.
func TestLesserSideAdopts(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.hears(2, leader{Index: index(1, 2), Claim: leads(7, 0)})
	d.want(d.hears(3, exchange{Index: index(4, 9), Claim: leads(6, 3)}), "exchange(7)→3")
	d.want(d.hears(3, exchange{Index: index(4, 9), Claim: leads(8, 3)}), "exchange(8)⇒")
	if e, ok := d.effect(protocol.OpElected); !ok || e.To != 8 || e.Computation != (protocol.Computation{}) {
		t.Errorf("reports %+v: a merge is no election", e)
	}
}

// The electing side ends its election first; the exchange comes after.
func TestElectingSideFinishesFirst(t *testing.T) {
	d := sit(t, signallingUDP, 2)
	d.do(func() { d.start(&d.env) })
	d.want(d.hears(3, leader{Index: index(7, 3), Claim: leads(9, 3)}), "")
	d.want(d.hears(2, ack{Index: index(1, 5), Best: offers(2)}), "leader(5)⇒ exchange(9)⇒")
}

// One computation may yield several Leaders: a node that is not in an election
// adopts the greater and propagates it.
func TestSecondLeaderOfAComputationIsAdopted(t *testing.T) {
	d := sit(t, signallingUDP, 2)
	d.hears(2, election{Index: index(1, 9)})
	d.want(d.hears(2, leader{Index: index(1, 9), Claim: leads(6, 0)}), "leader(6)⇒")
	d.want(d.hears(2, leader{Index: index(1, 9), Claim: leads(8, 0)}), "leader(8)⇒")
}

// In broadcast signalling a node sends Child to its parent and broadcasts once. Elections
// of others are ignored. S is the nodes that sent Child within CHILD-TIMEOUT.
func TestBroadcastSignalling(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.want(d.hears(2, election{Index: index(1, 9)}), "child→2 election⇒")
	d.want(d.hears(3, election{Index: index(1, 9), Depth: 1}), "")
	d.want(d.hears(4, child{Index: index(1, 9)}), "")
	d.want(d.fires(timerTree, 100*time.Millisecond), "")
	d.want(d.hears(4, ack{Index: index(1, 9), Best: offers(8)}), "ack(8)→2")
	leaf := sit(t, signallingBroadcast)
	leaf.hears(2, election{Index: index(1, 9)})
	leaf.want(leaf.fires(timerTree, 100*time.Millisecond), "ack(5)→2")
}
