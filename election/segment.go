package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// syn opens a stream, or is said again.
type syn struct{ Session uint32 }

// synAck answers a Syn: both ends know each other's sessions now. (The third
// message of TCP's handshake is what the opener sends first.)
type synAck struct{ Session, For uint32 }

// segment carries one message of a stream.
type segment struct {
	Origin  protocol.ID // who sends it
	Session uint32
	Seq     uint32
	Repeat  uint8 // 0, or which repetition
	Inner   protocol.Message
}

// segmentAck acknowledges a Segment.
type segmentAck struct{ Session, Seq uint32 }

// reset answers a Segment of a session that the receiver does not know, since it
// crashed or gave up.
type reset struct{ For uint32 }

// Kind implements [protocol.Message].
func (syn) Kind() protocol.Kind { return kindSyn }

// Kind implements [protocol.Message].
func (synAck) Kind() protocol.Kind { return kindSynAck }

// Kind implements [protocol.Message].
func (segment) Kind() protocol.Kind { return kindSegment }

// Kind implements [protocol.Message].
func (segmentAck) Kind() protocol.Kind { return kindSegmentAck }

// Kind implements [protocol.Message].
func (reset) Kind() protocol.Kind { return kindReset }

// tcpHeader is what a TCP header without options has, in bytes (RFC 9293 §3.1).
// The sender, sessions and numbers stand in it; for the rest, such as window and
// checksum, it has zeroes.
const tcpHeader = 20

// WireSize implements [protocol.Message].
func (syn) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (synAck) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (m segment) WireSize() int { return protocol.KindBytes + tcpHeader + protocol.Size(m.Inner) }

// WireSize implements [protocol.Message].
func (segmentAck) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (reset) WireSize() int { return protocol.KindBytes + tcpHeader }

// AppendWire implements [protocol.Message].
func (m syn) AppendWire(b []byte) []byte { return header{one: m.Session}.append(b) }

// AppendWire implements [protocol.Message].
func (m synAck) AppendWire(b []byte) []byte { return header{one: m.Session, two: m.For}.append(b) }

// AppendWire implements [protocol.Message].
func (m segment) AppendWire(b []byte) []byte {
	return protocol.Marshal(header{m.Origin, m.Session, m.Seq, m.Repeat}.append(b), m.Inner)
}

// AppendWire implements [protocol.Message].
func (m segmentAck) AppendWire(b []byte) []byte { return header{one: m.Session, two: m.Seq}.append(b) }

// AppendWire implements [protocol.Message].
func (m reset) AppendWire(b []byte) []byte { return header{one: m.For}.append(b) }

// Carried implements [protocol.Carrier]: a repetition is nobody's own word.
func (m segment) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// header is what is used of a TCP header, for all messages of a stream.
type header struct {
	origin   protocol.ID
	one, two uint32
	repeat   uint8
}

// unused is the rest of it.
const unused = tcpHeader - protocol.IDBytes - 4 - 4 - 1

func (h header) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendID(b, h.origin), h.one)
	b = append(binary.BigEndian.AppendUint32(b, h.two), h.repeat)
	return append(b, make([]byte, unused)...)
}

func decodeHeader(d *protocol.Decoder) header {
	h := header{d.ID(), d.Uint32(), d.Uint32(), d.Uint8()}
	for range unused {
		if d.Uint8() != 0 {
			d.Fail("the unused bytes of a header are zero")
		}
	}
	return h
}

// decodeBare reads a header that has nothing but two numbers, or one.
func decodeBare(d *protocol.Decoder, numbers int) header {
	h := decodeHeader(d)
	if h.origin != protocol.Nobody || h.repeat != 0 || numbers < 2 && h.two != 0 {
		d.Fail("a header says more than its segment has")
	}
	return h
}

func decodeSegment(d *protocol.Decoder) protocol.Message {
	h := decodeHeader(d)
	m := segment{h.origin, h.one, h.two, h.repeat, d.Message()}
	if !streamed(m.Inner) {
		d.Fail("a segment carries an election, an ack, a probe or a reply")
	}
	return m
}

// streamed says whether a message travels in a stream: those of an election from
// one node to another (VKT04 §VI). News of leaders does not.
func streamed(m protocol.Message) bool {
	switch m.(type) {
	case election, ack, probe, reply:
		return true
	}
	return false
}
