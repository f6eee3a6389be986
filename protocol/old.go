package protocol

// handWritten is a message whose wire form is written by hand.
type handWritten interface {
	WireSize() int
	AppendWire(b []byte) []byte
}

// declared is a message that declares its fields.
type declared interface {
	Fields(w *Wire) Message
}

// visit passes the fields of a message through.
func (w *Wire) visit(m Message) {
	switch m := m.(type) {
	case declared:
		m.Fields(w)
	case handWritten:
		if w.mode == counting {
			w.size += m.WireSize() - KindBytes
		} else {
			w.bytes = m.AppendWire(w.bytes)
		}
	default:
		panic("protocol: a message without fields")
	}
}

// A Decoder reads the fields of a message, big-endian. Its error is sticky:
// after the first, every read gives zero.
type Decoder struct{ w *Wire }

// Fail makes the message malformed, for a field whose value cannot be.
func (d *Decoder) Fail(why string) { d.w.Fail(why) }

// Uint8 reads one byte.
func (d *Decoder) Uint8() (v uint8) { d.w.Uint8(&v); return v }

// Uint16 reads two bytes.
func (d *Decoder) Uint16() (v uint16) { d.w.Uint16(&v); return v }

// Uint32 reads four bytes.
func (d *Decoder) Uint32() (v uint32) { d.w.Uint32(&v); return v }

// Uint64 reads eight bytes.
func (d *Decoder) Uint64() (v uint64) { d.w.Uint64(&v); return v }

// ID reads a node's ID, 4 bytes.
func (d *Decoder) ID() (v ID) { d.w.ID(&v); return v }

// Capability reads a capability, 12 bytes.
func (d *Decoder) Capability() (v Capability) { d.w.Capability(&v); return v }

// Computation reads a computation index, 8 bytes.
func (d *Decoder) Computation() (v Computation) { d.w.Computation(&v); return v }

// Time reads an instant, 8 bytes.
func (d *Decoder) Time() (v Time) { d.w.Time(&v); return v }

// Message reads an enveloped message: the rest of the bytes.
func (d *Decoder) Message() (v Message) { d.w.Message(&v); return v }
