package agent

import (
	"maps"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
	"bellwether/trace"
)

// inbox takes datagrams and refuses those that no member sent to this node. It asks the roster; it
// gives the message to the loop, and counts and records. A bad datagram changes a counter and nothing
// else.
type inbox struct {
	self    protocol.ID
	stack   uint32
	codec   *protocol.Codec
	roster  *roster
	rec     *recorder
	counted *Counters
	heard   map[protocol.ID]uint32 // by sender: the newest incarnation that a frame came from
	wire    protocol.Wire          // used again for each message
}

// An arrival is a datagram that counts: a message of the algorithm, or of package lease if it is
// nil.
type arrival struct {
	packet
	m protocol.Message
}

// open takes a datagram. Its stack is the agent's, or granted: the one of package lease. A granted
// of 0 is no stack.
func (i *inbox) open(g membership.Packet, granted uint32) (a arrival, counts bool) {
	p, err := parsePacket(g.Data)
	if err != nil {
		i.counted.Malformed++
		return a, false
	}
	member, known := i.roster.byID[p.from]
	switch {
	case p.stack != i.stack && (granted == 0 || p.stack != granted):
		i.counted.Foreign++
		return a, false
	case !known || p.from != g.ID || p.from == i.self || p.to != i.self && p.to != protocol.Nobody:
		i.counted.Strange++
		return a, false
	case p.incarnation < max(i.heard[p.from], member.Meta.Incarnation):
		i.counted.Stale++
		return a, false
	}
	a.packet = p
	if p.stack == i.stack {
		if a.m, err = i.codec.Unmarshal(p.message); err != nil {
			i.counted.Malformed++
			return a, false
		}
	}
	i.heard[p.from] = p.incarnation
	return a, true
}

// forget forgets the incarnations of nodes that are no members any more.
func (i *inbox) forget() {
	maps.DeleteFunc(i.heard, func(id protocol.ID, _ uint32) bool { _, member := i.roster.byID[id]; return !member })
}

// received counts and records a message that the machine gets.
func (i *inbox) received(from protocol.ID, frame uint64, m protocol.Message) {
	spoken, class := classOf(i.codec, m, from)
	i.counted.Received[spoken.Kind()]++
	i.rec.note(trace.Record{Kind: trace.Receive, Node: i.self, Peer: from, Frame: frame,
		Bytes: int32(i.wire.Size(m)), Message: spoken.Kind(), Class: class, Content: m})
}

// classOf is the class that a message of a sender is counted in. A message in an envelope counts as itself
// when its origin sends it, and as routing when another node forwards it.
func classOf(codec *protocol.Codec, m protocol.Message, sender protocol.ID) (protocol.Message, protocol.Class) {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m, codec.Describe(m.Kind()).Class
		}
		origin, inner := c.Carried()
		if origin != sender {
			return m, protocol.ClassRouting
		}
		m = inner
	}
}
