package gossip

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"bellwether/protocol"
)

// Meta is a member's metadata, which is gossiped. No algorithm of package protocol reads
// it: a machine learns capabilities from messages.
type Meta struct {
	ID          protocol.ID
	Incarnation uint32 // of the agent: grows with every start, kept on disk
	Capability  int64
	Stack       uint32 // a hash of algorithm and version

	// What follows is unknown of an agent of the first version.
	Leader protocol.ID // whom it names; Nobody: none
	Kept   bool        // it leads, and keeps others from taking over
	Terms  Terms
}

// Terms are the settings that all members should have in common. The zero Terms are unknown.
type Terms struct {
	Interval, Lease, Least, Notice time.Duration // in whole milliseconds, up to 49 days
	Misses, Expect                 uint16
	Life                           bool
}

// metaVersion is the first byte of the binary form. An agent of version 1 refuses later
// versions, and says so; this one reads both.
const metaVersion = 2

// Sizes. Of version 1: version, id, incarnation, capability, stack; then leader, flags, four
// durations, misses and expected. memberlist panics above 512 bytes; the array below does not
// compile then.
const (
	metaSizeOne = 1 + 4 + 4 + 8 + 4
	metaSize    = metaSizeOne + 4 + 1 + 4*4 + 2*2
)

var _ [512 - metaSize]struct{}

// Bits of the flags.
const (
	metaKept = 1 << iota
	metaLife
	metaFlags // all above are 0
)

var errMeta = errors.New("malformed metadata")

// append appends the binary form, all integers big-endian.
func (m Meta) append(b []byte) []byte {
	b = append(b, metaVersion)
	b = binary.BigEndian.AppendUint32(b, uint32(m.ID))
	b = binary.BigEndian.AppendUint32(b, m.Incarnation)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Capability))
	b = binary.BigEndian.AppendUint32(b, m.Stack)
	b = binary.BigEndian.AppendUint32(b, uint32(m.Leader))
	var flags byte
	if m.Kept {
		flags |= metaKept
	}
	if m.Terms.Life {
		flags |= metaLife
	}
	b = append(b, flags)
	for _, d := range []time.Duration{m.Terms.Interval, m.Terms.Lease, m.Terms.Least, m.Terms.Notice} {
		b = binary.BigEndian.AppendUint32(b, uint32(min(d.Milliseconds(), math.MaxUint32)))
	}
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, m.Terms.Misses), m.Terms.Expect)
}

// decodeMeta accepts any bytes: it returns a Meta or an error.
func decodeMeta(b []byte) (Meta, error) {
	switch {
	case len(b) == 0:
		return Meta{}, fmt.Errorf("%w: none", errMeta)
	case b[0] == 0 || b[0] > metaVersion:
		return Meta{}, fmt.Errorf("%w: version %d, this agent speaks %d", errMeta, b[0], metaVersion)
	}
	want := metaSize
	if b[0] == 1 {
		want = metaSizeOne
	}
	if len(b) != want {
		return Meta{}, fmt.Errorf("%w: %d bytes, want %d", errMeta, len(b), want)
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
	if b[0] == 1 {
		return m, nil
	}
	b = b[metaSizeOne:]
	m.Leader = protocol.ID(binary.BigEndian.Uint32(b))
	if b[4] >= metaFlags {
		return Meta{}, fmt.Errorf("%w: flags %#x", errMeta, b[4])
	}
	m.Kept, m.Terms.Life = b[4]&metaKept != 0, b[4]&metaLife != 0
	b = b[5:]
	for _, d := range []*time.Duration{&m.Terms.Interval, &m.Terms.Lease, &m.Terms.Least, &m.Terms.Notice} {
		*d = time.Duration(binary.BigEndian.Uint32(b)) * time.Millisecond
		b = b[4:]
	}
	m.Terms.Misses, m.Terms.Expect = binary.BigEndian.Uint16(b), binary.BigEndian.Uint16(b[2:])
	return m, nil
}
