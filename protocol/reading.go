package protocol

import (
	"fmt"
	"time"
)

// reading is the state of a Wire that only decoding uses.
type reading struct {
	codec   *Codec        // of enveloped messages
	depth   int           // of the envelopes around what is read
	err     error         // the first one
	left    int           // bytes from the beginning of the field with the error to the end
	missing int           // the size of that field in bytes; 0 if the field is not known
	shift   time.Duration // of instants, while a message is read from its own bytes: see Shift
	times   int           // instants met then
}

// Fail makes a message that is being decoded malformed, because a field has a value that is
// not allowed. It does nothing at other times.
func (w *Wire) Fail(why string) {
	if w.mode == decoding {
		w.fail(fmt.Errorf("%w: %s", ErrMalformed, why))
	}
}

func (w *Wire) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// blame records an error in a field of size bytes that begins left bytes before the end.
func (w *Wire) blame(err error, size, left int) {
	if w.err == nil {
		w.err, w.missing, w.left = err, size, left
	}
}

// take reads the next n bytes; it returns zeroes after an error.
func (w *Wire) take(n int) []byte {
	if w.err == nil && len(w.bytes) >= n {
		b := w.bytes[:n]
		w.bytes = w.bytes[n:]
		return b
	}
	w.blame(errShort, n, len(w.bytes))
	return make([]byte, n)
}

// inner decodes a message from all bytes that are left.
func (w *Wire) inner() Message {
	switch {
	case w.err != nil:
		return nil
	case w.depth > maxNesting:
		w.Fail("envelopes nested too deep")
		return nil
	case len(w.bytes) == 0:
		w.fail(errShort)
		return nil
	}
	if w.codec == nil {
		return nil // only the fields around it are wanted
	}
	k := w.codec.kinds[w.bytes[0]]
	if k == nil {
		w.fail(fmt.Errorf("%w %d", errKind, w.bytes[0]))
		return nil
	}
	w.bytes = w.bytes[1:]
	fields := w.bytes
	w.depth++
	m := k.Message.Fields(w)
	w.depth--
	switch {
	case w.err != nil:
	case len(w.bytes) > 0:
		w.err = errTrailing
	case m == nil || m.Kind() != k.Kind():
		w.Fail("its fields are those of a message of another kind")
	}
	if w.err == nil {
		return m
	}
	where := k.Name
	if w.missing > 0 {
		where += k.field(fields[:len(fields)-w.left], w.missing)
		w.missing = 0 // envelopes around it are not to blame
	}
	w.err = fmt.Errorf("%s: %w", where, w.err)
	return nil
}
