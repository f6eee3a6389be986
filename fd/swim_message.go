package fd

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of SWIM's messages.
const (
	kindSwimPing    protocol.Kind = 103
	kindSwimPingReq protocol.Kind = 104
	kindSwimAck     protocol.Kind = 105
)

// maxNews bounds the news in a message: six, with which the longest takes 91 bytes,
// under half a millisecond of air at 2 Mbit/s.
const maxNews = 6

// mostNews bounds the news that are read: ten times what is sent leaves room for
// others that send more.
const mostNews = 10 * maxNews

// Sizes of the messages without their news, and of a piece of it.
const (
	swimBytes    = protocol.KindBytes + 2 + protocol.IDBytes + 4 + 4
	swimAckBytes = swimBytes + protocol.IDBytes
	ageBits      = 31 // of the last word of a piece of news; the highest says Suspect
	newsBytes    = protocol.IDBytes + 4 + 4
)

// newsItem is what a node passes on of a member: Alive or Suspect, in the paper's
// words. A Suspect as old as the suspicion lasts is a Confirm.
type newsItem struct {
	Member      protocol.ID
	Incarnation uint32 // of the member
	Suspect     bool   // it did not answer; else it refuted a suspicion
	AgeMs       uint32 // since the unanswered question, or the refutation: milliseconds, rounded up, at most 2³¹ − 1
}

// swimPing asks for a sign of life, to be sent back to who sent the ping.
type swimPing struct {
	Origin      protocol.ID // who wants to know: the sender, or who asked it by a SwimPingReq
	Seq         uint32      // the origin's protocol period
	Incarnation uint32      // the sender's
	News        []newsItem
}

// swimPingReq asks another member to ping Target for the sender.
type swimPingReq struct {
	Target      protocol.ID
	Seq         uint32
	Incarnation uint32 // the sender's
	News        []newsItem
}

// swimAck is the sign of life. Who gets one of which it is not the origin passes
// it on to the origin.
type swimAck struct {
	Origin      protocol.ID
	Target      protocol.ID // who lives
	Seq         uint32      // of the ping
	Incarnation uint32      // the target's
	News        []newsItem
}

// Kind is KindSwimPing.
func (swimPing) Kind() protocol.Kind { return kindSwimPing }

// Kind is KindSwimPingReq.
func (swimPingReq) Kind() protocol.Kind { return kindSwimPingReq }

// Kind is KindSwimAck.
func (swimAck) Kind() protocol.Kind { return kindSwimAck }

// WireSize is 15 and 12 for each piece of news.
func (m swimPing) WireSize() int { return swimBytes + newsBytes*len(m.News) }

// WireSize is 15 and 12 for each piece of news.
func (m swimPingReq) WireSize() int { return swimBytes + newsBytes*len(m.News) }

// WireSize is 19 and 12 for each piece of news.
func (m swimAck) WireSize() int { return swimAckBytes + newsBytes*len(m.News) }

// AppendWire appends the number of news, origin, period, incarnation and news.
func (m swimPing) AppendWire(b []byte) []byte {
	b = protocol.AppendID(appendCount(b, m.News), m.Origin)
	return appendSwim(b, m.Seq, m.Incarnation, m.News)
}

// AppendWire appends the number of news, target, period, incarnation and news.
func (m swimPingReq) AppendWire(b []byte) []byte {
	b = protocol.AppendID(appendCount(b, m.News), m.Target)
	return appendSwim(b, m.Seq, m.Incarnation, m.News)
}

// AppendWire appends the number of news, origin, target, period, incarnation and
// news.
func (m swimAck) AppendWire(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendID(appendCount(b, m.News), m.Origin), m.Target)
	return appendSwim(b, m.Seq, m.Incarnation, m.News)
}

func appendCount(b []byte, news []newsItem) []byte {
	return binary.BigEndian.AppendUint16(b, uint16(len(news)))
}

func appendSwim(b []byte, seq, incarnation uint32, news []newsItem) []byte {
	b = binary.BigEndian.AppendUint32(b, seq)
	b = binary.BigEndian.AppendUint32(b, incarnation)
	for _, n := range news {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, n.Member), n.Incarnation)
		b = binary.BigEndian.AppendUint32(b, n.AgeMs|uint32(protocol.Bit(n.Suspect))<<ageBits)
	}
	return b
}

// swimKinds describes SWIM's messages, for the algorithms that use a Swim.
func swimKinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{
			Kind: kindSwimPing, Name: "swim-ping", Class: protocol.ClassDetector, Bytes: "15+12k",
			About: "asks for a sign of life, for itself or another; carries k ≤ 6 pieces of news of members",
			Decode: func(d *protocol.Decoder) protocol.Message {
				count := d.Uint16()
				return swimPing{d.ID(), d.Uint32(), d.Uint32(), decodeNews(d, count)}
			},
		},
		{
			Kind: kindSwimPingReq, Name: "swim-ping-req", Class: protocol.ClassDetector, Bytes: "15+12k",
			About: "asks another member to ping one that has not answered; carries k ≤ 6 pieces of news",
			Decode: func(d *protocol.Decoder) protocol.Message {
				count := d.Uint16()
				return swimPingReq{d.ID(), d.Uint32(), d.Uint32(), decodeNews(d, count)}
			},
		},
		{
			Kind: kindSwimAck, Name: "swim-ack", Class: protocol.ClassDetector, Bytes: "19+12k",
			About: "answers a swim-ping, and is passed on to who wants to know; carries k ≤ 6 pieces of news",
			Decode: func(d *protocol.Decoder) protocol.Message {
				count := d.Uint16()
				return swimAck{d.ID(), d.ID(), d.Uint32(), d.Uint32(), decodeNews(d, count)}
			},
		},
	}
}

// decodeNews refuses a length beyond mostNews before it makes room.
func decodeNews(d *protocol.Decoder, count uint16) (news []newsItem) {
	if count > mostNews {
		d.Fail("more news than anybody sends")
		return nil
	}
	for range count {
		n := newsItem{Member: d.ID(), Incarnation: d.Uint32()}
		age := d.Uint32()
		n.Suspect, n.AgeMs = age>>ageBits == 1, age&(1<<ageBits-1)
		news = append(news, n)
	}
	return news
}
