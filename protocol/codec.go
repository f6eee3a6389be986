package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Decoding errors, for callers that count them apart.
var (
	ErrShort     = errors.New("protocol: message too short")
	ErrTrailing  = errors.New("protocol: bytes after the message")
	ErrKind      = errors.New("protocol: unknown message kind")
	ErrMalformed = errors.New("protocol: malformed message")
)

// maxNesting bounds envelopes within envelopes: link around route around
// algorithm is the deepest stack overlay builds, one more is slack.
const maxNesting = 4

// A Codec knows the message kinds of one stack: an algorithm and its overlays.
type Codec struct {
	kinds [256]*MessageKind
}

// NewCodec indexes kinds. Two kinds with one number are an error.
func NewCodec(kinds ...MessageKind) (*Codec, error) {
	c := new(Codec)
	for i := range kinds {
		k := &kinds[i]
		if c.kinds[k.Kind] != nil {
			return nil, fmt.Errorf("protocol: messages %s and %s both have kind %d",
				c.kinds[k.Kind].Name, k.Name, k.Kind)
		}
		c.kinds[k.Kind] = k
	}
	return c, nil
}

// Describe gives the description of kind k, nil if the codec has none.
func (c *Codec) Describe(k Kind) *MessageKind { return c.kinds[k] }

// Marshal appends the whole wire form of m: its kind, then its fields.
func Marshal(b []byte, m Message) []byte { return m.AppendWire(append(b, byte(m.Kind()))) }

// Unmarshal decodes one whole message. It is total: any bytes give a message or
// an error.
func (c *Codec) Unmarshal(b []byte) (Message, error) {
	return c.unmarshal(b, 0)
}

func (c *Codec) unmarshal(b []byte, depth int) (Message, error) {
	if len(b) == 0 {
		return nil, ErrShort
	}
	k := c.kinds[b[0]]
	if k == nil || k.Decode == nil {
		return nil, fmt.Errorf("%w %d", ErrKind, b[0])
	}
	d := Decoder{rest: b[1:], codec: c, depth: depth}
	m := k.Decode(&d)
	if d.err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, d.err)
	}
	if len(d.rest) != 0 {
		return nil, fmt.Errorf("%s: %w", k.Name, ErrTrailing)
	}
	return m, nil
}

// A Decoder reads the fields of a message, big-endian. Its error is sticky:
// after the first, every read gives zero.
type Decoder struct {
	rest  []byte
	err   error
	codec *Codec
	depth int
}

// Fail makes the message malformed, for a field whose value cannot be.
func (d *Decoder) Fail(why string) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: %s", ErrMalformed, why)
	}
}

func (d *Decoder) take(n int) []byte {
	if d.err != nil || len(d.rest) < n {
		if d.err == nil {
			d.err = ErrShort
		}
		return make([]byte, n)
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

// Uint8 reads one byte.
func (d *Decoder) Uint8() uint8 { return d.take(1)[0] }

// Uint16 reads two bytes.
func (d *Decoder) Uint16() uint16 { return binary.BigEndian.Uint16(d.take(2)) }

// Uint32 reads four bytes.
func (d *Decoder) Uint32() uint32 { return binary.BigEndian.Uint32(d.take(4)) }

// Uint64 reads eight bytes.
func (d *Decoder) Uint64() uint64 { return binary.BigEndian.Uint64(d.take(8)) }

// ID reads a node's ID, 4 bytes.
func (d *Decoder) ID() ID { return ID(d.Uint32()) }

// Capability reads a capability, 12 bytes.
func (d *Decoder) Capability() Capability {
	return Capability{Value: int64(d.Uint64()), ID: d.ID()}
}

// Computation reads a computation index, 8 bytes.
func (d *Decoder) Computation() Computation {
	return Computation{Num: d.Uint32(), Source: d.ID()}
}

// Time reads an instant, 8 bytes.
func (d *Decoder) Time() Time { return Time(d.Uint64()) }

// Message reads an enveloped message: the rest of the bytes.
func (d *Decoder) Message() Message {
	if d.err != nil {
		return nil
	}
	if d.depth >= maxNesting {
		d.Fail("envelopes nested too deep")
		return nil
	}
	m, err := d.codec.unmarshal(d.rest, d.depth+1)
	d.rest = nil
	if err != nil {
		d.err = err
		return nil
	}
	return m
}

// AppendID appends a node's ID, 4 bytes.
func AppendID(b []byte, id ID) []byte { return binary.BigEndian.AppendUint32(b, uint32(id)) }

// AppendCapability appends a capability, 12 bytes.
func AppendCapability(b []byte, c Capability) []byte {
	return AppendID(binary.BigEndian.AppendUint64(b, uint64(c.Value)), c.ID)
}

// AppendComputation appends a computation index, 8 bytes.
func AppendComputation(b []byte, c Computation) []byte {
	return AppendID(binary.BigEndian.AppendUint32(b, c.Num), c.Source)
}

// AppendTime appends an instant, 8 bytes.
func AppendTime(b []byte, t Time) []byte { return binary.BigEndian.AppendUint64(b, uint64(t)) }

// Bit is 1 for what is true, 0 for what is not: a flag in a message, a snapshot, or
// what a machine shows.
func Bit(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}

// Wire sizes of the words messages are made of, in bytes.
const (
	KindBytes        = 1
	IDBytes          = 4
	CapabilityBytes  = 12
	ComputationBytes = 8
	TimeBytes        = 8
)
