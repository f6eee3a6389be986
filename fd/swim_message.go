package fd

import "bellwether/protocol"

// The kinds of SWIM's messages.
const (
	kindSwimPing    protocol.Kind = 103
	kindSwimPingReq protocol.Kind = 104
	kindSwimAck     protocol.Kind = 105
)

// maxNews bounds the news in a message: six, with which the longest takes 91 bytes,
// under half a millisecond of air at 2 Mbit/s.
const maxNews = 6

// mostNews bounds the news read from a message: ten times what this node sends, for nodes
// that send more.
const mostNews = 10 * maxNews

// newsItem is news of a member: Alive or Suspect, in the paper's words. A Suspect of the
// suspicion's full age is a Confirm.
type newsItem struct {
	Member      protocol.ID
	Incarnation uint32 // of the member
	Said        statement
}

// A statement says that a member is alive or suspect, and since when. The highest bit is
// set for Suspect: the member did not answer. Otherwise it is Alive: it refuted a
// suspicion. The other bits are the milliseconds since the unanswered question, or since
// the refutation, rounded up.
type statement uint32

const ageBits = 31

// saying is Suspect or Alive at an age in milliseconds, at most 2³¹ − 1.
func saying(suspect uint8, ageMs uint32) statement {
	return statement(uint32(suspect)<<ageBits | ageMs)
}

func (s statement) suspect() bool { return s>>ageBits == 1 }
func (s statement) ageMs() uint32 { return uint32(s) & (1<<ageBits - 1) }

// swimPing asks for a sign of life, sent back to the sender of the ping.
type swimPing struct {
	Origin      protocol.ID // the member that asks: the sender, or the one that sent it a SwimPingReq
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

// swimAck is the sign of life. A node that receives one of another origin passes it on to
// that origin.
type swimAck struct {
	Origin      protocol.ID
	Target      protocol.ID // the member that is alive
	Seq         uint32      // of the ping
	Incarnation uint32      // the target's
	News        []newsItem
}

func (swimPing) Kind() protocol.Kind { return kindSwimPing }
func (m swimPing) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.News, mostNews)
	w.ID(&m.Origin)
	w.Uint32(&m.Seq)
	w.Uint32(&m.Incarnation)
	newsFields(w, m.News)
	return protocol.Done(w, m)
}

func (swimPingReq) Kind() protocol.Kind { return kindSwimPingReq }
func (m swimPingReq) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.News, mostNews)
	w.ID(&m.Target)
	w.Uint32(&m.Seq)
	w.Uint32(&m.Incarnation)
	newsFields(w, m.News)
	return protocol.Done(w, m)
}

func (swimAck) Kind() protocol.Kind { return kindSwimAck }
func (m swimAck) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.News, mostNews)
	w.ID(&m.Origin)
	w.ID(&m.Target)
	w.Uint32(&m.Seq)
	w.Uint32(&m.Incarnation)
	newsFields(w, m.News)
	return protocol.Done(w, m)
}

func newsFields(w *protocol.Wire, news []newsItem) {
	for i := range news {
		w.ID(&news[i].Member)
		w.Uint32(&news[i].Incarnation)
		w.Uint32((*uint32)(&news[i].Said))
	}
}

// swimKinds describes SWIM's messages, for the algorithms that use it.
func swimKinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{
			Message: swimPing{}, Name: "swim-ping", Class: protocol.ClassDetector,
			About: "asks for a sign of life, for itself or another; carries k ≤ 6 pieces of news of members",
		},
		{
			Message: swimPingReq{}, Name: "swim-ping-req", Class: protocol.ClassDetector,
			About: "asks another member to ping one that has not answered; carries k ≤ 6 pieces of news",
		},
		{
			Message: swimAck{}, Name: "swim-ack", Class: protocol.ClassDetector,
			About: "answers a swim-ping, and is passed on to the member that asks; carries k ≤ 6 pieces of news",
		},
	}
}
