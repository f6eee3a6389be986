package handshake

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"net/netip"
)

// Sizes of parts, in bytes.
const (
	HelloHead   = 2 + 4 + 4 // mark, hint of the key, hint of the label
	WelcomeHead = 2 + 4     // mark, index of the receiver
	FinishHead  = WelcomeHead
	// Trailer is what package secure adds to a hello.
	Trailer = 16

	pointBytes = 32
	tagBytes   = 16
	codeBytes  = 16
	addrBytes  = 16 + 2
	cardBytes  = 4 + len(Life{}) + addrBytes
	vouchBytes = ed25519.PublicKeySize + ed25519.SignatureSize
)

// A Life is drawn at random when an agent starts. It changes when an agent restarts at the same
// address.
type Life [8]byte

// A Card is what an agent says of itself in its first message.
type Card struct {
	Index uint32 // begins what the agent receives in this conversation
	Life  Life
	Addr  netip.AddrPort // where it is reached
}

var errMessage = errors.New("malformed handshake")

func (c Card) append(b []byte) []byte {
	b = append(binary.BigEndian.AppendUint32(b, c.Index), c.Life[:]...)
	ip := c.Addr.Addr().As16()
	return binary.BigEndian.AppendUint16(append(b, ip[:]...), c.Addr.Port())
}

// decodeCard accepts any bytes: it returns a card and what follows it, or an error.
func decodeCard(b []byte) (c Card, rest []byte, err error) {
	if len(b) < cardBytes {
		return Card{}, nil, errMessage
	}
	c.Index, b = binary.BigEndian.Uint32(b), b[4:]
	c.Life, b = Life(b), b[len(c.Life):]
	ip := netip.AddrFrom16([16]byte(b)).Unmap()
	c.Addr = netip.AddrPortFrom(ip, binary.BigEndian.Uint16(b[16:]))
	return c, b[addrBytes:], nil
}

// HelloBytes, WelcomeBytes and FinishBytes are the lengths of this side's messages, heads included,
// the trailer of the hello excluded. Without identities there is no finish: 0.
func (s *Side) HelloBytes() int { return HelloHead + pointBytes + cardBytes + s.padding() + tagBytes }

// WelcomeBytes is the length of a welcome.
func (s *Side) WelcomeBytes() int {
	n := WelcomeHead + pointBytes + cardBytes + tagBytes + codeBytes
	if s.static != nil {
		n += pointBytes + tagBytes + vouchBytes
	}
	return n
}

// FinishBytes is the length of a finish.
func (s *Side) FinishBytes() int {
	if s.static == nil {
		return 0
	}
	return FinishHead + pointBytes + tagBytes + vouchBytes + tagBytes + codeBytes
}

// padding makes a hello with its trailer no shorter than its welcome.
func (s *Side) padding() int {
	return max(0, s.WelcomeBytes()-(HelloHead+pointBytes+cardBytes+tagBytes+Trailer))
}
