package text

import (
	"bufio"
	"io"
	"time"

	"bellwether/internal/base/errs"
)

// A Writer writes text and numbers. It keeps the first error, and writes nothing after it.
type Writer struct {
	w   *bufio.Writer
	num []byte
	err error
}

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 1<<16)} }

// Text writes texts as they are.
func (w *Writer) Text(texts ...string) {
	for _, text := range texts {
		if w.err == nil {
			_, w.err = w.w.WriteString(text)
		}
	}
}

// Bytes writes bytes as they are.
func (w *Writer) Bytes(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

// Time writes seconds, to the nanosecond.
func (w *Writer) Time(t time.Duration) { w.number(AppendTime(w.num[:0], t)) }

// Metres writes a length, to the micrometre.
func (w *Writer) Metres(m float64) { w.Decimal(m, 6) }

// Decimal writes a number with at most so many decimals.
func (w *Writer) Decimal(x float64, decimals int) { w.number(AppendDecimal(w.num[:0], x, decimals)) }

// Exact writes a number so that it reads back as the same number.
func (w *Writer) Exact(x float64) { w.number(AppendExact(w.num[:0], x)) }

func (w *Writer) number(b []byte) {
	w.num = b
	w.Bytes(b)
}

// Fail ends the writing with an error, unless there was one before.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Close writes what is buffered, and returns the first error.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	if w.err != nil {
		return errs.Mobility.Errorf("%w", w.err)
	}
	return nil
}
