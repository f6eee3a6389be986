package election

import (
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A message waits for the handshake, and the next for its acknowledgement.
func TestStreamOpensThenSendsInOrder(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.want(d.hears(3, syn{7}), "syn-ack→3")
	d.want(d.hears(3, segment{3, 7, 1, 0, election{Index: index(1, 9)}}), "segment-ack→3 syn→2")
	mine := d.stream(2).mine
	d.want(d.hears(2, synAck{8, mine}), "segment→2")
	d.want(d.hears(2, segmentAck{mine, d.stream(2).seq}), "")
	d.want(d.hears(2, segment{2, 8, 1, 0, ack{Index: index(1, 9), Best: offers(2)}}), "segment-ack→2 segment→3")
	first := d.stream(3).seq
	d.want(d.hears(3, segment{3, 7, 2, 0, probe{Index: index(1, 9)}}), "segment-ack→3") // its answer waits
	d.want(d.hears(3, segmentAck{d.stream(3).mine, first}), "segment→3")
	if s := d.stream(3); s.seq <= first || len(s.queue) != 1 {
		t.Errorf("segment %d after %d, %d wait", s.seq, first, len(s.queue))
	}
}

// Both ends may open a connection at once: it is one, and each sends.
func TestStreamOpenedByBothEnds(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "syn→2")
	d.want(d.hears(2, syn{8}), "syn-ack→2 segment→2")
	d.want(d.hears(2, synAck{8, d.stream(2).mine}), "")
}

// A message without acknowledgement is repeated after 1, 2, 4, … s, at most 60 s, and no
// more after 100 s: then the neighbour leaves S.
func TestUnacknowledgedIsRepeatedAndGivenUp(t *testing.T) {
	for _, open := range []bool{false, true} {
		d := sit(t, signallingTCP, 2)
		want := "syn→2"
		if open {
			d.hears(2, syn{8})
			want = "segment→2"
		}
		d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), want)
		for _, seconds := range []time.Duration{1, 2, 4, 8, 16, 32} {
			d.want(d.fires(timerStream, seconds*time.Second-1), "")
			d.want(d.fires(timerStream, 1), want)
		}
		if e, ok := d.effect(protocol.OpSetTimer); !ok || e.Within != 37*time.Second {
			t.Errorf("after 63 s the next is in %v, want the end of the 100 s", e.Within)
		}
		d.want(d.fires(timerStream, 37*time.Second), "leader(5)⇒")
		if _, found := d.machine.(*tcpNode).lookup(2); found || d.electing {
			t.Errorf("open %v: still connected %v, electing %v", open, found, d.electing)
		}
	}
}

// A repetition is acknowledged and not handled again. A segment of a former session is
// ignored, and one of an unknown session is answered with Reset.
func TestSegmentsAreTakenOnce(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	probe := probe{Index: index(0, 9)} // answered by a Reply
	d.want(d.hears(2, segment{2, 7, 1, 0, probe}), "reset→2")
	d.want(d.hears(2, syn{7}), "syn-ack→2")
	d.want(d.hears(2, segment{2, 7, 1, 0, election{Index: index(3, 2)}}), "segment-ack→2 segment→2")
	waits := len(d.stream(2).queue)
	d.want(d.hears(2, segment{2, 7, 1, 1, election{Index: index(3, 2)}}), "segment-ack→2")
	if got := len(d.stream(2).queue); got != waits {
		t.Errorf("a repetition is answered: %d messages wait, %d did before it", got, waits)
	}
	d.want(d.hears(2, syn{9}), "syn-ack→2") // rebooted
	d.want(d.hears(2, segment{2, 7, 2, 0, probe}), "")
	d.want(d.hears(2, syn{7}), "") // late
	d.want(d.hears(2, segment{2, 8, 1, 0, probe}), "reset→2")
	d.want(d.hears(2, segment{2, 9, 1, 0, probe}), "segment-ack→2")
}

// Only the acknowledgement of the segment under way, on this connection, ends its
// repetition: one of the segment before, or of a former connection, was late.
func TestOnlyTheSegmentUnderWayIsAcknowledged(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.hears(2, syn{8})
	d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "segment→2")
	mine, seq := d.stream(2).mine, d.stream(2).seq
	for _, late := range []segmentAck{{mine, seq - 1}, {mine, seq + 1}, {mine + 1, seq}} {
		d.want(d.hears(2, late), "")
		if len(d.stream(2).queue) != 1 {
			t.Fatalf("%+v acknowledges segment %d of connection %d", late, seq, mine)
		}
	}
	if d.hears(2, segmentAck{mine, seq}); len(d.stream(2).queue) != 0 {
		t.Error("the segment is not acknowledged")
	}
}

// A Reset drops the neighbour at once; a Reset for another connection does not.
func TestResetLosesTheNeighbour(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.do(func() { optional.Elect(d.machine, &d.env) })
	d.want(d.hears(2, reset{d.stream(2).mine + 1}), "")
	d.want(d.hears(2, reset{d.stream(2).mine}), "leader(5)⇒")
}

// Neither the neighbour service nor unanswered Probes disconnect a neighbour whose
// connection stands. No Probe is sent while a message is under way.
func TestOnlyTheConnectionDisconnects(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.hears(2, syn{8})
	d.do(func() { optional.Elect(d.machine, &d.env) })
	d.want(d.do(func() { optional.NeighbourDown(d.machine, &d.env, 2) }), "")
	for range 10 {
		d.want(d.fires(timerTree, time.Second), "")
	}
	for range 10 {
		d.hears(2, segmentAck{d.stream(2).mine, d.stream(2).seq})
		d.want(d.fires(timerTree, time.Second), "segment→2")
	}
	if len(d.waiting) != 1 || !d.electing {
		t.Errorf("S %v, electing %v", d.waiting, d.electing)
	}
}

// A node keeps a bounded number of streams and of messages in each.
func TestStreamsAreBounded(t *testing.T) {
	d := sit(t, signallingTCP, 2)
	d.do(func() { optional.Elect(d.machine, &d.env) }) // its stream to 2 is not idle
	for id := protocol.ID(100); id < 100+2*maxStreams; id++ {
		d.hears(id, syn{1})
	}
	if n := len(d.machine.(*tcpNode).all); n != maxStreams || len(d.stream(2).queue) != 1 {
		t.Errorf("%d streams, want %d, that under way among them", n, maxStreams)
	}
	for num := range uint32(2 * streamQueue) {
		d.hears(2, syn{8}) // open: the first is in flight
		d.hears(2, segment{2, 8, num + 1, 0, probe{Index: index(0, 9)}})
	}
	if n := len(d.stream(2).queue); n > streamQueue {
		t.Errorf("%d messages wait, more than %d", n, streamQueue)
	}
}

// stream is the connection to id, which must be there.
func (d *desk) stream(id protocol.ID) *stream {
	d.t.Helper()
	m := d.machine.(*tcpNode)
	at, found := m.lookup(id)
	if !found {
		d.t.Fatalf("no stream to %v", id)
	}
	return &m.all[at]
}

// FreeBSD 2.2's connect, which is GloMoSim's: Syns at 0, 3, 9, 21 and 45 s, given up at 75 s. A
// segment has time-outs of its own.
func TestConnectHasItsOwnTimeouts(t *testing.T) {
	params := map[string]string{"signalling": "tcp", "tcp_rto": "1500ms", "tcp_rto_max": "64s", "tcp_timeout": "527s",
		"tcp_syn_rto": "3s", "tcp_syn_timeout": "75s"}
	d := sitWith(t, params, 2)
	d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "syn→2")
	for _, seconds := range []time.Duration{3, 6, 12, 24} {
		d.want(d.fires(timerStream, seconds*time.Second-1), "")
		d.want(d.fires(timerStream, 1), "syn→2")
	}
	d.want(d.fires(timerStream, 30*time.Second-1), "")
	d.want(d.fires(timerStream, 1), "leader(5)⇒")

	d = sitWith(t, params, 2)
	d.hears(2, syn{8})
	d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "segment→2")
	d.want(d.fires(timerStream, 1500*time.Millisecond), "segment→2")
	d.want(d.fires(timerStream, 3*time.Second), "segment→2")
	// 1.5 s doubled up to 64 s: repetitions at 1.5, 4.5, 10.5, 22.5, 46.5, 94.5, 158.5, … 478.5 s.
	for _, wait := range []time.Duration{6, 12, 24, 48, 64, 64, 64, 64, 64, 64} {
		d.want(d.fires(timerStream, wait*time.Second), "segment→2")
	}
	d.want(d.fires(timerStream, 48500*time.Millisecond), "leader(5)⇒")
}

// Without reuse each message has a handshake of its own, unless it waits for one under
// way; what the other end sends over its own connections is taken all the while.
func TestConnectionsAreNotReused(t *testing.T) {
	for _, c := range []struct{ reuse, next string }{{"1", "segment→2"}, {"0", "syn→2"}} {
		d := sitWith(t, map[string]string{"signalling": "tcp", "tcp_reuse": c.reuse}, 2)
		d.want(d.do(func() { optional.Elect(d.machine, &d.env) }), "syn→2")
		mine := d.stream(2).mine
		d.want(d.hears(2, synAck{8, mine}), "segment→2")
		d.want(d.hears(2, segmentAck{mine, d.stream(2).seq}), "")
		d.want(d.fires(timerTree, d.probeInterval), c.next)
		if c.reuse == "1" {
			continue
		}
		d.want(d.hears(2, segment{2, 8, 1, 0, probe{Index: d.index, Awaits: awaitsAck}}), "segment-ack→2") // its answer waits
		d.want(d.hears(2, syn{8}), "syn-ack→2")                                                            // the other end connects, too: another connection
		d.want(d.hears(2, synAck{8, mine}), "segment→2")
		d.want(d.hears(2, segmentAck{mine, d.stream(2).seq}), "segment→2") // what waited needs no handshake
	}
}
