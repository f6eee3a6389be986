package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"bellwether/protocol"
)

// MaxDatagram is the most data one Send takes, in bytes. With our header, the headers of
// memberlist and the longest label the packet stays below 1400 bytes, so that it
// is not fragmented: on a radio one lost fragment loses all.
const MaxDatagram = 1200

// SentLimit bounds a packet that we send, in bytes: memberlist's own limit.
const SentLimit = 1400

// The kinds of our messages within memberlist's user messages: the first byte.
const (
	KindData    = 1
	KindGoodbye = 2 // gossiped: this incarnation of a member has left on purpose
	KindQuery   = 3 // asks an agent with our name or id for its identity
	KindAnswer  = 4
	KindHint    = 5 // from a third agent: an agent at this address has your name or id
	KindOrder   = 6 // do something with a key
	KindReply   = 7 // the answer to an order
	// Since version 2:
	KindForget = 8  // gossiped: a failed member is given up
	KindEvent  = 9  // gossiped: a user tells all members
	KindAsk    = 10 // who answers you?
	KindTell   = 11 // the answer
)

// HeaderSize: kind, id, incarnation.
const HeaderSize = 1 + 4 + 4

// NameLimit bounds a member's name, in bytes: as for host names.
const NameLimit = 253

var errMessage = errors.New("malformed message")

// A Header begins every message: the sender, and its incarnation.
type Header struct {
	Kind        byte
	ID          protocol.ID
	Incarnation uint32
}

func (h Header) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, h.Kind), uint32(h.ID))
	return binary.BigEndian.AppendUint32(b, h.Incarnation)
}

// DecodeHeader accepts any bytes. The rest is not copied.
func DecodeHeader(b []byte) (Header, []byte, error) {
	if len(b) < HeaderSize {
		return Header{}, nil, fmt.Errorf("%w: %d bytes", errMessage, len(b))
	}
	h := Header{b[0], protocol.ID(binary.BigEndian.Uint32(b[1:])), binary.BigEndian.Uint32(b[5:])}
	switch {
	case h.Kind < KindData || h.Kind > KindTell:
		return Header{}, nil, fmt.Errorf("%w: kind %d", errMessage, h.Kind)
	case h.ID == protocol.Nobody:
		return Header{}, nil, fmt.Errorf("%w: id 0 is nobody's", errMessage)
	case len(b) > HeaderSize+MaxDatagram:
		return Header{}, nil, fmt.Errorf("%w: %d bytes", errMessage, len(b))
	}
	return h, b[HeaderSize:], nil
}

// A Goodbye tells that a member left, in the incarnation of its header.
type Goodbye struct {
	Header
	Name      string
	Signature string // of the member, with identities
}

func (g Goodbye) Append(b []byte) []byte {
	return append(append(g.Header.Append(b), g.Name...), g.Signature...)
}

// DecodeGoodbye decodes what follows the header of a goodbye. The last signed bytes are a
// signature.
func DecodeGoodbye(h Header, b []byte, signed int) (Goodbye, error) {
	n := len(b) - signed
	if n < 0 || NameFault(string(b[:n])) != nil {
		return Goodbye{}, fmt.Errorf("%w: goodbye of %d bytes", errMessage, len(b))
	}
	return Goodbye{h, string(b[:n]), string(b[n:])}, nil
}

// GoodbyeLimit bounds the goodbyes in an exchange of the whole state: the newest.
const GoodbyeLimit = 64

// AppendGoodbyes appends goodbyes, each led by its length in two bytes.
func AppendGoodbyes(b []byte, all []Goodbye) []byte {
	for _, g := range all {
		b = binary.BigEndian.AppendUint16(b, uint16(HeaderSize+len(g.Name)+len(g.Signature)))
		b = g.Append(b)
	}
	return b
}

// DecodeGoodbyes accepts any bytes: it returns all goodbyes or an error.
func DecodeGoodbyes(b []byte, signed int) ([]Goodbye, error) {
	var all []Goodbye
	for len(b) > 0 {
		if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) || len(all) == GoodbyeLimit {
			return nil, fmt.Errorf("%w: goodbyes", errMessage)
		}
		n := 2 + int(binary.BigEndian.Uint16(b))
		h, rest, err := DecodeHeader(b[2:n])
		if err != nil {
			return nil, err
		}
		one, err := DecodeGoodbye(h, rest, signed)
		if err != nil || h.Kind != KindGoodbye {
			return nil, fmt.Errorf("%w: goodbyes", errMessage)
		}
		all, b = append(all, one), b[n:]
	}
	return all, nil
}

// A Claim is what a query and an answer hold after the header. The sender of a query
// draws its token, and the answer repeats it: an old answer has another token and proves
// nothing. Session is drawn at each start: if one name or id comes with two sessions, there are
// two agents.
type Claim struct {
	Token    uint64
	Session  uint64
	Standing Standing
	Name     string
	Addr     string
}

// Append writes token, session, standing, then name and address, each led by its length in one
// byte.
func (d Claim) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, d.Token)
	b = binary.BigEndian.AppendUint64(b, d.Session)
	b = binary.BigEndian.AppendUint64(b, uint64(d.Standing))
	b = append(append(b, byte(len(d.Name))), d.Name...)
	return append(append(b, byte(len(d.Addr))), d.Addr...)
}

// DecodeIdentity accepts any bytes: it returns a claim or an error.
func DecodeIdentity(b []byte) (Claim, error) {
	if len(b) < 24 {
		return Claim{}, fmt.Errorf("%w: identity of %d bytes", errMessage, len(b))
	}
	d := Claim{
		Token:    binary.BigEndian.Uint64(b),
		Session:  binary.BigEndian.Uint64(b[8:]),
		Standing: Standing(binary.BigEndian.Uint64(b[16:])),
	}
	var ok1, ok2 bool
	b = b[24:]
	d.Name, b, ok1 = cutString(b)
	d.Addr, b, ok2 = cutString(b)
	if !ok1 || !ok2 || len(b) > 0 || NameFault(d.Name) != nil || CheckAddr(d.Addr) != nil {
		return Claim{}, fmt.Errorf("%w: identity", errMessage)
	}
	return d, nil
}

// cutString takes a string led by its length off b.
func cutString(b []byte) (string, []byte, bool) {
	if len(b) == 0 || len(b) < 1+int(b[0]) {
		return "", nil, false
	}
	n := 1 + int(b[0])
	return string(b[1:n]), b[n:], true
}
