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

// Lengths of messages without and with identities, heads and codes included. A hello with its trailer
// is no shorter than its welcome.
const (
	groupHello      = HelloHead + pointBytes + cardBytes + tagBytes
	groupWelcome    = WelcomeHead + pointBytes + cardBytes + tagBytes + codeBytes
	identityHello   = identityWelcome - Trailer
	identityWelcome = groupWelcome + pointBytes + tagBytes + vouchBytes
	identityFinish  = FinishHead + pointBytes + tagBytes + vouchBytes + tagBytes + codeBytes
)

var _ [groupHello + Trailer - groupWelcome]struct{}

// HelloBytes is the length of this side's hellos, without the trailer.
func (s *Side) HelloBytes() int {
	if s.static == nil {
		return groupHello
	}
	return identityHello
}

// OtherHelloBytes is the length of the hellos of a side with an identity, if this one has none, or the
// reverse.
func (s *Side) OtherHelloBytes() int { return groupHello + identityHello - s.HelloBytes() }

// WelcomeBytes is the length of this side's welcomes.
func (s *Side) WelcomeBytes() int {
	if s.static == nil {
		return groupWelcome
	}
	return identityWelcome
}

// FinishBytes is the length of this side's finishes: 0 without identities.
func (s *Side) FinishBytes() int {
	if s.static == nil {
		return 0
	}
	return identityFinish
}
