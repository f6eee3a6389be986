package election

import (
	"math"
	"testing"
	"time"

	"bellwether/protocol"
)

// Gap 2: "Acks, Leaders, Child, Probe and Reply carry src; drop those whose src is not
// mine". Otherwise a late Ack of an abandoned computation could empty S wrongly.
func TestMessagesOfAnAbandonedComputationChangeNothing(t *testing.T) {
	for name, late := range map[string]protocol.Message{
		"Ack":              ack{Index: index(1, 8), Best: offers(3)},
		"immediate Ack":    ack{Index: index(1, 8)},
		"Child":            child{Index: index(1, 8)},
		"Reply":            reply{Index: index(1, 8), Part: partNone},
		"Leader":           leader{Index: index(1, 8), Claim: leads(9, 0)},
		"Election":         election{Index: index(1, 8)},
		"Ack to come":      ack{Index: index(3, 8), Best: offers(9)},
		"Leader to come":   leader{Index: index(3, 8), Claim: leads(9, 0)},
		"Reply of nothing": reply{},
	} {
		for _, signalling := range []string{signallingUDP, signallingBroadcast} {
			d := sit(t, signalling, 2, 3)
			d.hears(2, election{Index: index(1, 8)})
			d.hears(2, election{Index: index(2, 8)})
			d.hears(3, child{Index: index(2, 8)})
			if said := d.hears(3, late); said != "" {
				t.Errorf("late %s, %s: sent %q", name, signalling, said)
			}
			if !d.electing || !d.inTree || len(d.waiting) != 1 || d.best.Capability.ID != 5 || d.parent != 2 {
				t.Errorf("late %s, %s: electing %v, S %v, best %v", name, signalling, d.electing, d.waiting, d.best)
			}
		}
	}
}

// A late Child is not awaited: its sender has left the computation in which it was one, and
// will send no Ack.
func TestAChildOfAnAbandonedComputationIsNotAwaited(t *testing.T) {
	d := sit(t, signallingBroadcast, 2, 3, 4)
	d.hears(2, election{Index: index(1, 8)})
	d.hears(2, election{Index: index(2, 8)})
	d.hears(3, child{Index: index(2, 8)})
	d.hears(4, child{Index: index(1, 8)})
	if len(d.waiting) != 1 || d.waiting[0].id != 3 {
		t.Errorf("awaits %v, want its only child, 3", d.waiting)
	}
}

// A late Ack of the node's own computation, after its own Ack was sent, is not stale: what
// it adds is passed on, while the Leader is awaited and after.
func TestLateAckIsPassedOn(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.hears(2, election{Index: index(1, 8)})
	d.hears(3, ack{Index: index(1, 8), Best: offers(3)})
	d.want(d.hears(3, ack{Index: index(1, 8), Best: offers(4), Retry: true}), "")
	d.want(d.hears(3, ack{Index: index(1, 8), Best: offers(7), Retry: true}), "ack-retry(7)→2")
	d.hears(2, leader{Index: index(1, 8), Claim: leads(7, 0)})
	d.want(d.hears(3, ack{Index: index(1, 8), Best: offers(7), Retry: true}), "")
	d.want(d.hears(3, ack{Index: index(1, 8), Best: offers(9), Retry: true}), "leader(9)⇒")
}

// Every message raises num to its own, so that the next computation is newer (gap 3).
func TestEveryMessageTeachesItsNum(t *testing.T) {
	for _, m := range []protocol.Message{
		election{Index: index(41, 1)}, ack{Index: index(41, 1)}, child{Index: index(41, 1)},
		leader{Index: index(41, 1), Claim: leads(9, 1)}, probe{Index: index(41, 1)}, reply{Index: index(41, 1)},
		beacon{Index: index(41, 1), Leader: offers(9).Capability, Stamp: stamp{1, 1}}, exchange{Index: index(41, 1), Claim: leads(9, 1)},
	} {
		d := sit(t, signallingBroadcast)
		d.hears(2, m)
		d.do(func() { d.start(&d.env) })
		if d.index != index(42, 5) {
			t.Errorf("after %T starts %v", m, d.index)
		}
	}
}

// Gap 4: a reboot with storage refuses computations that it may have taken part in, its
// next num exceeds theirs, and its signs of life are newer.
func TestRebootGoesBeyondWhatWasSaved(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.hears(2, election{Index: index(6, 8)})
	kept, ok := d.effect(protocol.OpSave)
	if !ok {
		t.Fatal("nothing saved at the join")
	}
	if first := d.env.Driver().Effects()[0]; first.Op != protocol.OpSave {
		t.Errorf("the first effect is %v: a crash before Save would forget", first.Op)
	}
	again := sit(t, signallingBroadcast)
	again.do(func() { again.machine.Start(&again.env, kept.State) })
	again.want(again.hears(2, election{Index: index(6, 8)}), "")
	again.do(func() { again.start(&again.env) })
	if !again.index.Succeeds(index(6, 8)) || again.own.Term != 2 {
		t.Errorf("starts %v in term %d", again.index, again.own.Term)
	}
}

// Gap 4: no two boots have one term, though a node may boot and crash again before it
// takes part in anything: the term is saved as the node boots.
func TestEachBootHasATermOfItsOwn(t *testing.T) {
	var saved []byte
	for boot := uint32(1); boot <= 3; boot++ {
		d := sit(t, signallingBroadcast)
		d.own = stamp{} // as it is before it boots
		d.do(func() { d.machine.Start(&d.env, saved) })
		kept, ok := d.effect(protocol.OpSave)
		if !ok || d.own.Term != boot {
			t.Fatalf("boot %d has term %d, saved: %v", boot, d.own.Term, ok)
		}
		saved = kept.State
	}
}

// A term that only a corrupt frame can have told a node is neither the newest for ever nor,
// past the last of 32 bits, the oldest: the node leads in the next term, and its followers
// accept it.
func TestAfterTheLastTermComesANewerOne(t *testing.T) {
	for _, told := range []stamp{{math.MaxUint32, 7}, {math.MaxUint32, math.MaxUint32}, {1<<31 - 1, 7}} {
		d := sit(t, signallingUDP)
		d.do(func() { d.start(&d.env) })
		last := claim{Leader: protocol.Capability{Value: 50, ID: 5}, Stamp: told}
		if !told.newer(d.own) { // half a round ahead of the own term: behind it
			d.own.Term = told.Term - 1
		}
		d.want(d.hears(2, exchange{Claim: last}), "beacon(5)⇒")

		of := offers(9).Capability // and a follower of such a leader
		follower := following(t, signallingUDP, 9)
		follower.leader = tenure{of, told, follower.facts.Now}
		follower.want(follower.hears(9, beacon{Leader: of, Stamp: d.own}), "beacon(9)⇒")
		if follower.leader.stamp != d.own {
			t.Errorf("told %v, the leader has %v, and the follower has %v", told, d.own, follower.leader.stamp)
		}
	}
}

// Saved bytes that cannot be decoded count as no storage.
func TestUnreadableStorageIsNoStorage(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.do(func() { d.machine.Start(&d.env, []byte("torn")) })
	if d.num != 0 {
		t.Errorf("num %d", d.num)
	}
}

// num ends at a bound instead of wrapping around.
func TestNumDoesNotWrapAround(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.num = maxNum - 1
	d.do(func() { d.start(&d.env) })
	d.do(func() { d.start(&d.env) })
	if d.index != index(maxNum, 5) {
		t.Errorf("index %v", d.index)
	}
}

// A world without a message starts an election by itself, when the time-out of the first
// boot ends.
func TestFirstBootWaitsForALeaderThenElects(t *testing.T) {
	d := sit(t, signallingBroadcast)
	d.do(func() { d.machine.Start(&d.env, nil) })
	if e, ok := d.effect(protocol.OpSetTimer); !ok || e.Timer != timerBeacon || e.Within != 6*time.Second {
		t.Errorf("first time-out %+v", e)
	}
	d.want(d.fires(timerBeacon, 6*time.Second), "")
	d.want(d.fires(timerStart, 0), "election⇒")
}
