package election

import (
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A node with another leader than the departed one answers the Election at once, does not
// join and does not pass it on. A node that has lost the same leader, has none, or is in an
// election, joins (VKT04 §VI).
func TestOptimisedSignallingConcernsWhoLostTheSameLeader(t *testing.T) {
	joins := "child→3 election-named⇒"
	for _, test := range []struct {
		name     string
		before   func(d *desk)
		departed protocol.ID
		want     string
	}{
		{"another leader", func(d *desk) { d.hears(2, leader{Index: index(1, 2), Claim: leads(8, 0)}) }, 9, "ack→3"},
		{"the same leader", func(d *desk) { d.hears(2, leader{Index: index(1, 2), Claim: leads(9, 0)}) }, 9, joins},
		{"no leader yet", func(*desk) {}, 9, joins},
		{"its leader's beacons are missing", func(d *desk) {
			d.hears(2, leader{Index: index(1, 2), Claim: leads(8, 0)})
			d.fires(timerBeacon, 6*time.Second)
		}, 9, joins},
		{"in an election of other nodes", func(d *desk) {
			d.hears(2, leader{Index: index(1, 2), Claim: leads(8, 0)})
			d.hears(2, election{Index: index(2, 2), Departed: 8})
		}, 9, joins},
		{"itself departed", func(d *desk) { d.do(func() { d.start(&d.env) }); d.fires(timerTree, time.Second) }, 5, joins},
		{"itself a leader", func(d *desk) { d.do(func() { d.start(&d.env) }); d.fires(timerTree, time.Second) }, 9, "ack→3"},
		{"nobody departed, no leader here", func(*desk) {}, protocol.Nobody, "child→3 election⇒"},
		{"nobody departed, a leader here", func(d *desk) {
			d.hears(2, leader{Index: index(1, 2), Claim: leads(8, 0)})
		}, protocol.Nobody, "ack→3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := sit(t, signallingOptimised)
			test.before(d)
			was := d.electing
			d.want(d.hears(3, election{Index: index(7, 3), Departed: test.departed}), test.want)
			if joined := d.index == index(7, 3); joined != (test.want != "ack→3") || !joined && d.electing != was {
				t.Errorf("index %v, electing %v", d.index, d.electing)
			}
		})
	}
}

// An Election names the leader that its source lost, deposes, or was itself. A node that
// joins names the same leader, also when it sends its Election again.
func TestOptimisedElectionNamesTheDeparted(t *testing.T) {
	d := sit(t, signallingOptimised)
	named := func(want protocol.ID) {
		t.Helper()
		e, ok := d.effect(protocol.OpBroadcast)
		if got, is := e.Message.(election); !ok || !is || got.Departed != want {
			t.Errorf("sent %+v, want an Election that names %v", e.Message, want)
		}
	}
	d.do(func() { optional.Elect(d.machine, &d.env) })
	named(protocol.Nobody)
	d.hears(2, leader{Index: index(1, 5), Claim: leads(9, 0)})
	d.do(func() { optional.Elect(d.machine, &d.env) }) // told to elect
	named(9)
	d.hears(2, leader{Index: index(2, 5), Claim: leads(9, 1)})
	d.fires(timerBeacon, 6*time.Second)
	d.fires(timerStart, 500*time.Millisecond) // its beacons are missing
	named(9)
	d.hears(3, election{Index: index(8, 3), Departed: 4})
	named(4)
	d.want(d.hears(6, probe{Index: index(3, 6), Awaits: awaitsLeader}), "election-named-retry→6")
	d.facts.Now++
	d.hears(3, leader{Index: index(8, 3), Claim: claim{Leader: offers(5).Capability, Stamp: d.own}})
	d.do(func() { optional.Resign(d.machine, &d.env) })
	named(5)
}

// The other signallings name no leader, and their Elections are shorter.
func TestOnlyOptimisedElectionsNameTheDeparted(t *testing.T) {
	for signalling, want := range map[string]string{signallingUDP: "election→2", signallingBroadcast: "election⇒"} {
		d := sit(t, signalling, 2)
		d.hears(2, leader{Index: index(1, 2), Claim: leads(9, 0)})
		d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), want)
	}
}

// Gap 5: a node that stayed out answers a lesser Leader with its own leader, and adopts a
// greater one.
func TestWhoStaysOutWeighsTheLeader(t *testing.T) {
	d := sit(t, signallingOptimised)
	d.hears(2, leader{Index: index(1, 2), Claim: leads(8, 0)})
	d.hears(3, election{Index: index(7, 3), Departed: 9})
	d.want(d.hears(3, leader{Index: index(7, 3), Claim: leads(7, 0)}), "exchange(8)→3")
	d.want(d.hears(3, leader{Index: index(7, 3), Claim: leads(7, 0)}), "") // one answer for each sign of life
	d.want(d.hears(3, beacon{Index: index(7, 3), Leader: offers(7).Capability, Stamp: stamp{1, 1}}), "exchange(8)→3")
	d.want(d.hears(3, leader{Index: index(7, 3), Claim: leads(10, 0)}), "leader(10)⇒")
}
