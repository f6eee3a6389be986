package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// Syn opens a stream, or is said again.
type Syn struct{ Session uint32 }

// SynAck answers a Syn: both ends know each other's sessions now. (The third
// message of TCP's handshake is what the opener sends first.)
type SynAck struct{ Session, For uint32 }

// Segment carries one message of a stream.
type Segment struct {
	Origin  protocol.ID // who sends it
	Session uint32
	Seq     uint32
	Repeat  uint8 // 0, or which repetition
	Inner   protocol.Message
}

// SegmentAck acknowledges a Segment.
type SegmentAck struct{ Session, Seq uint32 }

// Reset answers a Segment of a session that the receiver does not know, since it
// crashed or gave up.
type Reset struct{ For uint32 }

// Kind implements [protocol.Message].
func (Syn) Kind() protocol.Kind { return KindSyn }

// Kind implements [protocol.Message].
func (SynAck) Kind() protocol.Kind { return KindSynAck }

// Kind implements [protocol.Message].
func (Segment) Kind() protocol.Kind { return KindSegment }

// Kind implements [protocol.Message].
func (SegmentAck) Kind() protocol.Kind { return KindSegmentAck }

// Kind implements [protocol.Message].
func (Reset) Kind() protocol.Kind { return KindReset }

// tcpHeader is what a TCP header without options has, in bytes (RFC 9293 §3.1).
// The sender, sessions and numbers stand in it; for the rest, such as window and
// checksum, it has zeroes.
const tcpHeader = 20

// WireSize implements [protocol.Message].
func (Syn) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (SynAck) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (m Segment) WireSize() int { return protocol.KindBytes + tcpHeader + m.Inner.WireSize() }

// WireSize implements [protocol.Message].
func (SegmentAck) WireSize() int { return protocol.KindBytes + tcpHeader }

// WireSize implements [protocol.Message].
func (Reset) WireSize() int { return protocol.KindBytes + tcpHeader }

// AppendWire implements [protocol.Message].
func (m Syn) AppendWire(b []byte) []byte { return header{one: m.Session}.append(b) }

// AppendWire implements [protocol.Message].
func (m SynAck) AppendWire(b []byte) []byte { return header{one: m.Session, two: m.For}.append(b) }

// AppendWire implements [protocol.Message].
func (m Segment) AppendWire(b []byte) []byte {
	return protocol.Marshal(header{m.Origin, m.Session, m.Seq, m.Repeat}.append(b), m.Inner)
}

// AppendWire implements [protocol.Message].
func (m SegmentAck) AppendWire(b []byte) []byte { return header{one: m.Session, two: m.Seq}.append(b) }

// AppendWire implements [protocol.Message].
func (m Reset) AppendWire(b []byte) []byte { return header{one: m.For}.append(b) }

// Carried implements [protocol.Carrier]: a repetition is nobody's own word.
func (m Segment) Carried() (origin protocol.ID, inner protocol.Message) {
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
	m := Segment{h.origin, h.one, h.two, h.repeat, d.Message()}
	if !streamed(m.Inner) {
		d.Fail("a segment carries an election, an ack, a probe or a reply")
	}
	return m
}

// streamed says whether a message travels in a stream: those of an election from
// one node to another (VKT04 §VI). News of leaders does not.
func streamed(m protocol.Message) bool {
	switch m.(type) {
	case Election, Ack, Probe, Reply:
		return true
	}
	return false
}
