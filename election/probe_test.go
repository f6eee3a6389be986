package election

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// A probe is answered by what the prober awaits, if that exists, else by a Reply. The state
// of node 5 follows from the messages that it received before.
func TestProbeIsAnsweredByWhatIsOwed(t *testing.T) {
	joins := func(d *desk) { d.hears(2, election{Index: index(4, 9)}) } // 3 is in S
	waits := func(d *desk) { joins(d); d.hears(3, ack{Index: index(4, 9), Best: offers(7)}) }
	ended := func(d *desk) { waits(d); d.hears(2, leader{Index: index(4, 9), Claim: leads(8, 0)}) }
	idle := func(*desk) {}
	lost := func(d *desk) { ended(d); d.fires(timerBeacon, 6*time.Second) }
	for _, test := range []struct {
		name  string
		until func(*desk)
		from  protocol.ID
		probe probe
		want  string
	}{
		{"my parent awaits my Ack, which is sent", waits, 2, probe{index(4, 9), 0, awaitsAck}, "ack-retry(7)→2"},
		{"my parent awaits my Ack, which is not due", joins, 2, probe{index(4, 9), 0, awaitsAck}, "reply→2"},
		{"another awaits an immediate Ack", joins, 3, probe{index(4, 9), 1, awaitsAck}, "ack-retry→3"},
		{"my child awaits the Leader, who is not known", waits, 3, probe{index(4, 9), 2, awaitsLeader}, "reply→3"},
		{"my child awaits the Leader, who is", ended, 3, probe{index(4, 9), 2, awaitsLeader}, "leader-retry(8)→3"},
		{"my parent missed my Ack and the Leader", ended, 2, probe{index(4, 9), 0, awaitsAck}, "leader-retry(8)→2"},
		{"the leader is lost since", lost, 3, probe{index(4, 9), 2, awaitsLeader}, "reply→3"},
		{"I missed an Election", idle, 2, probe{index(4, 9), 0, awaitsAck}, "election→3"},
		{"I missed a newer Election", joins, 3, probe{index(5, 3), 0, awaitsAck}, "election→2"},
		{"I was a parent, and forgot", idle, 3, probe{index(4, 9), 2, awaitsLeader}, "reply→3"},
		{"I am in a newer election", joins, 3, probe{index(4, 1), 0, awaitsAck}, "election-retry→3"},
		{"I left for a newer election", joins, 3, probe{index(4, 1), 0, awaitsLeader}, "election-retry→3"},
		{"I was in a newer election", ended, 3, probe{index(4, 1), 0, awaitsAck}, "exchange(8)→3 ack-retry→3"},
		{"I was in a newer one, and a parent before", ended, 3, probe{index(4, 1), 0, awaitsLeader}, "reply→3"},
	} {
		d := sit(t, signallingUDP, 2, 3)
		test.until(d)
		if got := d.hears(test.from, test.probe); got != test.want {
			t.Errorf("%s: sent %q, want %q", test.name, got, test.want)
		}
	}
}

// Gap 9: a node that waits for the Leader probes its parent, and becomes an orphan if the
// parent is silent or out of the computation.
func TestWaitingNodeProbesItsParent(t *testing.T) {
	wait := func() *desk {
		d := sit(t, signallingBroadcast)
		d.hears(2, election{Index: index(4, 9), Depth: 3})
		d.want(d.fires(timerTree, 100*time.Millisecond), "ack(5)→2")
		d.want(d.fires(timerTree, time.Second), "probe→2")
		return d
	}
	silent := wait()
	silent.want(silent.fires(timerTree, 250*time.Millisecond), "probe→2")
	silent.want(silent.fires(timerTree, 250*time.Millisecond), "probe→2")
	silent.want(silent.fires(timerTree, 250*time.Millisecond), "leader(5)⇒")
	out := wait()
	out.want(out.hears(2, reply{Index: index(4, 9), Part: partNone}), "leader(5)⇒")
	in := wait()
	in.want(in.hears(2, reply{Index: index(4, 9), Depth: 3, Part: partMember}), "")
	in.want(in.fires(timerTree, 250*time.Millisecond), "")
	in.want(in.fires(timerTree, time.Second), "probe→2")
}

// A parent that crashed, forgot, and joined the same computation anew below its old child
// has another depth. However the child learns of it, it stops waiting for that parent: it
// might wait for itself.
func TestParentRebornElsewhereIsLost(t *testing.T) {
	const reborn = 9 // the depth of node 2 now; it was 3
	waiting := func(signalling string) *desk {
		d := sit(t, signalling, 2)
		d.hears(2, election{Index: index(4, 8), Depth: 3})
		d.fires(timerTree, 100*time.Millisecond)
		if d.inTree || d.parent != 2 {
			t.Fatal("node 5 does not wait for 2")
		}
		return d
	}
	for name, test := range map[string]struct {
		signalling string
		news       protocol.Message
		want       string
	}{
		"it replies":              {signallingBroadcast, reply{index(4, 8), reborn, partMember}, "leader(5)⇒"},
		"it awaits an Ack":        {signallingUDP, probe{index(4, 8), reborn, awaitsAck}, "leader(5)⇒ leader-retry(5)→2"},
		"it sends its Election":   {signallingUDP, election{Index: index(4, 8), Depth: reborn}, "leader(5)⇒ ack→2"},
		"it takes us for parent":  {signallingBroadcast, child{index(4, 8)}, "leader(5)⇒"},
		"it broadcasts the same":  {signallingBroadcast, election{Index: index(4, 8), Depth: reborn}, "leader(5)⇒"},
		"a duplicate says no new": {signallingBroadcast, election{Index: index(4, 8), Depth: 3}, "ack-retry(5)→2"},
	} {
		d := waiting(test.signalling)
		if got := d.hears(2, test.news); got != test.want {
			t.Errorf("%s: sent %q, want %q", name, got, test.want)
		}
	}
}

// A node that forgot its own computation does not join it below its children.
func TestOwnForgottenComputationIsSuperseded(t *testing.T) {
	d := sit(t, signallingUDP, 2, 3)
	d.want(d.hears(2, election{Index: index(7, 5), Depth: 4}), "election→2 election→3")
	if d.index != index(8, 5) || d.parent != protocol.Nobody {
		t.Errorf("in %v below %v, want a newer computation of its own", d.index, d.parent)
	}
}
