package protocol

import (
	"encoding/binary"
	"fmt"
)

// A Wire is what the fields of a message pass through, in [Message.Fields]: it counts
// their bytes, appends them, or reads them, big-endian. Its zero value is ready.
//
// Each method takes a field by its address and changes it only while it reads. After
// the first error all that is read is zero.
type Wire struct {
	mode  mode
	bytes []byte // appending: all that is written; decoding: what is left
	size  int    // counted so far

	reading
	measure *measure // set while the size of a kind is found, else nil
}

// mode is what a Wire does with the fields.
type mode uint8

const (
	counting mode = iota
	appending
	decoding
)

// Size is the number of bytes of the wire form of m, the kind included.
func (w *Wire) Size(m Message) int {
	w.mode, w.size = counting, kindBytes
	m.Fields(w)
	return w.size
}

// Append appends the whole wire form of m to b: its kind, then its fields. A Wire that
// is used again allocates nothing.
func (w *Wire) Append(b []byte, m Message) []byte {
	w.mode, w.bytes = appending, append(b, byte(m.Kind()))
	m.Fields(w)
	return w.bytes
}

// Size is [Wire.Size] with a Wire of its own.
func Size(m Message) int { return new(Wire).Size(m) }

// Marshal is [Wire.Append] with a Wire of its own.
func Marshal(b []byte, m Message) []byte { return new(Wire).Append(b, m) }

// Reads reports whether fields are being decoded. Only then may Fields change the items of
// a list itself: at other times other nodes share the list.
func (w *Wire) Reads() bool { return w.mode == decoding }

// Done ends [Message.Fields]: it returns the message that was decoded, and nil at other
// times. (Returning m itself would cost an allocation for each message that is sent.)
func Done[M Message](w *Wire, m M) Message {
	if w.mode != decoding {
		return nil
	}
	return m
}

// Uint8 is one byte.
func (w *Wire) Uint8(v *uint8) {
	switch w.mode {
	case appending:
		w.bytes = append(w.bytes, *v)
	case counting:
		w.size++
	default:
		*v = w.take(1)[0]
	}
}

// Uint16 is two bytes.
func (w *Wire) Uint16(v *uint16) {
	switch w.mode {
	case appending:
		w.bytes = binary.BigEndian.AppendUint16(w.bytes, *v)
	case counting:
		w.size += 2
	default:
		*v = binary.BigEndian.Uint16(w.take(2))
	}
}

// Uint32 is four bytes.
func (w *Wire) Uint32(v *uint32) {
	switch w.mode {
	case appending:
		w.bytes = binary.BigEndian.AppendUint32(w.bytes, *v)
	case counting:
		w.size += 4
	default:
		*v = binary.BigEndian.Uint32(w.take(4))
	}
}

// Uint64 is eight bytes.
func (w *Wire) Uint64(v *uint64) {
	switch w.mode {
	case appending:
		w.bytes = binary.BigEndian.AppendUint64(w.bytes, *v)
	case counting:
		w.size += 8
	default:
		*v = binary.BigEndian.Uint64(w.take(8))
	}
}

// Int32 is four bytes, in two's complement.
func (w *Wire) Int32(v *int32) {
	u := uint32(*v)
	if w.Uint32(&u); w.mode == decoding {
		*v = int32(u)
	}
}

// Int64 is eight bytes, in two's complement.
func (w *Wire) Int64(v *int64) {
	u := uint64(*v)
	if w.Uint64(&u); w.mode == decoding {
		*v = int64(u)
	}
}

// Bool is one byte, 0 or 1; to read another is an error.
func (w *Wire) Bool(v *bool) {
	b := Bit(*v)
	if w.Uint8(&b); w.mode != decoding {
		return // the field may lie in a list that others read
	}
	if *v = b == 1; b > 1 {
		w.Fail("a truth value is 0 or 1")
	}
}

// ID is a node's ID, 4 bytes.
func (w *Wire) ID(v *ID) { w.Uint32((*uint32)(v)) }

// Time is an instant, 8 bytes.
func (w *Wire) Time(v *Time) {
	if w.Int64((*int64)(v)); w.shift != 0 {
		w.met(v)
	}
}

// Capability is a capability, 12 bytes: its value, then its ID.
func (w *Wire) Capability(v *Capability) {
	switch w.mode {
	case appending:
		w.bytes = AppendCapability(w.bytes, *v)
	case counting:
		w.size += capabilityBytes
	default:
		b := w.take(capabilityBytes)
		*v = Capability{Value: int64(binary.BigEndian.Uint64(b)), ID: ID(binary.BigEndian.Uint32(b[8:]))}
	}
}

// Computation is a computation's index, 8 bytes: its number, then its source.
func (w *Wire) Computation(v *Computation) {
	switch w.mode {
	case appending:
		w.bytes = AppendComputation(w.bytes, *v)
	case counting:
		w.size += computationBytes
	default:
		b := w.take(computationBytes)
		*v = Computation{Num: binary.BigEndian.Uint32(b), Source: ID(binary.BigEndian.Uint32(b[4:]))}
	}
}

// Count is the number of items of a list, two bytes. Decoding refuses more than most items
// before it allocates them. The items follow, in a loop over the list, at once or after
// other fields:
//
//	protocol.Count(w, &m.Members, maxNodes)
//	for i := range m.Members {
//		w.Capability(&m.Members[i])
//	}
func Count[E any](w *Wire, list *[]E, most int) {
	n := uint16(len(*list))
	if w.measure != nil {
		*list = make([]E, w.measure.length())
	}
	if w.Uint16(&n); w.mode != decoding {
		return
	}
	*list = nil
	switch {
	case int(n) > most:
		w.blame(fmt.Errorf("%w: %d items, of which there are at most %d", ErrMalformed, n, most), 2, len(w.bytes)+2)
	case int(n) > len(w.bytes): // an item has a byte at least
		w.blame(errShort, 2, len(w.bytes)+2)
	case n > 0:
		*list = make([]E, n)
	}
}

// Message is another message, its kind included: the last field of an envelope.
func (w *Wire) Message(v *Message) {
	switch {
	case w.measure != nil:
		w.measure.carries = true
	case w.mode == decoding && w.shift != 0:
		w.take(kindBytes)
		*v = (*v).Fields(w)
	case w.mode == decoding:
		*v = w.inner()
	default:
		kind := uint8((*v).Kind())
		w.Uint8(&kind)
		(*v).Fields(w)
	}
}
