package membership

import (
	"encoding/binary"
	"errors"
	"fmt"

	"bellwether/protocol"
)

// MaxDatagram is the most data one Send takes, in bytes. With our header, those of
// memberlist and the longest label the packet stays below 1400 bytes, so that it
// is not fragmented: on a radio one lost fragment loses all.
const MaxDatagram = 1200

// sentLimit bounds a packet that we send, in bytes: memberlist's own limit.
const sentLimit = 1400

// The kinds of our messages within memberlist's user messages: the first byte.
const (
	kindData    = 1
	kindGoodbye = 2 // gossiped: this incarnation of a member has left on purpose
	kindQuery   = 3 // asks an agent with our name or id for its identity
	kindAnswer  = 4
	kindHint    = 5 // from a third agent: an agent at this address has your name or id
	kindOrder   = 6 // do something with a key
	kindReply   = 7 // the answer to an order
	// Since version 2:
	kindForget = 8  // gossiped: a failed member is given up
	kindEvent  = 9  // gossiped: a user tells all members
	kindAsk    = 10 // who answers you?
	kindTell   = 11 // the answer
)

// headerSize: kind, id, incarnation.
const headerSize = 1 + 4 + 4

// nameLimit bounds a member's name, in bytes: as for host names.
const nameLimit = 253

var errMessage = errors.New("malformed message")

// A header begins every message: the sender, and its incarnation.
type header struct {
	kind        byte
	id          protocol.ID
	incarnation uint32
}

func (h header) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, h.kind), uint32(h.id))
	return binary.BigEndian.AppendUint32(b, h.incarnation)
}

// decodeHeader accepts any bytes. The rest is not copied.
func decodeHeader(b []byte) (header, []byte, error) {
	if len(b) < headerSize {
		return header{}, nil, fmt.Errorf("%w: %d bytes", errMessage, len(b))
	}
	h := header{b[0], protocol.ID(binary.BigEndian.Uint32(b[1:])), binary.BigEndian.Uint32(b[5:])}
	switch {
	case h.kind < kindData || h.kind > kindTell:
		return header{}, nil, fmt.Errorf("%w: kind %d", errMessage, h.kind)
	case h.id == protocol.Nobody:
		return header{}, nil, fmt.Errorf("%w: id 0 is nobody's", errMessage)
	case len(b) > headerSize+MaxDatagram:
		return header{}, nil, fmt.Errorf("%w: %d bytes", errMessage, len(b))
	}
	return h, b[headerSize:], nil
}

// A goodbye tells that a member left, in the incarnation of its header.
type goodbye struct {
	header
	name      string
	signature string // of the member, with identities
}

func (g goodbye) append(b []byte) []byte {
	return append(append(g.header.append(b), g.name...), g.signature...)
}

// decodeGoodbye decodes what follows the header of a goodbye. The last signed bytes are a
// signature.
func decodeGoodbye(h header, b []byte, signed int) (goodbye, error) {
	n := len(b) - signed
	if n < 0 || nameFault(string(b[:n])) != nil {
		return goodbye{}, fmt.Errorf("%w: goodbye of %d bytes", errMessage, len(b))
	}
	return goodbye{h, string(b[:n]), string(b[n:])}, nil
}

// goodbyeLimit bounds the goodbyes in an exchange of the whole state: the newest.
const goodbyeLimit = 64

// appendGoodbyes appends goodbyes, each led by its length in two bytes.
func appendGoodbyes(b []byte, all []goodbye) []byte {
	for _, g := range all {
		b = binary.BigEndian.AppendUint16(b, uint16(headerSize+len(g.name)+len(g.signature)))
		b = g.append(b)
	}
	return b
}

// decodeGoodbyes accepts any bytes: it returns all goodbyes or an error.
func decodeGoodbyes(b []byte, signed int) ([]goodbye, error) {
	var all []goodbye
	for len(b) > 0 {
		if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) || len(all) == goodbyeLimit {
			return nil, fmt.Errorf("%w: goodbyes", errMessage)
		}
		n := 2 + int(binary.BigEndian.Uint16(b))
		h, rest, err := decodeHeader(b[2:n])
		if err != nil {
			return nil, err
		}
		one, err := decodeGoodbye(h, rest, signed)
		if err != nil || h.kind != kindGoodbye {
			return nil, fmt.Errorf("%w: goodbyes", errMessage)
		}
		all, b = append(all, one), b[n:]
	}
	return all, nil
}

// A claim is what a query and an answer hold after the header. The sender of a query
// draws its token, and the answer repeats it: an old answer has another token and proves
// nothing. Life is drawn at each start: if one name or id comes with two lives, there are
// two agents.
type claim struct {
	token    uint64
	life     uint64
	standing standing
	name     string
	addr     string
}

// append writes token, life, standing, then name and address, each led by its length in one
// byte.
func (d claim) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, d.token)
	b = binary.BigEndian.AppendUint64(b, d.life)
	b = binary.BigEndian.AppendUint64(b, uint64(d.standing))
	b = append(append(b, byte(len(d.name))), d.name...)
	return append(append(b, byte(len(d.addr))), d.addr...)
}

// decodeIdentity accepts any bytes: it returns a claim or an error.
func decodeIdentity(b []byte) (claim, error) {
	if len(b) < 24 {
		return claim{}, fmt.Errorf("%w: identity of %d bytes", errMessage, len(b))
	}
	d := claim{
		token:    binary.BigEndian.Uint64(b),
		life:     binary.BigEndian.Uint64(b[8:]),
		standing: standing(binary.BigEndian.Uint64(b[16:])),
	}
	var ok1, ok2 bool
	b = b[24:]
	d.name, b, ok1 = cutString(b)
	d.addr, b, ok2 = cutString(b)
	if !ok1 || !ok2 || len(b) > 0 || nameFault(d.name) != nil || checkAddr(d.addr) != nil {
		return claim{}, fmt.Errorf("%w: identity", errMessage)
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
