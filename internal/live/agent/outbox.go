package agent

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// outbox sends what the machine says: after its jitter, to one member or to all in reach, over the
// network or the radio of a mask. The loop carries out a handler's effects in order, so that what
// was saved is on the disk before anything reaches the outbox.
//
// It asks the clock, the roster and the mask. It gives datagrams to the network, what is meant for
// this node back to the loop, records to the trace, and losses to the counters.
type outbox struct {
	self    *Identity
	stack   uint32
	clock   *clock
	roster  *roster
	rec     *recorder
	counted *Counters
	codec   *protocol.Codec
	network Network
	mask    Mask // nil: none
	rand    *rand.Rand
	logger  *slog.Logger
	// toItself delivers a message that the machine sent to its own node.
	toItself func(frame uint64, m protocol.Message)

	air    air
	frames uint64
	wire   protocol.Wire // used again for each message
	bytes  []byte        // reused
}

// say queues what the machine sends.
func (o *outbox) say(e *protocol.Effect) {
	o.frames++
	spoken, class := classOf(o.codec, e.Message, o.self.ID)
	d := departure{
		at:      o.clock.now().Add(jitter(o.rand, e.Within)),
		to:      e.To,
		frame:   uint64(o.self.ID)<<32 | uint64(o.self.Incarnation<<20+uint32(o.frames)),
		message: e.Message,
	}
	o.counted.Sent[spoken.Kind()]++
	o.rec.note(trace.Record{Kind: trace.Send, Node: o.self.ID, Peer: e.To, Frame: d.frame,
		Bytes: int32(o.wire.Size(e.Message)), Message: spoken.Kind(), Class: class, Content: spoken})
	if e.To == o.self.ID || e.Within > 0 {
		o.queue(d)
		return
	}
	o.launch(d)
}

func (o *outbox) queue(d departure) {
	if !o.air.put(d) {
		o.counted.Queue++
		o.lose(d, o.self.ID, trace.WhyQueue)
	}
}

func jitter(r *rand.Rand, within time.Duration) time.Duration {
	if within <= 0 {
		return 0
	}
	return time.Duration(r.Uint64N(uint64(within) + 1))
}

// launchDue sends what is due.
func (o *outbox) launchDue() {
	for _, d := range o.air.due(o.clock.now()) {
		o.launch(d)
	}
}

// earliest is when the next message is due.
func (o *outbox) earliest() protocol.Time { return o.air.earliest() }

// clear drops what waits, as a machine that stops does.
func (o *outbox) clear() { o.air.clear() }

// launch sends d: to itself, to one member, or to all in reach.
func (o *outbox) launch(d departure) {
	switch {
	case d.to == o.self.ID:
		o.toItself(d.frame, d.message)
	case d.masked:
		o.transmit(d)
	case o.mask != nil:
		o.radiate(d)
	case d.to != protocol.Nobody:
		o.noteTransmit(d)
		o.transmit(d)
	default:
		// Failed members get it, too: they may still receive, and one datagram is cheap.
		for _, id := range o.roster.ids {
			if id != o.self.ID {
				d.to = id
				o.noteTransmit(d)
				o.transmit(d)
			}
		}
	}
}

// radiate puts d on the air of the mask: one frame, however many nodes hear it.
func (o *outbox) radiate(d departure) {
	o.noteTransmit(d)
	hearers := o.roster.ids
	if d.to != protocol.Nobody {
		hearers = []protocol.ID{d.to}
	}
	for _, id := range hearers {
		if id == o.self.ID {
			continue
		}
		delay, why := o.mask.Fate(Frame{From: o.self.ID, To: id, At: o.clock.now(), Bytes: o.wire.Size(d.message)})
		switch {
		case why == trace.NoReason:
			copied := d
			copied.to, copied.masked, copied.at = id, true, o.clock.now().Add(delay)
			o.queue(copied)
		case why != trace.WhyRange || d.to != protocol.Nobody:
			// A member out of range of a broadcast does not count as a loss.
			o.counted.Masked++
			o.lose(d, id, why)
		}
	}
}

// transmit gives the datagram to the network.
func (o *outbox) transmit(d departure) {
	m, known := o.roster.byID[d.to]
	if !known {
		o.lose(d, d.to, trace.WhyDown)
		return
	}
	p := packet{stack: o.stack, from: o.self.ID, to: d.to, incarnation: o.self.Incarnation,
		frame: d.frame, sent: o.clock.now(), wall: time.Now().UnixNano()}
	o.bytes = p.append(o.bytes[:0])
	o.bytes = o.wire.Append(o.bytes, d.message)
	if len(o.bytes) > maxPacket {
		o.counted.Oversized++
		o.logger.Warn("a message is too long for a datagram and is lost",
			"bytes", len(o.bytes), "limit", maxPacket)
		o.lose(d, d.to, trace.WhyQueue)
		return
	}
	if err := o.network.Send(m.Name, o.bytes); err != nil {
		o.counted.Unsent++
		o.lose(d, d.to, trace.WhyDown)
	}
}

func (o *outbox) noteTransmit(d departure) {
	_, class := classOf(o.codec, d.message, o.self.ID)
	o.rec.note(trace.Record{Kind: trace.Transmit, Node: o.self.ID, Peer: d.to, Frame: d.frame, Class: class,
		Bytes: int32(headerBytes + o.wire.Size(d.message)), Value: 1, Why: trace.WhyData})
}

func (o *outbox) lose(d departure, at protocol.ID, why trace.Why) {
	spoken, class := classOf(o.codec, d.message, o.self.ID)
	o.rec.note(trace.Record{Kind: trace.Lost, Node: at, Peer: o.self.ID, Frame: d.frame,
		Bytes: int32(o.wire.Size(d.message)), Message: spoken.Kind(), Class: class, Why: why, Content: d.message})
}
