package rings

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// The kinds of messages of algorithms whose tokens carry one candidate.
const (
	kindToken   protocol.Kind = 1
	kindElected protocol.Kind = 2
)

// Token is a candidate's token. Le Lann's tokens pass every node, Chang and Roberts's only
// worse ones.
type Token struct {
	Candidate protocol.Capability
	Hops      uint16 // nodes that have sent it
}

// Elected names the leader.
type Elected struct {
	Leader protocol.Capability
	Hops   uint16 // nodes that have sent it
}

// Next is the token as the next node on its way sends it.
func (m Token) Next() Token {
	m.Hops++
	return m
}

// Next is the announcement as the next node on its way sends it.
func (m Elected) Next() Elected {
	m.Hops++
	return m
}

func (Token) Kind() protocol.Kind { return kindToken }
func (m Token) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Candidate)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

func (Elected) Kind() protocol.Kind { return kindElected }
func (m Elected) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Leader)
	w.Uint16(&m.Hops)
	return protocol.Done(w, m)
}

// Kinds describes every message of a machine with tokens: the Token, as the algorithm calls
// it, Elected, and the messages of the leader monitor.
func Kinds(token protocol.MessageKind) []protocol.MessageKind {
	token.Message, token.Class = Token{}, protocol.ClassElection
	return append([]protocol.MessageKind{token, {
		Message: Elected{}, Name: "elected", Class: protocol.ClassAnnouncement,
		About: "to the successor: the leader",
	}}, overlay.MonitorKinds()...)
}
