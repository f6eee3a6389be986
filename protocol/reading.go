package protocol

import (
	"fmt"
	"time"
)

// reading is what a Wire knows besides while it reads.
type reading struct {
	codec   *Codec        // of enveloped messages
	depth   int           // of the envelopes around what is read
	err     error         // the first
	left    int           // bytes behind the beginning of the field in which it was
	missing int           // how many bytes that field has; 0: it is not known which it is
	shift   time.Duration // of instants, while a message is read from its own bytes: see Shift
	times   int           // instants met then
}

// Fail makes a message that is read malformed, for a field whose value cannot be. It does
// nothing otherwise.
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

// blame fails in a field of so many bytes, behind the beginning of which so many are left.
func (w *Wire) blame(err error, size, left int) {
	if w.err == nil {
		w.err, w.missing, w.left = err, size, left
	}
}

// take reads the next n bytes: zeroes after an error.
func (w *Wire) take(n int) []byte {
	if w.err == nil && len(w.bytes) >= n {
		b := w.bytes[:n]
		w.bytes = w.bytes[n:]
		return b
	}
	w.blame(errShort, n, len(w.bytes))
	return make([]byte, n)
}

// inner reads a message that takes all that is left.
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
		return nil // only the fields around it are asked for
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
