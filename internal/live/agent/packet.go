package agent

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"

	"bellwether/protocol"
)

// A packet is one frame between two agents: a header of 41 bytes, big-endian,
// and the message.
type packet struct {
	stack       uint32 // packets of another stack are not understood
	from, to    protocol.ID
	incarnation uint32
	frame       uint64        // the trace's number of the message
	sent        protocol.Time // by the sender's clock
	wall        int64         // by the sender's wall clock, ns since 1970, for merging traces
	message     []byte
}

// packetVersion is the first byte. A packet of another version is refused.
const packetVersion = 1

const (
	headerBytes = 1 + 4 + 4 + 4 + 4 + 8 + 8 + 8
	// maxPacket keeps a datagram in one frame of any link: 1280 is the least MTU
	// of IPv6 (RFC 8200 §5), less its headers and memberlist's, encrypted.
	maxPacket = 1100
)

// errPacket marks packets that cannot be parsed.
var errPacket = errors.New("bad packet")

func (p *packet) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, packetVersion), p.stack)
	b = protocol.AppendID(protocol.AppendID(b, p.from), p.to)
	b = binary.BigEndian.AppendUint32(b, p.incarnation)
	b = binary.BigEndian.AppendUint64(b, p.frame)
	b = binary.BigEndian.AppendUint64(b, uint64(p.sent))
	b = binary.BigEndian.AppendUint64(b, uint64(p.wall))
	return append(b, p.message...)
}

// parsePacket accepts any bytes: it returns a packet or an error.
func parsePacket(b []byte) (packet, error) {
	if len(b) < headerBytes || len(b) > maxPacket {
		return packet{}, fmt.Errorf("%w: %d bytes", errPacket, len(b))
	}
	if b[0] != packetVersion {
		return packet{}, fmt.Errorf("%w: version %d, this is %d", errPacket, b[0], packetVersion)
	}
	return packet{
		stack:       binary.BigEndian.Uint32(b[1:]),
		from:        protocol.ID(binary.BigEndian.Uint32(b[5:])),
		to:          protocol.ID(binary.BigEndian.Uint32(b[9:])),
		incarnation: binary.BigEndian.Uint32(b[13:]),
		frame:       binary.BigEndian.Uint64(b[17:]),
		sent:        protocol.Time(binary.BigEndian.Uint64(b[25:])),
		wall:        int64(binary.BigEndian.Uint64(b[33:])),
		message:     b[headerBytes:],
	}, nil
}

// stackOf is a hash of an algorithm and the messages of its stack. Agents refuse the packets
// of another stack.
func stackOf(algorithm string, kinds []protocol.MessageKind) uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", packetVersion, algorithm)
	for _, k := range kinds {
		fmt.Fprintf(h, " %d:%s:%s", k.Kind(), k.Name, k.Bytes())
	}
	return h.Sum32()
}
