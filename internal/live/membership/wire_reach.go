package membership

import (
	"encoding/binary"
	"fmt"
	"math"

	"bellwether/protocol"
)

// reachLimit bounds the members that an agent tries: their list is in one datagram.
const reachLimit = 128

// reached is one member of an answer.
type reached struct {
	id  protocol.ID
	rtt uint32 // µs; silent: no answer
}

const silent = math.MaxUint32

// A reachFrom is a question or an answer as it came in.
type reachFrom struct {
	id    protocol.ID
	token uint64
	all   []reached
}

// append writes the token and the members.
func (f reachFrom) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, f.token)
	for _, m := range f.all {
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(m.id)), m.rtt)
	}
	return b
}

// decodeReach accepts any bytes: it returns what follows the header of a question or answer,
// or an error.
func decodeReach(h header, b []byte) (reachFrom, error) {
	if len(b) < 8 || len(b)%8 != 0 || len(b) > 8+8*reachLimit || h.kind == kindAsk && len(b) > 8 {
		return reachFrom{}, fmt.Errorf("%w: reach of %d bytes", errMessage, len(b))
	}
	f := reachFrom{id: h.id, token: binary.BigEndian.Uint64(b)}
	for b = b[8:]; len(b) > 0; b = b[8:] {
		f.all = append(f.all, reached{protocol.ID(binary.BigEndian.Uint32(b)), binary.BigEndian.Uint32(b[4:])})
	}
	return f, nil
}
