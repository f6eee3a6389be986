package wire

import (
	"encoding/binary"
	"fmt"
	"math"

	"bellwether/protocol"
)

// ReachLimit bounds the members that an agent tries: their list is in one datagram.
const ReachLimit = 128

// Reached is one member of an answer.
type Reached struct {
	ID  protocol.ID
	Rtt uint32 // µs; silent: no answer
}

const Silent = math.MaxUint32

// A ReachFrom is a question or an answer as it came in.
type ReachFrom struct {
	ID    protocol.ID
	Token uint64
	All   []Reached
}

// Append writes the token and the members.
func (f ReachFrom) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, f.Token)
	for _, m := range f.All {
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(m.ID)), m.Rtt)
	}
	return b
}

// DecodeReach accepts any bytes: it returns what follows the header of a question or answer,
// or an error.
func DecodeReach(h Header, b []byte) (ReachFrom, error) {
	if len(b) < 8 || len(b)%8 != 0 || len(b) > 8+8*ReachLimit || h.Kind == KindAsk && len(b) > 8 {
		return ReachFrom{}, fmt.Errorf("%w: reach of %d bytes", errMessage, len(b))
	}
	f := ReachFrom{ID: h.ID, Token: binary.BigEndian.Uint64(b)}
	for b = b[8:]; len(b) > 0; b = b[8:] {
		f.All = append(f.All, Reached{protocol.ID(binary.BigEndian.Uint32(b)), binary.BigEndian.Uint32(b[4:])})
	}
	return f, nil
}
