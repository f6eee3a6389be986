package globalview

import "bellwether/protocol"

// The kinds of messages.
const (
	kindKnowledge protocol.Kind = 1
	kindEdit      protocol.Kind = 2
	kindDigest    protocol.Kind = 3
)

// Member is what a message has of a member, without its neighbours.
type Member struct {
	ID    protocol.ID
	Clock Clock // of this member, which alone advances it
	Value int64 // its capability
	Leads uint8 // 1: it leads; set only if a scenario has hysteresis
}

// Extract is a part of a view: flat, so that it has room for any graph.
type Extract struct {
	Members []Member
	// Neighbours are the members' lists of neighbours, in the order of Members,
	// each ended by Nobody.
	Neighbours []protocol.ID
}

// Knowledge is all that its sender knows, for a new neighbour or one that differs.
type Knowledge struct{ Extract }

// Edit is what has changed in its sender's view.
type Edit struct{ Extract }

// Digest is a checksum of its sender's view.
type Digest struct{ Sum uint64 }

// Wire sizes of an extract without members, and of a member without neighbours, in bytes.
const (
	extractBytes = 1 + 2 + 2 // the kind, and both lengths
	memberBytes  = idBytes + 8 + 8 + 1
	idBytes      = 4
)

// maxExtract bounds a message of more than one member: what an Ethernet frame of 1500 bytes
// leaves beside the headers of IP, UDP and an overlay's envelope. A member with more
// neighbours than fit is sent alone.
const maxExtract = 1400

// maxMembers is how many members fit such a message, each with an empty list.
const maxMembers = (maxExtract - extractBytes) / (memberBytes + idBytes)

func (Knowledge) Kind() protocol.Kind { return kindKnowledge }
func (m Knowledge) Fields(w *protocol.Wire) protocol.Message {
	m.fields(w)
	return protocol.Done(w, m)
}

func (Edit) Kind() protocol.Kind { return kindEdit }
func (m Edit) Fields(w *protocol.Wire) protocol.Message {
	m.fields(w)
	return protocol.Done(w, m)
}

// fields are both lengths, the members and the lists.
func (x *Extract) fields(w *protocol.Wire) {
	protocol.Count(w, &x.Members, maxMembers)
	protocol.Count(w, &x.Neighbours, maxExtract/idBytes+maxNodes)
	for i := range x.Members {
		m := &x.Members[i]
		w.ID(&m.ID)
		w.Uint32(&m.Clock.Boot)
		w.Uint32(&m.Clock.Changes)
		w.Int64(&m.Value)
		w.Uint8(&m.Leads)
	}
	for i := range x.Neighbours {
		w.ID(&x.Neighbours[i])
	}
}

func (Digest) Kind() protocol.Kind { return kindDigest }
func (m Digest) Fields(w *protocol.Wire) protocol.Message {
	w.Uint64(&m.Sum)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Knowledge{}, Name: "knowledge", Class: protocol.ClassBeacon,
		About: "to all who hear: the k members I know, and l words of their lists of neighbours",
	}, {
		Message: Edit{}, Name: "edit", Class: protocol.ClassBeacon,
		About: "passed on once by each: the k members of which I have news",
	}, {
		Message: Digest{}, Name: "digest", Class: protocol.ClassBeacon,
		About: "to all who hear: a checksum of all I know",
	}}
}
