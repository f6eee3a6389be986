package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// ErrMalformed reports a field whose value is not allowed: see [Wire.Fail].
var ErrMalformed = errors.New("malformed message")

var (
	errShort    = errors.New("message too short")
	errTrailing = errors.New("bytes after the message")
	errKind     = errors.New("unknown message kind")
)

// maxNesting bounds envelopes within envelopes: link around route around
// algorithm is the deepest stack overlay builds, one more is slack.
const maxNesting = 4

// A Codec knows the message kinds of one stack: an algorithm and its overlays.
type Codec struct {
	kinds [256]*MessageKind
	sizes [256]int // bytes of every message of a kind; 0: they differ
}

// NewCodec indexes kinds. Two kinds with one number are an error, and so is a kind without
// a Message. A pointer as Message is an error, too: every message that is decoded would be
// stored in the same place.
func NewCodec(kinds ...MessageKind) (*Codec, error) {
	c := new(Codec)
	for i := range kinds {
		k := &kinds[i]
		switch t := reflect.TypeOf(k.Message); {
		case t == nil:
			return nil, fmt.Errorf("protocol: message %s has no Message", k.Name)
		case t.Kind() == reflect.Pointer:
			return nil, fmt.Errorf("protocol: message %s is a pointer: give %v methods with value receivers", k.Name, t.Elem())
		case c.kinds[k.Kind()] != nil:
			return nil, fmt.Errorf("protocol: messages %s and %s both have kind %d", c.kinds[k.Kind()].Name, k.Name, k.Kind())
		}
		c.kinds[k.Kind()] = k
		if one, err := strconv.Atoi(k.Bytes()); err == nil {
			c.sizes[k.Kind()] = one
		}
	}
	return c, nil
}

// Describe gives the description of kind k, nil if the codec has none.
func (c *Codec) Describe(k Kind) *MessageKind { return c.kinds[k] }

// Unmarshal decodes one whole message. It is total: any bytes give a message or
// an error, which names the message and, where it can, the field.
func (c *Codec) Unmarshal(b []byte) (Message, error) {
	w := Wire{mode: decoding, bytes: b, reading: reading{codec: c}}
	m := w.inner()
	return m, w.err
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

// Bit is 1 for true and 0 for false: for flags in a message, a snapshot or an inspection.
func Bit(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}

// Wire sizes of composite fields, in bytes.
const (
	kindBytes        = 1
	capabilityBytes  = 12
	computationBytes = 8
)
