package gossip

import (
	"encoding/binary"
	"errors"
	"fmt"

	"bellwether/protocol"
)

// Meta is a member's metadata, which is gossiped. No algorithm of package protocol reads
// it: a machine learns capabilities from messages.
type Meta struct {
	ID          protocol.ID
	Incarnation uint32 // of the agent: grows with every start, kept on disk
	Capability  int64
	Stack       uint32 // a hash of algorithm and version
}

// metaVersion is the first byte of the binary form.
const metaVersion = 1

// metaSize: version, id, incarnation, capability, stack. memberlist panics above 512
// bytes; the array below does not compile then.
const metaSize = 1 + 4 + 4 + 8 + 4

var _ [512 - metaSize]struct{}

var errMeta = errors.New("malformed metadata")

// append appends the binary form, all integers big-endian.
func (m Meta) append(b []byte) []byte {
	b = append(b, metaVersion)
	b = binary.BigEndian.AppendUint32(b, uint32(m.ID))
	b = binary.BigEndian.AppendUint32(b, m.Incarnation)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Capability))
	return binary.BigEndian.AppendUint32(b, m.Stack)
}

// decodeMeta accepts any bytes: it returns a Meta or an error.
func decodeMeta(b []byte) (Meta, error) {
	switch {
	case len(b) == 0:
		return Meta{}, fmt.Errorf("%w: none", errMeta)
	case b[0] != metaVersion:
		return Meta{}, fmt.Errorf("%w: version %d, this agent speaks %d", errMeta, b[0], metaVersion)
	case len(b) != metaSize:
		return Meta{}, fmt.Errorf("%w: %d bytes, want %d", errMeta, len(b), metaSize)
	}
	m := Meta{
		ID:          protocol.ID(binary.BigEndian.Uint32(b[1:])),
		Incarnation: binary.BigEndian.Uint32(b[5:]),
		Capability:  int64(binary.BigEndian.Uint64(b[9:])),
		Stack:       binary.BigEndian.Uint32(b[17:]),
	}
	if m.ID == protocol.Nobody {
		return Meta{}, fmt.Errorf("%w: id 0 is nobody's", errMeta)
	}
	return m, nil
}
