package agent

import (
	"bellwether/internal/live/membership"
	"bellwether/protocol"
	"bellwether/trace"
)

// onPacket takes a datagram. A bad datagram changes a counter and nothing else.
func (l *loop) onPacket(g membership.Packet) {
	p, err := parsePacket(g.Data)
	if err != nil {
		l.counted.Malformed++
		return
	}
	member, known := l.roster.byID[p.from]
	switch {
	case p.stack != l.stack && (l.word == nil || p.stack != l.wordStack):
		l.counted.Foreign++
		return
	case !known || p.from != g.ID || p.from == l.self.ID || p.to != l.self.ID && p.to != protocol.Nobody:
		l.counted.Strange++
		return
	case p.incarnation < max(l.heard[p.from], member.Meta.Incarnation):
		l.counted.Stale++
		return
	}
	if p.stack != l.stack {
		l.heard[p.from] = p.incarnation
		l.onWord(p.from, p.message)
		return
	}
	m, err := l.codec.Unmarshal(p.message)
	if err != nil {
		l.counted.Malformed++
		return
	}
	l.heard[p.from] = p.incarnation
	l.receive(p.from, p.frame, m)
}

// receive passes a message to the machine.
func (l *loop) receive(from protocol.ID, frame uint64, m protocol.Message) {
	if l.machine == nil {
		return
	}
	spoken, class := l.classOf(m, from)
	l.counted.Received[spoken.Kind()]++
	l.note(trace.Record{Kind: trace.Receive, Node: l.self.ID, Peer: from, Frame: frame,
		Bytes: int32(l.wire.Size(m)), Message: spoken.Kind(), Class: class, Content: m})
	l.enter()
	l.machine.Receive(&l.env, from, m)
	l.carryOut()
}
