package fd

import (
	"encoding/binary"
	"math"

	"bellwether/protocol"
)

// The kinds of SWIM's messages.
const (
	KindSwimPing    protocol.Kind = 103
	KindSwimPingReq protocol.Kind = 104
	KindSwimAck     protocol.Kind = 105
)

// maxNews bounds the news in a message: six, with which the longest takes 96 bytes,
// under half a millisecond of air at 2 Mbit/s.
const maxNews = 6

// Sizes of the messages without their news, and of a piece of it.
const (
	swimBytes    = protocol.KindBytes + protocol.IDBytes + 4 + 4 + 1
	swimAckBytes = swimBytes + protocol.IDBytes
	newsBytes    = protocol.IDBytes + 4 + 1 + 4
)

// News is what a node passes on of a member: Alive or Suspect, in the paper's
// words. A Suspect as old as the suspicion lasts is a Confirm.
type News struct {
	Member      protocol.ID
	Incarnation uint32 // of the member
	Suspect     bool   // it did not answer; else it refuted a suspicion
	AgeMs       uint32 // since the unanswered question, or the refutation: milliseconds, rounded up
}

// SwimPing asks for a sign of life, to be sent back to who sent the ping.
type SwimPing struct {
	Origin      protocol.ID // who wants to know: the sender, or who asked it by a SwimPingReq
	Seq         uint32      // the origin's protocol period
	Incarnation uint32      // the sender's
	News        []News
}

// SwimPingReq asks another member to ping Target for the sender.
type SwimPingReq struct {
	Target      protocol.ID
	Seq         uint32
	Incarnation uint32 // the sender's
	News        []News
}

// SwimAck is the sign of life. Who gets one of which it is not the origin passes
// it on to the origin.
type SwimAck struct {
	Origin      protocol.ID
	Target      protocol.ID // who lives
	Seq         uint32      // of the ping
	Incarnation uint32      // the target's
	News        []News
}

// Kind is KindSwimPing.
func (SwimPing) Kind() protocol.Kind { return KindSwimPing }

// Kind is KindSwimPingReq.
func (SwimPingReq) Kind() protocol.Kind { return KindSwimPingReq }

// Kind is KindSwimAck.
func (SwimAck) Kind() protocol.Kind { return KindSwimAck }

// WireSize is 14 and 13 for each piece of news.
func (m SwimPing) WireSize() int { return swimBytes + newsBytes*len(m.News) }

// WireSize is 14 and 13 for each piece of news.
func (m SwimPingReq) WireSize() int { return swimBytes + newsBytes*len(m.News) }

// WireSize is 18 and 13 for each piece of news.
func (m SwimAck) WireSize() int { return swimAckBytes + newsBytes*len(m.News) }

// AppendWire appends origin, number, incarnation and news.
func (m SwimPing) AppendWire(b []byte) []byte {
	return appendSwim(protocol.AppendID(b, m.Origin), m.Seq, m.Incarnation, m.News)
}

// AppendWire appends target, number, incarnation and news.
func (m SwimPingReq) AppendWire(b []byte) []byte {
	return appendSwim(protocol.AppendID(b, m.Target), m.Seq, m.Incarnation, m.News)
}

// AppendWire appends origin, target, number, incarnation and news.
func (m SwimAck) AppendWire(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendID(b, m.Origin), m.Target)
	return appendSwim(b, m.Seq, m.Incarnation, m.News)
}

func appendSwim(b []byte, seq, incarnation uint32, news []News) []byte {
	b = binary.BigEndian.AppendUint32(b, seq)
	b = binary.BigEndian.AppendUint32(b, incarnation)
	b = append(b, byte(len(news)))
	for _, n := range news {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, n.Member), n.Incarnation)
		b = binary.BigEndian.AppendUint32(append(b, flag(n.Suspect)), n.AgeMs)
	}
	return b
}

// SwimKinds describes SWIM's messages, for the algorithms that use a Swim.
func SwimKinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{
			Kind: KindSwimPing, Name: "swim-ping", Class: protocol.ClassDetector, Bytes: "14+13k",
			About: "asks for a sign of life, for itself or another; carries k ≤ 6 pieces of news of members",
			Decode: func(d *protocol.Decoder) protocol.Message {
				return SwimPing{d.ID(), d.Uint32(), decodeIncarnation(d), decodeNews(d)}
			},
		},
		{
			Kind: KindSwimPingReq, Name: "swim-ping-req", Class: protocol.ClassDetector, Bytes: "14+13k",
			About: "asks another member to ping one that has not answered; carries k ≤ 6 pieces of news",
			Decode: func(d *protocol.Decoder) protocol.Message {
				return SwimPingReq{d.ID(), d.Uint32(), decodeIncarnation(d), decodeNews(d)}
			},
		},
		{
			Kind: KindSwimAck, Name: "swim-ack", Class: protocol.ClassDetector, Bytes: "18+13k",
			About: "answers a swim-ping, and is passed on to who wants to know; carries k ≤ 6 pieces of news",
			Decode: func(d *protocol.Decoder) protocol.Message {
				return SwimAck{d.ID(), d.ID(), d.Uint32(), decodeIncarnation(d), decodeNews(d)}
			},
		},
	}
}

// decodeIncarnation refuses the last number, after which no refutation is left.
func decodeIncarnation(d *protocol.Decoder) uint32 {
	incarnation := d.Uint32()
	if incarnation == math.MaxUint32 {
		d.Fail("the last incarnation")
	}
	return incarnation
}

func decodeNews(d *protocol.Decoder) []News {
	count := int(d.Uint8())
	if count > maxNews {
		d.Fail("more news than a message holds")
		return nil
	}
	var news []News
	for range count {
		n := News{Member: d.ID(), Incarnation: decodeIncarnation(d)}
		switch d.Uint8() {
		case 0:
		case 1:
			n.Suspect = true
		default:
			d.Fail("news neither alive nor suspect")
		}
		n.AgeMs = d.Uint32()
		news = append(news, n)
	}
	return news
}
