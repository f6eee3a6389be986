package agent

import (
	"container/heap"
	"math/rand/v2"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A departure is a datagram that waits for its jitter, or for the delay that the mask's
// radio gives it.
type departure struct {
	at      protocol.Time
	order   uint64 // departures of one instant leave in the order in which they were sent
	to      protocol.ID
	frame   uint64
	message protocol.Message
	masked  bool // the mask has decided that it arrives, and when
}

// airLimit bounds the datagrams that wait: two broadcasts to 512 members. Only a machine with
// a fault sends more; these datagrams are lost, as in a full queue.
const airLimit = 1024

// air is a heap of the departures, the first that is due on top.
type air struct {
	waiting departures
	said    uint64
	ready   []departure // reused
	wire    []byte      // reused
}

func (a *air) earliest() protocol.Time {
	if len(a.waiting) == 0 {
		return never
	}
	return a.waiting[0].at
}

// put queues d, and reports whether there was room.
func (a *air) put(d departure) bool {
	if len(a.waiting) >= airLimit {
		return false
	}
	a.said++
	d.order = a.said
	heap.Push(&a.waiting, d)
	return true
}

// due removes and returns the departures that are due, in order. The slice is valid until the
// next call.
func (a *air) due(now protocol.Time) []departure {
	a.ready = a.ready[:0]
	for len(a.waiting) > 0 && a.waiting[0].at <= now {
		a.ready = append(a.ready, heap.Pop(&a.waiting).(departure))
	}
	return a.ready
}

func (a *air) clear() { a.waiting = nil }

type departures []departure

func (d departures) Len() int { return len(d) }
func (d departures) Less(i, j int) bool {
	return d[i].at < d[j].at || d[i].at == d[j].at && d[i].order < d[j].order
}
func (d departures) Swap(i, j int) { d[i], d[j] = d[j], d[i] }
func (d *departures) Push(x any)   { *d = append(*d, x.(departure)) }
func (d *departures) Pop() any {
	old := *d
	last := old[len(old)-1]
	*d = old[:len(old)-1]
	return last
}

// say queues what the machine sends.
func (l *loop) say(e *protocol.Effect) {
	l.frames++
	spoken, class := l.class(e.Message)
	d := departure{
		at:      l.now().Add(jitter(l.rand, e.Within)),
		to:      e.To,
		frame:   uint64(l.self.ID)<<32 | uint64(l.self.Incarnation<<20+uint32(l.frames)),
		message: e.Message,
	}
	l.counted.Sent[spoken.Kind()]++
	l.note(trace.Record{Kind: trace.Send, Node: l.self.ID, Peer: e.To, Frame: d.frame,
		Bytes: int32(l.wire.Size(e.Message)), Message: spoken.Kind(), Class: class, Content: spoken})
	if e.To == l.self.ID || e.Within > 0 {
		l.queue(d)
		return
	}
	l.launch(d)
}

func (l *loop) queue(d departure) {
	if !l.air.put(d) {
		l.counted.Queue++
		l.lose(d, l.self.ID, trace.WhyQueue)
	}
}

func jitter(r *rand.Rand, within time.Duration) time.Duration {
	if within <= 0 {
		return 0
	}
	return time.Duration(r.Uint64N(uint64(within) + 1))
}

// launch sends d: to itself, to one member, or to all in reach.
func (l *loop) launch(d departure) {
	switch {
	case d.to == l.self.ID:
		l.receive(l.self.ID, d.frame, d.message)
	case d.masked:
		l.transmit(d)
	case l.o.Mask != nil:
		l.radiate(d)
	case d.to != protocol.Nobody:
		l.noteTransmit(d)
		l.transmit(d)
	default:
		// Failed members get it, too: they may still receive, and one datagram is cheap.
		for _, id := range l.roster.ids {
			if id != l.self.ID {
				d.to = id
				l.noteTransmit(d)
				l.transmit(d)
			}
		}
	}
}

// radiate puts d on the air of the mask: one frame, however many nodes hear it.
func (l *loop) radiate(d departure) {
	l.noteTransmit(d)
	hearers := l.roster.ids
	if d.to != protocol.Nobody {
		hearers = []protocol.ID{d.to}
	}
	for _, id := range hearers {
		if id == l.self.ID {
			continue
		}
		delay, why := l.o.Mask.Fate(Frame{From: l.self.ID, To: id, At: l.now(), Bytes: l.wire.Size(d.message)})
		switch {
		case why == trace.NoReason:
			copied := d
			copied.to, copied.masked, copied.at = id, true, l.now().Add(delay)
			l.queue(copied)
		case why != trace.WhyRange || d.to != protocol.Nobody:
			// A member out of range of a broadcast does not count as a loss.
			l.counted.Masked++
			l.lose(d, id, why)
		}
	}
}

// transmit gives the datagram to the network.
func (l *loop) transmit(d departure) {
	m, known := l.roster.byID[d.to]
	if !known {
		l.lose(d, d.to, trace.WhyDown)
		return
	}
	p := packet{stack: l.stack, from: l.self.ID, to: d.to, incarnation: l.self.Incarnation,
		frame: d.frame, sent: l.now(), wall: time.Now().UnixNano()}
	l.air.wire = p.append(l.air.wire[:0])
	l.air.wire = l.wire.Append(l.air.wire, d.message)
	if len(l.air.wire) > maxPacket {
		l.counted.Oversized++
		l.o.Logger.Warn("a message is too long for a datagram and is lost",
			"bytes", len(l.air.wire), "limit", maxPacket)
		l.lose(d, d.to, trace.WhyQueue)
		return
	}
	if err := l.network.Send(m.Name, l.air.wire); err != nil {
		l.counted.Unsent++
		l.lose(d, d.to, trace.WhyDown)
	}
}

func (l *loop) noteTransmit(d departure) {
	_, class := l.class(d.message)
	l.note(trace.Record{Kind: trace.Transmit, Node: l.self.ID, Peer: d.to, Frame: d.frame, Class: class,
		Bytes: int32(headerBytes + l.wire.Size(d.message)), Value: 1, Why: trace.WhyData})
}

func (l *loop) lose(d departure, at protocol.ID, why trace.Why) {
	spoken, class := l.class(d.message)
	l.note(trace.Record{Kind: trace.Lost, Node: at, Peer: l.self.ID, Frame: d.frame,
		Bytes: int32(l.wire.Size(d.message)), Message: spoken.Kind(), Class: class, Why: why, Content: d.message})
}

// class is the class that a message sent by this node is counted in.
func (l *loop) class(m protocol.Message) (protocol.Message, protocol.Class) {
	return l.classOf(m, l.self.ID)
}

// classOf is class for a message of any sender. A message in an envelope counts as itself
// when its origin sends it, and as routing when another node forwards it.
func (l *loop) classOf(m protocol.Message, sender protocol.ID) (protocol.Message, protocol.Class) {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m, l.codec.Describe(m.Kind()).Class
		}
		origin, inner := c.Carried()
		if origin != sender {
			return m, protocol.ClassRouting
		}
		m = inner
	}
}
