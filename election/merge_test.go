package election

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// following returns a node that follows whom by an election.
func following(t *testing.T, signalling string, whom protocol.ID) *desk {
	t.Helper()
	d := sit(t, signalling, 2, 3)
	d.hears(2, leader{Index: index(1, 2), Claim: leads(whom, 4)})
	if d.leader.leader.ID != whom {
		t.Fatalf("follows %v", d.leader.leader)
	}
	return d
}

func beaconOf(id protocol.ID, number uint32) beacon {
	return beacon{Index: index(1, 2), Leader: offers(id).Capability, Stamp: stamp{1, number}}
}

// A claim ages at each hop, so no chain of nodes keeps it young; a beacon is passed on as
// received.
func TestClaimsAgeOnTheWay(t *testing.T) {
	d := sit(t, signallingBroadcast)
	old := leads(8, 3)
	old.Age = 1000
	d.hears(2, exchange{Index: index(1, 2), Claim: old, Ends: endsNew})
	e, _ := d.effect(protocol.OpBroadcast)
	if x := e.Message.(exchange); x.Claim.Age != 1020 || x.Ends != endsOld || e.Within != 20*time.Millisecond {
		t.Errorf("passed on %+v within %v", x, e.Within)
	}
	d.facts.Now = d.facts.Now.Add(1500*time.Millisecond + 1)
	d.do(func() { d.tell(&d.env, 3) })
	e, _ = d.effect(protocol.OpSend)
	if x := e.Message.(exchange); x.Claim.Age != 2501 {
		t.Errorf("told %d ms later as %d ms old, want 2501: rounded up", 1500, x.Claim.Age)
	}
	timer, _ := d.effect(protocol.OpSetTimer)
	d.hears(2, exchange{Index: index(1, 2), Claim: leads(9, 3)})
	if timer, _ = d.effect(protocol.OpSetTimer); timer.Within != 6*time.Second {
		t.Errorf("a fresh claim is good for %v", timer.Within)
	}
}

// A leader that is left for a greater one is remembered: older news of it, still
// under way, does not bring it back when the greater one is gone.
func TestFormerLeaderComesBackWithNewsOnly(t *testing.T) {
	d := following(t, signallingBroadcast, 7)
	d.hears(3, beaconOf(9, 1))
	d.fires(timerBeacon, 5*time.Second) // 9 is gone
	d.want(d.hears(2, beaconOf(7, 4)), "")
	d.want(d.hears(2, beaconOf(7, 5)), "beacon(7)⇒")
	e := following(t, signallingBroadcast, 7)
	e.hears(3, exchange{Index: index(1, 2), Claim: claim{Leader: protocol.Capability{Value: 10, ID: 7}, Stamp: stamp{1, 5}}})
	e.hears(3, beaconOf(6, 1))
	if e.leader.leader.ID != 6 {
		t.Fatalf("follows %v, though 7 offers 10 now", e.leader.leader)
	}
	e.want(e.hears(2, beaconOf(7, 4)), "")
	e.want(e.hears(2, beaconOf(7, 6)), "beacon(7)⇒")
}

// Of two values of one leader the newest holds, greater or lower (gap 11).
func TestNewestValueHolds(t *testing.T) {
	d := following(t, signallingBroadcast, 9)
	for number, value := range []int64{95, 60, 80} {
		b := beaconOf(9, uint32(5+number))
		b.Leader.Value = value
		d.hears(2, b)
		if d.leader.leader.Value != value {
			t.Errorf("after %d the leader's value is %d", value, d.leader.leader.Value)
		}
	}
	d.hears(2, beaconOf(9, 4))
	if d.leader.leader.Value != 80 {
		t.Error("an older beacon changed the value")
	}
}

// Gap 7: while electing the best claim is queued and none adopted; beacons are passed on,
// for nodes farther away.
func TestElectingNodeKeepsTheBestClaim(t *testing.T) {
	d := sit(t, signallingUDP, 2)
	d.hears(2, election{Index: index(3, 8)})
	d.want(d.hears(3, exchange{Index: index(1, 3), Claim: leads(6, 1)}), "")
	d.want(d.hears(3, beaconOf(9, 1)), "beacon(9)⇒")
	d.want(d.hears(4, beaconOf(9, 1)), "")
	d.want(d.hears(4, beaconOf(9, 2)), "beacon(9)⇒")
	d.want(d.hears(4, beaconOf(7, 1)), "")
	d.want(d.hears(2, leader{Index: index(3, 8), Claim: leads(8, 0)}), "leader(8)⇒ exchange(9)⇒")
	if d.leader.leader.ID != 9 || d.leader.stamp != (stamp{1, 2}) {
		t.Errorf("follows %v %v", d.leader.leader, d.leader.stamp)
	}
}

// A claim that has grown old in the queue is not merged.
func TestQueuedClaimExpires(t *testing.T) {
	d := sit(t, signallingUDP, 2)
	d.hears(2, election{Index: index(3, 8)})
	d.hears(3, beaconOf(9, 1))
	d.facts.Now = d.facts.Now.Add(6 * time.Second)
	d.want(d.hears(2, leader{Index: index(3, 8), Claim: leads(8, 0)}), "leader(8)⇒")
}

// The leader's own beacon, of the computation that this node is still in, ends the election
// as the missed Leader would.
func TestBeaconOfTheComputationEndsIt(t *testing.T) {
	d := sit(t, signallingUDP, 2)
	d.hears(2, election{Index: index(3, 8)})
	b := beaconOf(9, 1)
	b.Index = index(3, 8)
	d.want(d.hears(2, b), "beacon(9)⇒")
	if e, ok := d.effect(protocol.OpElected); !ok || e.To != 9 || e.Computation != index(3, 8) || d.electing {
		t.Errorf("believes %+v, electing %v", e, d.electing)
	}
}

// A leader that is less than what this node collected was announced without its branch: the
// node announces the better one.
func TestLesserLeaderIsOutdone(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.hears(2, election{Index: index(3, 8)})
	d.want(d.hears(2, leader{Index: index(3, 8), Claim: leads(4, 0)}), "leader(5)⇒")
}

// A leader that others remember with a newer stamp than its own supersedes it (gap 4), at
// once if it leads.
func TestForgottenStampIsSuperseded(t *testing.T) {
	d := sit(t, signallingUDP)
	d.do(func() { d.start(&d.env) })
	d.want(d.hears(2, exchange{Claim: claim{Leader: protocol.Capability{Value: 50, ID: 5}, Stamp: stamp{3, 7}, Age: math.MaxUint32}}), "beacon(5)⇒")
	if d.own != (stamp{4, 1}) {
		t.Errorf("own stamp %v", d.own)
	}
	if _, saved := d.effect(protocol.OpSave); !saved {
		t.Error("the new term is not saved")
	}
}

// The other side: a leader that claims itself with an old stamp is corrected, once for each
// stamp, by its followers and by nodes that gave it up lately.
func TestLeaderWithAnOldStampIsCorrected(t *testing.T) {
	d := following(t, signallingUDP, 9)
	d.want(d.hears(9, beaconOf(9, 2)), "exchange(9)→9")
	d.want(d.hears(9, beaconOf(9, 2)), "")
	d.want(d.hears(3, beaconOf(9, 3)), "") // a late copy, from another
	d.want(d.hears(9, beaconOf(9, 3)), "exchange(9)→9")
	d.fires(timerBeacon, 6*time.Second)
	d.want(d.hears(9, beaconOf(9, 1)), "exchange(9)→9")
	d.facts.Now = d.facts.Now.Add(6 * time.Second)
	d.want(d.hears(9, beaconOf(9, 1)), "beacon(9)⇒") // forgiven
}

// What a node does when it hears that others take it for their leader.
func TestClaimsAboutOneself(t *testing.T) {
	about := func(value int64, beacon uint32) exchange {
		return exchange{Claim: claim{Leader: protocol.Capability{Value: value, ID: 5}, Stamp: stamp{1, beacon}}}
	}
	for name, test := range map[string]struct {
		leader protocol.ID // of node 5, which offers 50
		claim  exchange
		want   string
	}{
		"I exceed my leader: I take office":         {4, about(50, 0), "beacon(5)⇒"},
		"I am less, but was more: I retract":        {6, about(80, 0), "exchange(5)⇒"},
		"I am less, and was: I tell of my leader":   {6, about(50, 0), "exchange(6)→2"},
		"all that, with a stamp beyond mine":        {6, about(80, 9), "exchange(5)⇒"},
		"a claim too old to be worth an answer, if": {6, exchange{Claim: claim{Leader: protocol.Capability{Value: 80, ID: 5}, Age: 6000}}, ""},
	} {
		d := following(t, signallingUDP, test.leader)
		if got := d.hears(2, test.claim); got != test.want {
			t.Errorf("%s: sent %q, want %q", name, got, test.want)
		}
		if stamp := test.claim.Claim.Stamp; stamp.newer(d.own) {
			t.Errorf("%s: own stamp %v is behind %v", name, d.own, stamp)
		}
	}
}

// A leader that joins an election sends no beacons until it is over.
func TestElectingLeaderSendsNoBeacons(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.do(func() { d.start(&d.env) })
	d.fires(timerTree, 100*time.Millisecond)
	d.want(d.fires(timerBeacon, 2*time.Second), "beacon(5)⇒")
	d.hears(2, election{Index: index(3, 8)})
	if e, ok := d.effect(protocol.OpStopTimer); !ok || e.Timer != timerBeacon {
		t.Errorf("stops %+v", e)
	}
	d.want(d.fires(timerBeacon, 2*time.Second), "")
	if d.leads() {
		t.Error("leads while electing")
	}
}

// Challenge, gap 13: after the second beacon of a lesser leader, not after the first, and
// not if the leader's value grows meanwhile; by the hysteresis.
func TestChallenge(t *testing.T) {
	for _, test := range []struct {
		name       string
		hysteresis protocol.PerMille
		values     []int64 // of leader 9's beacons; node 5 offers 50
		challenges bool
	}{
		{"one beacon", 0, []int64{40}, false},
		{"two beacons", 0, []int64{40, 40}, true},
		{"not successive", 0, []int64{40, 60, 40}, false},
		{"equal value, greater ID", 0, []int64{50, 50, 50}, false},
		{"within the hysteresis", 300, []int64{40, 40, 40}, false},
		{"beyond it", 200, []int64{40, 40}, true},
	} {
		d := following(t, signallingBroadcast, 9)
		d.settings = &settings{}
		*d.settings = *following(t, signallingBroadcast, 9).settings
		d.hysteresis = protocol.Margin{Share: test.hysteresis}
		armed := false
		for i, value := range test.values {
			b := beaconOf(9, uint32(10+i))
			b.Leader.Value = value
			d.hears(2, b)
			e, ok := d.effect(protocol.OpSetTimer)
			armed = ok && e.Timer == timerStart || armed
		}
		if armed != test.challenges {
			t.Errorf("%s: challenges %v, want %v", test.name, armed, test.challenges)
		}
		if test.challenges {
			d.want(d.fires(timerStart, 0), "election⇒")
		}
	}
}

// A challenge that has become pointless is not made.
func TestChallengeIsDroppedWhenTheLeaderGrows(t *testing.T) {
	d := following(t, signallingBroadcast, 9)
	for i, value := range []int64{40, 40, 60} {
		b := beaconOf(9, uint32(10+i))
		b.Leader.Value = value
		d.hears(2, b)
	}
	d.want(d.fires(timerStart, 0), "")
}

// Resign: a node that leads, or is a candidate, starts an election with the capability that
// it has left.
func TestResign(t *testing.T) {
	resign := func(d *desk) string {
		d.facts.Capability.Value = 0
		return d.do(func() { optional.Resign(d.machine, &d.env) })
	}
	leader := sit(t, signallingBroadcast)
	leader.do(func() { leader.start(&leader.env) })
	leader.fires(timerTree, 100*time.Millisecond)
	leader.want(resign(leader), "election⇒")
	if leader.best.Capability.Value != 0 {
		t.Errorf("offers %v", leader.best)
	}
	candidate := sit(t, signallingBroadcast)
	candidate.hears(2, election{Index: index(3, 8)})
	candidate.want(resign(candidate), "election⇒")
	follower := following(t, signallingBroadcast, 9)
	follower.want(resign(follower), "")
}

// Settle: the leader leads, and sends nothing before its first beacon.
func TestSettle(t *testing.T) {
	follower := sit(t, signallingUDP, 2)
	follower.want(follower.do(func() { optional.Settle(follower.machine, &follower.env, offers(9).Capability) }), "")
	follower.want(follower.do(func() { optional.NeighbourUp(follower.machine, &follower.env, 3) }), "")
	follower.want(follower.hears(2, beaconOf(9, 1)), "beacon(9)⇒")
	leader := sit(t, signallingUDP, 2)
	leader.want(leader.do(func() { optional.Settle(leader.machine, &leader.env, leader.facts.Capability) }), "")
	leader.want(leader.fires(timerBeacon, 2*time.Second), "beacon(5)⇒")
}

// Only a node that keeps a neighbour list, or exchanges leaders over new links, observes
// neighbours.
func TestWhoObservesNeighbours(t *testing.T) {
	if _, ok := sit(t, signallingBroadcast).machine.(protocol.NeighbourObserver); ok {
		t.Error("broadcast signalling observes neighbours: the emulator would compute them for nothing")
	}
	for _, p := range []map[string]string{{"signalling": signallingUDP}, {"link_exchanges": "1"}} {
		if _, ok := sitWith(t, p).machine.(protocol.NeighbourObserver); !ok {
			t.Errorf("%v does not observe neighbours", p)
		}
	}
}

// "the two endpoints of the new link exchange leader ids": so do nodes without a neighbour
// list if link_exchanges is set. A node without a leader, or in an election, sends nothing
// (gap 8). The end of a link changes nothing.
func TestEndsOfANewLinkExchangeLeaders(t *testing.T) {
	for _, signalling := range []string{signallingBroadcast, signallingOptimised} {
		d := sitWith(t, map[string]string{"signalling": signalling, "link_exchanges": "1"}, 2, 3)
		up := func() string { return d.do(func() { optional.NeighbourUp(d.machine, &d.env, 3) }) }
		d.want(up(), "")
		d.hears(2, leader{Index: index(1, 2), Claim: leads(9, 4)})
		d.want(up(), "exchange(9)→3")
		if e, _ := d.effect(protocol.OpSend); e.Message.(exchange).Ends != endsNew {
			t.Errorf("sent %+v, which asks for an answer", e.Message)
		}
		d.want(d.do(func() { optional.NeighbourDown(d.machine, &d.env, 3) }), "")
		d.do(func() { optional.Elect(d.machine, &d.env) })
		d.want(up(), "")
	}
}
