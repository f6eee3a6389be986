package wire

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"bellwether/internal/live/keyring"
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
	Leader protocol.ID // whom its algorithm names; Nobody: none
	Silent bool        // it names itself, and does not lead: nobody hears it, or no majority grants it
	Idle   bool        // its machine does not run: it waits for members, or its storage failed
	Kept   bool        // it leads, and keeps others from taking over
	Fences bool        // it stores fencing tokens
	Barred bool        // it must not lead
	Terms  Terms
	Tags   Tags
	Runs   Runs // unknown of an agent that is older than this field
	// Admission is an operator's word that this member counts in majorities; zero: there is none.
	Admission Admission
	// Start is a random number of this start of the agent, beside the incarnation; 0: unknown. Two starts with one
	// incarnation are those of a state directory that was restored.
	Start uint32
	// Operators is a digest of the operators whose orders about keys it obeys; 0: unknown.
	Operators uint32
	Sealed    byte // one more than the wire of package secure; 0: no encryption, or an agent from before version 2 of it
}

// An Admission is an operator's word that a member counts.
type Admission = keyring.Admission

// Terms are the settings that all members should have in common. The zero Terms are unknown.
type Terms struct {
	Interval, Lease, Least, Notice time.Duration // in whole milliseconds, up to 49 days
	Misses, Expect                 uint16
	Life                           bool
	Admits                         bool // only members that an operator has admitted count in majorities
}

// Sizes. Of version 1: version, id, incarnation, capability, stack; then leader, flags, four
// durations, misses and expected. Extras follow. memberlist panics above 512 bytes; the array
// below does not compile then.
const (
	metaSizeOne = 1 + 4 + 4 + 8 + 4
	metaSizeTwo = metaSizeOne + 4 + 1 + 4*4 + 2*2
	MetaLimit   = metaSizeTwo + 2 + TagsLimit + 2 + RunsLimit + 3 + 6 + 6 + (2 + len(keyring.Admission{})) + SealBytes
)

var _ [512 - MetaLimit]struct{}

// Sizes of what an identity adds, in bytes.
const (
	SignatureBytes = ed25519.SignatureSize
	RevisionBytes  = 4
	SealBytes      = RevisionBytes + ed25519.PublicKeySize + SignatureBytes
)

// The kinds of extras. An extra is its kind, its length and its bytes; unknown kinds are
// skipped, so that later agents may add some.
const (
	extraTags = iota + 1
	extraRuns
	extraSealed // one byte
	extraAdmission
	extraStart     // four bytes
	extraOperators // four bytes
)

// Bits of the flags. Unknown ones are ignored.
const (
	metaKept = 1 << iota
	metaLife
	metaSilent
	metaIdle
	metaFences
	metaBarred
	metaAdmits
)

var (
	errMeta    = errors.New("malformed metadata")
	errVersion = errors.New("no version of the protocol in common")
)

// Append appends the binary form of a version, all integers big-endian.
func (m Meta) Append(b []byte, version byte) []byte {
	b = append(b, version)
	b = binary.BigEndian.AppendUint32(b, uint32(m.ID))
	b = binary.BigEndian.AppendUint32(b, m.Incarnation)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Capability))
	b = binary.BigEndian.AppendUint32(b, m.Stack)
	if version == 1 {
		return b
	}
	b = binary.BigEndian.AppendUint32(b, uint32(m.Leader))
	var flags byte
	if m.Kept {
		flags |= metaKept
	}
	if m.Silent {
		flags |= metaSilent
	}
	if m.Idle {
		flags |= metaIdle
	}
	if m.Terms.Life {
		flags |= metaLife
	}
	if m.Fences {
		flags |= metaFences
	}
	if m.Barred {
		flags |= metaBarred
	}
	if m.Terms.Admits {
		flags |= metaAdmits
	}
	b = append(b, flags)
	for _, d := range []time.Duration{m.Terms.Interval, m.Terms.Lease, m.Terms.Least, m.Terms.Notice} {
		b = binary.BigEndian.AppendUint32(b, uint32(min(d.Milliseconds(), math.MaxUint32)))
	}
	b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, m.Terms.Misses), m.Terms.Expect)
	if m.Tags != "" {
		b = append(append(b, extraTags, byte(len(m.Tags))), m.Tags...)
	}
	if m.Runs != "" {
		b = append(append(b, extraRuns, byte(len(m.Runs))), m.Runs...)
	}
	if m.Sealed != 0 {
		b = append(b, extraSealed, 1, m.Sealed)
	}
	if m.Start != 0 {
		b = binary.BigEndian.AppendUint32(append(b, extraStart, 4), m.Start)
	}
	if m.Operators != 0 {
		b = binary.BigEndian.AppendUint32(append(b, extraOperators, 4), m.Operators)
	}
	if m.Admission != (keyring.Admission{}) {
		b = append(append(b, extraAdmission, byte(len(m.Admission))), m.Admission[:]...)
	}
	return b
}

// DecodeMeta accepts any bytes: it returns a Meta or an error.
func DecodeMeta(b []byte) (Meta, error) {
	switch {
	case len(b) == 0 || b[0] == 0:
		return Meta{}, fmt.Errorf("%w: no version", errMeta)
	case b[0] == 1 && len(b) != metaSizeOne, b[0] > 1 && len(b) < metaSizeTwo:
		return Meta{}, fmt.Errorf("%w: %d bytes of version %d", errMeta, len(b), b[0])
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
	m.Kept, m.Terms.Life, m.Silent = b[4]&metaKept != 0, b[4]&metaLife != 0, b[4]&metaSilent != 0
	m.Idle, m.Fences, m.Barred = b[4]&metaIdle != 0, b[4]&metaFences != 0, b[4]&metaBarred != 0
	m.Terms.Admits = b[4]&metaAdmits != 0
	b = b[5:]
	for _, d := range []*time.Duration{&m.Terms.Interval, &m.Terms.Lease, &m.Terms.Least, &m.Terms.Notice} {
		*d = time.Duration(binary.BigEndian.Uint32(b)) * time.Millisecond
		b = b[4:]
	}
	m.Terms.Misses, m.Terms.Expect = binary.BigEndian.Uint16(b), binary.BigEndian.Uint16(b[2:])
	return m, m.extras(b[4:])
}

// extras reads what follows the fields of version 2.
func (m *Meta) extras(b []byte) error {
	for len(b) > 0 {
		kind := b[0]
		data, rest, ok := cutString(b[1:])
		if !ok {
			return fmt.Errorf("%w: extra %d", errMeta, kind)
		}
		var err error
		switch kind {
		case extraTags:
			m.Tags = Tags(data)
			err = m.Tags.Check()
		case extraRuns:
			m.Runs = Runs(data)
			err = checkRuns(data)
		case extraSealed:
			if len(data) == 1 { // later agents may say more
				m.Sealed = data[0]
			}
		case extraStart:
			if len(data) == 4 {
				m.Start = binary.BigEndian.Uint32([]byte(data))
			}
		case extraOperators:
			if len(data) == 4 {
				m.Operators = binary.BigEndian.Uint32([]byte(data))
			}
		case extraAdmission:
			if len(data) == len(m.Admission) {
				m.Admission = keyring.Admission([]byte(data))
			}
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errMeta, err)
		}
		b = rest
	}
	return nil
}
