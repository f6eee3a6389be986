package raft

import (
	pb "go.etcd.io/raft/v3/raftpb"

	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindPreVote   protocol.Kind = 1 + iota // would you vote for me in this term?
	KindPreGrant                           // yes
	KindPreRefuse                          // no
	KindVote                               // vote for me in this term
	KindGrant                              // yes
	KindRefuse                             // no
	KindAnnounce                           // I lead this term
	KindHeartbeat                          // I still do
	KindHeard                              // I hear you
	KindNewer                              // the term is newer than yours
)

// A Message is a message of the library: its kind and term are all that an election needs.
type Message struct {
	kind protocol.Kind
	Term uint32
}

// Kind is the kind of question or answer.
func (m Message) Kind() protocol.Kind { return m.kind }

// Fields are the term.
func (m Message) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Term)
	return protocol.Done(w, m)
}

// A Bid is the question of a candidate that says what it offers.
type Bid struct {
	kind     protocol.Kind
	Term     uint32
	Priority int64
}

// Kind is the kind of question.
func (b Bid) Kind() protocol.Kind { return b.kind }

// Fields are the term and the priority.
func (b Bid) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&b.Term)
	w.Int64(&b.Priority)
	return protocol.Done(w, b)
}

// worded returns the message in the form in which this electorate sends it.
func (votes electorate) worded(said Message, priority int64) protocol.Message {
	if votes == nobodyWorse && (said.kind == KindPreVote || said.kind == KindVote) {
		return Bid{said.kind, said.Term, priority}
	}
	return said
}

// read returns a message, and how old its sender's log is taken to be by a member that offers
// own; false if it is not a message of this electorate.
func (votes electorate) read(message protocol.Message, own int64) (said Message, log age, known bool) {
	switch got := message.(type) {
	case Message:
		return got, current, votes.worded(got, 0) == message
	case Bid:
		said = Message{got.kind, got.Term}
		return said, age(got.Priority < own), votes.worded(said, got.Priority) == message
	}
	return Message{}, current, false
}

// meanings are the library's types by kind.
var meanings = [...]struct {
	of     pb.MessageType
	reject bool
	name   string
	class  protocol.Class
	about  string
}{
	KindPreVote:   {pb.MsgPreVote, false, "prevote", protocol.ClassElection, "to every member: would you vote for me in this term?"},
	KindPreGrant:  {pb.MsgPreVoteResp, false, "pregrant", protocol.ClassElection, "to a candidate: I would, I hear of no leader"},
	KindPreRefuse: {pb.MsgPreVoteResp, true, "prerefuse", protocol.ClassElection, "to a candidate: I would not, this is my term"},
	KindVote:      {pb.MsgVote, false, "vote", protocol.ClassElection, "to every member: vote for me in this term"},
	KindGrant:     {pb.MsgVoteResp, false, "grant", protocol.ClassElection, "to a candidate: this term's vote is yours"},
	KindRefuse:    {pb.MsgVoteResp, true, "refuse", protocol.ClassElection, "to a candidate: this term's vote is another's"},
	KindAnnounce:  {pb.MsgHeartbeat, false, "announce", protocol.ClassAnnouncement, "to every member: I lead this term"},
	KindHeartbeat: {pb.MsgHeartbeat, false, "heartbeat", protocol.ClassBeacon, "to every member, each detection interval: I still lead"},
	KindHeard:     {pb.MsgHeartbeatResp, false, "heard", protocol.ClassBeacon, "to the leader: I hear you"},
	KindNewer:     {pb.MsgAppResp, false, "newer", protocol.ClassBeacon, "to the leader of a former term: this is the term"},
}

// kinds describes every message.
func kinds(votes electorate) (out []protocol.MessageKind) {
	for k := KindPreVote; k <= KindNewer; k++ {
		out = append(out, protocol.MessageKind{
			Message: votes.worded(Message{kind: k}, 0), Name: meanings[k].name, Class: meanings[k].class, About: meanings[k].about,
		})
	}
	return out
}

// library returns the message in the library's form.
func (m Message) library(from, to protocol.ID) *pb.Message {
	out := &pb.Message{
		Type: meanings[m.kind].of.Enum(), From: new(uint64(from)), To: new(uint64(to)), Term: new(uint64(m.Term)),
	}
	if meanings[m.kind].reject {
		out.Reject = new(true)
	}
	return out
}

// ours returns the form in which a message of the library is sent, false if it is not sent:
// of those for a log, only the first append of a new leader and the refusal of an old one
// are.
func ours(m *pb.Message, announcing bool) (Message, bool) {
	term := uint32(m.GetTerm())
	switch m.GetType() {
	case pb.MsgApp:
		return Message{KindAnnounce, term}, announcing
	case pb.MsgHeartbeat:
		return Message{KindHeartbeat, term}, true
	}
	for k := KindPreVote; k <= KindNewer; k++ {
		if meanings[k].of == m.GetType() && meanings[k].reject == m.GetReject() {
			return Message{k, term}, true
		}
	}
	return Message{}, false
}
