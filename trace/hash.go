package trace

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"bellwether/protocol"
)

// hashVersion changes whenever a layout below changes. It is part of the sum, so that sums
// of different layouts are never equal.
const hashVersion = "bellwether trace hash 3\n"

// hashBuffer is how many bytes are collected for one call of SHA-256: so many that the call
// costs almost nothing per record, so few that they stay in the cache.
const hashBuffer = 64 << 10

// hashSlack is room for the record that fills the buffer; a longer one (a large
// message) makes the buffer grow once.
const hashSlack = 4 << 10

// A Hash is a sink that computes one SHA-256 of all records that it wants: two runs with
// equal sums had equal records. Each kind has one fixed little-endian layout, which begins with the
// kind and the instant. Floats are hashed by their IEEE bits, so -0 differs from 0.
//
// A reception, by far the most frequent record, takes 13 bytes. The sender, the message and
// its length are in the Send of its frame. The lower halves of the frame's number and of
// the instant are enough, because records come in order.
type Hash struct {
	sum  hash.Hash
	buf  []byte
	wire protocol.Wire // encodes the contents of messages
}

// NewHash returns the hash of an empty trace.
func NewHash() *Hash {
	h := &Hash{sum: sha256.New(), buf: make([]byte, 0, hashBuffer+hashSlack)}
	h.buf = append(h.buf, hashVersion...)
	return h
}

// Wants is every kind except true links, shown state, the energy of each class, the records
// of strikes other than Fault, and interventions. All of these follow from the other records
// and the scenario. If a Hash wanted the first two, the emulator would have to follow every
// pair of nodes, and every machine would have to show its state after each handler.
func (h *Hash) Wants() Set { return All &^ following }

// following are the kinds that follow from others.
var following = Of(LinkUp, LinkDown, State, Spent, Strike, Over, Region, Group, Affected, Mute, Intervened)

// Sum returns the hash so far, in hexadecimal. More records may follow.
func (h *Hash) Sum() string {
	h.flush()
	return hex.EncodeToString(h.sum.Sum(nil))
}

func (h *Hash) flush() {
	h.sum.Write(h.buf) // a hash.Hash never fails
	h.buf = h.buf[:0]
}

// Record adds r.
func (h *Hash) Record(r *Record) {
	if r.Kind == Receive {
		one := [1]protocol.ID{r.Node}
		h.Receptions(r, one[:])
		return
	}
	h.buf = h.append(h.buf, r)
	if len(h.buf) >= hashBuffer {
		h.flush()
	}
}

// receiveBytes is the length of a reception: kind, node, and the lower halves of the
// instant and of the frame's number, 1 and three times 4 bytes.
const receiveBytes = 13

// Receptions adds the receptions of one frame. They are written in place: two words
// each, the second over the last bytes of the first, with one check of the buffer's end
// for all that fit. Other records leave at least hashSlack free, unless a large message
// has just filled it up.
func (h *Hash) Receptions(r *Record, nodes []protocol.ID) {
	kind, rest := uint64(Receive), uint64(uint32(r.At))|r.Frame<<32
	for len(nodes) > 0 {
		at := len(h.buf)
		fit := min((cap(h.buf)-at)/receiveBytes, len(nodes))
		h.buf = h.buf[:at+fit*receiveBytes]
		b := h.buf[at:]
		for _, n := range nodes[:fit] {
			binary.LittleEndian.PutUint64(b, kind|uint64(n)<<8)
			binary.LittleEndian.PutUint64(b[receiveBytes-8:], rest)
			b = b[receiveBytes:]
		}
		nodes = nodes[fit:]
		if len(h.buf) >= hashBuffer || len(nodes) > 0 {
			h.flush()
		}
	}
}

// append appends the layout of every kind but Receive.
func (h *Hash) append(b []byte, r *Record) []byte {
	b = append(b, byte(r.Kind))
	b = binary.LittleEndian.AppendUint64(b, uint64(r.At))
	switch r.Kind {
	case Send:
		b = append(b, byte(r.Message), byte(r.Class))
		b = append64(append32(appendPair(b, r), uint32(r.Bytes)), r.Frame)
		return h.appendContent(b, r.Content)
	case Transmit:
		b = append(b, byte(r.Why), byte(r.Class))
		b = append64(append32(appendPair(b, r), uint32(r.Bytes)), r.Frame)
		return append32(b, uint32(r.Value))
	case Lost:
		b = append(b, byte(r.Why), byte(r.Message), byte(r.Class))
		return append64(appendPair(b, r), r.Frame)
	case Crash, Absent:
		return append32(append(b, byte(r.Why)), uint32(r.Node))
	case Boot, Timer, Capability:
		return append64(append32(b, uint32(r.Node)), uint64(r.Value))
	case LinkUp, LinkDown, NeighbourUp, NeighbourDown, Component, Suspect, Trust:
		return appendPair(b, r)
	case Sample:
		return append64(b, uint64(r.Value))
	case Truth:
		b = append(append32(b, uint32(len(r.Name))), r.Name...)
		return append64(b, uint64(r.Value))
	case Electing, Elected:
		return append32(append32(appendPair(b, r), r.Computation.Num), uint32(r.Computation.Source))
	case Move:
		b = appendFloat(appendFloat(append32(b, uint32(r.Node)), r.X), r.Y)
		return append64(appendFloat(appendFloat(b, r.VX), r.VY), uint64(r.Value))
	case Altitude:
		b = appendFloat(appendFloat(append32(b, uint32(r.Node)), r.X), r.VX)
		return append64(b, uint64(r.Value))
	case Energy:
		b = appendFloat(appendFloat(append32(b, uint32(r.Node)), r.X), r.Y)
		return append64(b, uint64(r.Value))
	case Held:
		return append64(append64(append(appendPair(b, r), byte(r.Class)), r.Frame), uint64(r.Value))
	case Spent:
		return appendFloat(append(b, byte(r.Class)), r.X)
	case Named:
		b = appendPair(b, r)
		return append(append32(b, uint32(len(r.Name))), r.Name...)
	case Strike, Over, Region, Group, Affected, Mute, Intervened: // not wanted, but every kind has a layout
		b = append64(append64(append(appendPair(b, r), byte(r.Why)), r.Frame), uint64(r.Value))
		b = appendFloat(appendFloat(append32(b, uint32(r.Bytes)), r.X), r.Y)
		b = appendFloat(appendFloat(b, r.VX), r.VY)
		return append(append32(b, uint32(len(r.Name))), r.Name...)
	case State, Fault:
		b = append64(append32(append(b, byte(r.Why)), uint32(r.Node)), uint64(r.Value))
		return append(append32(b, uint32(len(r.Name))), r.Name...)
	}
	return b
}

// appendContent appends the number of a message's wire bytes, 0 for none, and the bytes. With
// the number, an encoder that does not keep its promised size changes the sum.
func (h *Hash) appendContent(b []byte, m protocol.Message) []byte {
	at := len(b)
	b = append32(b, 0)
	if m == nil {
		return b
	}
	b = h.wire.Append(b, m)
	binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	return b
}

func appendPair(b []byte, r *Record) []byte {
	return append32(append32(b, uint32(r.Node)), uint32(r.Peer))
}

func append32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }

func append64(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }

func appendFloat(b []byte, v float64) []byte { return append64(b, math.Float64bits(v)) }
