package election

import "bellwether/protocol"

// syn opens a stream; it may be sent again.
type syn struct{ Session uint32 }

// synAck answers a Syn: then both ends know each other's sessions. (The first segment takes
// the place of the third message of TCP's handshake.)
type synAck struct{ Session, For uint32 }

// segment carries one message of a stream.
type segment struct {
	Origin  protocol.ID // who sends it
	Session uint32
	Seq     uint32
	Repeat  uint8 // 0, or the number of the repetition
	Inner   protocol.Message
}

// segmentAck acknowledges a Segment.
type segmentAck struct{ Session, Seq uint32 }

// reset answers a Segment of a session that the receiver does not know, because it crashed
// or gave up.
type reset struct{ For uint32 }

func (syn) Kind() protocol.Kind { return kindSyn }
func (m syn) Fields(w *protocol.Wire) protocol.Message {
	bare(w, &m.Session, nil)
	return protocol.Done(w, m)
}

func (synAck) Kind() protocol.Kind { return kindSynAck }
func (m synAck) Fields(w *protocol.Wire) protocol.Message {
	bare(w, &m.Session, &m.For)
	return protocol.Done(w, m)
}

func (segment) Kind() protocol.Kind { return kindSegment }
func (m segment) Fields(w *protocol.Wire) protocol.Message {
	header(w, &m.Origin, &m.Session, &m.Seq, &m.Repeat)
	if w.Message(&m.Inner); !streamed(m.Inner) {
		w.Fail("a segment carries an election, an ack, a probe or a reply")
	}
	return protocol.Done(w, m)
}

func (segmentAck) Kind() protocol.Kind { return kindSegmentAck }
func (m segmentAck) Fields(w *protocol.Wire) protocol.Message {
	bare(w, &m.Session, &m.Seq)
	return protocol.Done(w, m)
}

func (reset) Kind() protocol.Kind { return kindReset }
func (m reset) Fields(w *protocol.Wire) protocol.Message {
	bare(w, &m.For, nil)
	return protocol.Done(w, m)
}

// Carried implements [protocol.Carrier]: a repetition has no origin, so it counts as
// routing.
func (m segment) Carried() (origin protocol.ID, inner protocol.Message) {
	if m.Repeat > 0 {
		return protocol.Nobody, m.Inner
	}
	return m.Origin, m.Inner
}

// tcpHeader is the length of a TCP header without options, in bytes (RFC 9293 §3.1). It
// holds the sender, sessions and numbers; the rest, such as window and checksum, is zero.
const tcpHeader = 20

// unused is the length of that rest, in bytes.
const unused = tcpHeader - 4 - 4 - 4 - 1

func header(w *protocol.Wire, origin *protocol.ID, one, two *uint32, repeat *uint8) {
	w.ID(origin)
	w.Uint32(one)
	w.Uint32(two)
	w.Uint8(repeat)
	for range unused {
		var zero uint8
		if w.Uint8(&zero); zero != 0 {
			w.Fail("the unused bytes of a header are zero")
		}
	}
}

// bare is a header with only two numbers, or only one: then two is nil.
func bare(w *protocol.Wire, one, two *uint32) {
	var origin protocol.ID
	var none uint32
	var repeat uint8
	if two == nil {
		two = &none
	}
	if header(w, &origin, one, two, &repeat); origin != protocol.Nobody || none != 0 || repeat != 0 {
		w.Fail("the header has fields that this kind of message does not use")
	}
}

// streamed reports whether a message travels in a stream: the messages of an election from
// one node to another (VKT04 §VI), but no claims of leaders.
func streamed(m protocol.Message) bool {
	switch m.(type) {
	case election, ack, probe, reply:
		return true
	}
	return false
}
