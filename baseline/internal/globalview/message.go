package globalview

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of messages.
const (
	KindKnowledge protocol.Kind = 1
	KindEdit      protocol.Kind = 2
	KindDigest    protocol.Kind = 3
)

// Member is what a message says of a member, but for its neighbours.
type Member struct {
	ID     protocol.ID
	Clock  Clock // of this member, which alone advances it
	Value  int64 // its capability
	Office uint8 // 1: it names itself; said only where a scenario has hysteresis
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

// Wire sizes, in bytes.
const (
	extractBytes = protocol.KindBytes + 2 + 2
	memberBytes  = protocol.IDBytes + 8 + 8 + 1
	digestBytes  = protocol.KindBytes + 8
)

// maxExtract bounds a message that speaks of more than one member: what an
// Ethernet frame of 1500 bytes leaves beside the headers of IP, UDP and an
// overlay's envelope. A member with more neighbours than that is sent alone.
const maxExtract = 1400

// maxMembers is how many members fit such a message, each with an empty list.
const maxMembers = (maxExtract - extractBytes) / (memberBytes + protocol.IDBytes)

// Kind is KindKnowledge.
func (Knowledge) Kind() protocol.Kind { return KindKnowledge }

// Kind is KindEdit.
func (Edit) Kind() protocol.Kind { return KindEdit }

// Kind is KindDigest.
func (Digest) Kind() protocol.Kind { return KindDigest }

// WireSize is 5, 21 for each member and 4 for each word of the lists.
func (x Extract) WireSize() int {
	return extractBytes + memberBytes*len(x.Members) + protocol.IDBytes*len(x.Neighbours)
}

// WireSize is 9.
func (Digest) WireSize() int { return digestBytes }

// AppendWire appends both lengths, the members and the lists.
func (x Extract) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(x.Members)))
	b = binary.BigEndian.AppendUint16(b, uint16(len(x.Neighbours)))
	for _, m := range x.Members {
		b = append(appendClock(protocol.AppendID(b, m.ID), m.Clock), 0, 0, 0, 0, 0, 0, 0, 0, m.Office)
		binary.BigEndian.PutUint64(b[len(b)-9:], uint64(m.Value))
	}
	for _, id := range x.Neighbours {
		b = protocol.AppendID(b, id)
	}
	return b
}

// AppendWire appends the checksum.
func (m Digest) AppendWire(b []byte) []byte { return binary.BigEndian.AppendUint64(b, m.Sum) }

// decodeExtract refuses lengths that no sender makes before it makes room.
func decodeExtract(d *protocol.Decoder) Extract {
	var x Extract
	members, words := int(d.Uint16()), int(d.Uint16())
	if members > maxMembers || words > maxExtract/protocol.IDBytes+maxNodes {
		d.Fail("more than a message may hold")
		return x
	}
	for range members {
		x.Members = append(x.Members, Member{
			ID: d.ID(), Clock: Clock{d.Uint32(), d.Uint32()}, Value: int64(d.Uint64()), Office: d.Uint8(),
		})
	}
	for range words {
		x.Neighbours = append(x.Neighbours, d.ID())
	}
	return x
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Kind: KindKnowledge, Name: "knowledge", Class: protocol.ClassBeacon, Bytes: "5+21k+4l",
		About:  "to all who hear: the k members I know, and l words of who is whose neighbour",
		Decode: func(d *protocol.Decoder) protocol.Message { return Knowledge{decodeExtract(d)} },
	}, {
		Kind: KindEdit, Name: "edit", Class: protocol.ClassBeacon, Bytes: "5+21k+4l",
		About:  "passed on once by each: the k members of whom I have news",
		Decode: func(d *protocol.Decoder) protocol.Message { return Edit{decodeExtract(d)} },
	}, {
		Kind: KindDigest, Name: "digest", Class: protocol.ClassBeacon, Bytes: "9",
		About:  "to all who hear: a checksum of all I know",
		Decode: func(d *protocol.Decoder) protocol.Message { return Digest{d.Uint64()} },
	}}
}
