package packet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// What others send is checked before memberlist (v0.7.0) decodes it. memberlist's decoder
// allocates as much as a length field claims, up to 4 GB for five bytes. It decompresses data
// and reads lists of members without a useful bound.

// Errors of bytes that no agent sends, and of bytes that an agent with a key sends.
var (
	ErrExcess = errors.New("no agent sends that")
	ErrSealed = errors.New("it is encrypted, and we have no key")
)

// memberlist's kinds of messages.
const (
	KindPing         = 0
	KindIndirectPing = 1
	KindAck          = 2
	KindSuspect      = 3
	KindAlive        = 4
	KindDead         = 5
	KindPushPull     = 6
	KindCompound     = 7
	KindUser         = 8
	KindEncrypted    = 10
	KindNack         = 11
	KindChecksum     = 12
	KindError        = 13
	KindLabel        = 244
)

const (
	PacketLimit   = 1500 // bytes of a packet: agents send at most SentLimit
	ChecksumBytes = 5    // kind, CRC-32
	fieldLimit    = 16   // of a message: memberlist's have at most 7
	stringLimit   = 1024 // bytes of a text; metadata has 512 at most
	valueLimit    = 2048 // bytes of a message that is a value
)

// Check accepts the packets that memberlist sends in another agent.
func Check(b []byte) error {
	if len(b) > PacketLimit {
		return fmt.Errorf("%w: a packet of %d bytes", ErrExcess, len(b))
	}
	if len(b) >= 2 && b[0] == KindLabel {
		b = b[min(len(b), 2+int(b[1])):]
	}
	if len(b) >= ChecksumBytes && b[0] == KindChecksum {
		b = b[ChecksumBytes:]
	}
	if len(b) == 0 || b[0] != KindCompound {
		return checkMessage(b)
	}
	if len(b) < 2 || len(b) < 2+2*int(b[1]) {
		return fmt.Errorf("%w: a cut packet", ErrExcess)
	}
	lengths, rest := b[2:2+2*int(b[1])], b[2+2*int(b[1]):]
	for ; len(lengths) > 0; lengths = lengths[2:] {
		n := int(binary.BigEndian.Uint16(lengths))
		if n > len(rest) {
			return fmt.Errorf("%w: a cut packet", ErrExcess)
		}
		if err := checkMessage(rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// checkMessage accepts one message of a packet.
func checkMessage(b []byte) error {
	if len(b) == 0 {
		return nil // memberlist reports it
	}
	switch b[0] {
	case KindUser:
		return nil // ours: DecodeHeader checks it
	case KindPing, KindIndirectPing, KindAck, KindSuspect, KindAlive, KindDead, KindNack:
		return CheckValue(bytes.NewReader(b[1:]), nil)
	}
	return fmt.Errorf("%w: kind %d in a packet", ErrExcess, b[0])
}

// CheckValue reads a map of texts to numbers and texts, in MessagePack: the form of all of
// memberlist's messages. It allocates nothing by the lengths in it, and calls found, unless
// nil, with each number.
func CheckValue(r io.Reader, found func(field string, number uint64)) error {
	v := value{r: io.LimitReader(r, valueLimit)}
	c, err := v.byte()
	if err != nil {
		return err
	}
	fields := int(c & 0xF)
	if c == 0xDE {
		n, err := v.number(2)
		if err != nil {
			return err
		}
		fields = int(n)
	} else if c>>4 != 8 {
		return fmt.Errorf("%w: %#x where a map begins", ErrExcess, c)
	}
	if fields > fieldLimit {
		return fmt.Errorf("%w: %d fields", ErrExcess, fields)
	}
	for range fields {
		name, _, err := v.scalar()
		if err != nil {
			return err
		}
		_, number, err := v.scalar()
		if err != nil {
			return err
		}
		if found != nil && number != nil {
			found(name, *number)
		}
	}
	return nil
}

// A value reads one value of MessagePack.
type value struct {
	r io.Reader
	b [nameBytes]byte
}

// nameBytes is more than the longest name of a field has.
const nameBytes = 16

func (v *value) byte() (byte, error) {
	_, err := io.ReadFull(v.r, v.b[:1])
	return v.b[0], err
}

// number reads an unsigned number of n bytes.
func (v *value) number(n int) (uint64, error) {
	clear(v.b[:8])
	_, err := io.ReadFull(v.r, v.b[8-n:8])
	return binary.BigEndian.Uint64(v.b[:8]), err
}

// scalar reads a text or a number. It skips a text longer than nameBytes, and returns "" for
// it.
func (v *value) scalar() (text string, number *uint64, err error) {
	c, err := v.byte()
	if err != nil {
		return "", nil, err
	}
	var n uint64
	switch {
	case c < 0x80, c >= 0xE0, c == 0xC2, c == 0xC3: // small numbers, false, true
		n = uint64(c)
		return "", &n, nil
	case c == 0xC0: // nil
		return "", nil, nil
	case c >= 0xCC && c <= 0xCF:
		n, err = v.number(1 << (c - 0xCC))
		return "", &n, err
	case c >= 0xD0 && c <= 0xD3:
		n, err = v.number(1 << (c - 0xD0))
		return "", &n, err
	case c>>5 == 5:
		n = uint64(c & 0x1F)
	case c == 0xC4 || c == 0xD9:
		n, err = v.number(1)
	case c == 0xC5 || c == 0xDA:
		n, err = v.number(2)
	default:
		return "", nil, fmt.Errorf("%w: %#x where a text or number begins", ErrExcess, c)
	}
	if err != nil {
		return "", nil, err
	}
	if n > stringLimit {
		return "", nil, fmt.Errorf("%w: a text of %d bytes", ErrExcess, n)
	}
	if n > nameBytes {
		_, err = io.CopyN(io.Discard, v.r, int64(n))
		return "", nil, err
	}
	_, err = io.ReadFull(v.r, v.b[:n])
	return string(v.b[:n]), nil, err
}
