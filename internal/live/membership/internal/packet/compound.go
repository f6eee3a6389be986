package packet

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/hashicorp/memberlist"
)

// MessagesOf are the messages in a packet.
func MessagesOf(b []byte) (all [][]byte) {
	if len(b) >= ChecksumBytes && b[0] == KindChecksum {
		b = b[ChecksumBytes:]
	}
	if len(b) == 0 || b[0] != KindCompound {
		return [][]byte{b}
	}
	lengths, rest := b[2:2+2*int(b[1])], b[2+2*int(b[1]):]
	for ; len(lengths) > 0; lengths = lengths[2:] {
		n := int(binary.BigEndian.Uint16(lengths))
		all, rest = append(all, rest[:n]), rest[n:]
	}
	return all
}

// Compound is a packet of some messages.
func Compound(all [][]byte) []byte {
	if len(all) < 2 {
		return append([]byte(nil), join(all)...)
	}
	b := []byte{KindCompound, byte(len(all))}
	for _, m := range all {
		b = binary.BigEndian.AppendUint16(b, uint16(len(m)))
	}
	return append(b, join(all)...)
}

func join(all [][]byte) (b []byte) {
	for _, m := range all {
		b = append(b, m...)
	}
	return b
}

// Suspicion is memberlist's message that one member suspects another.
func Suspicion(node, from string, incarnation uint32) []byte {
	b := append([]byte{KindSuspect, 0x83}, msgText("Incarnation")...)
	b = binary.BigEndian.AppendUint32(append(b, 0xCE), incarnation)
	b = append(append(b, msgText("Node")...), msgText(node)...)
	return append(append(b, msgText("From")...), msgText(from)...)
}

// msgText is a text in MessagePack.
func msgText(s string) []byte {
	if len(s) < 32 {
		return append([]byte{0xA0 | byte(len(s))}, s...)
	}
	return append([]byte{0xD9, byte(len(s))}, s...) // names have 253 bytes at most
}

// Unleft changes the state of a member in a list that another one sent: that it left says
// only its goodbye.
func Unleft(member []byte) {
	for _, f := range FieldsOf(member) {
		if f.Name == "State" && f.Number == uint64(memberlist.StateLeft) {
			member[f.end-1] = byte(memberlist.StateDead)
		}
	}
}

// A refusal is why memberlist does not take a packet.
type refusal int

const (
	Accepted     refusal = iota
	badLabel             // it begins with a label that is cut or empty
	AnotherLabel         // it is of another cluster
	badChecksum
)

// Opened returns the messages of a packet that Check has accepted, or why memberlist does
// not take it in a cluster with that label.
func Opened(b []byte, label string) (messages [][]byte, why refusal) {
	is := ""
	if len(b) >= 2 && b[0] == KindLabel {
		n := 2 + int(b[1])
		if b[1] == 0 || len(b) < n {
			return nil, badLabel
		}
		is, b = string(b[2:n]), b[n:]
	}
	if is != label {
		return nil, AnotherLabel
	}
	if len(b) >= ChecksumBytes && b[0] == KindChecksum && binary.BigEndian.Uint32(b[1:]) != crc32.ChecksumIEEE(b[ChecksumBytes:]) {
		return nil, badChecksum
	}
	return MessagesOf(b), Accepted
}

// Packed is a packet of some messages in a cluster with that label.
func Packed(all [][]byte, label string) []byte {
	b := Compound(all)
	if label == "" {
		return b
	}
	return append(append([]byte{KindLabel, byte(len(label))}, label...), b...)
}
