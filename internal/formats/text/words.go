package text

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// wordLimit, in bytes: a number takes at most 30, a name a few more.
const wordLimit = 1 << 10

// Words gives the words of a file one by one; lines may have any length.
type Words struct {
	file   File
	r      *bufio.Reader
	number int    // of the line
	word   []byte // the latest
	err    error
}

// NewWords begins to read a file of at most so many bytes.
func NewWords(r io.Reader, file File, most int64) *Words {
	w := &Words{file: file, number: 1}
	if w.r, w.err = unpack(r, most); w.err != nil {
		w.err = w.Fault(w.err)
	}
	return w
}

// Next reads the next word of the line, "" at its end. A hash and what follows it are a
// comment.
func (w *Words) Next() string {
	w.word = w.word[:0]
	comment := false
	for w.err == nil {
		if !comment {
			w.plain()
		}
		c, err := w.r.ReadByte()
		switch {
		case err != nil && errors.Is(err, io.EOF):
			return string(w.word)
		case err != nil:
			w.err = w.Fault(err)
		case c == '\n':
			w.r.UnreadByte()
			return string(w.word)
		case c == '#' && len(w.word) == 0:
			comment = true
		case comment:
		case c == ' ' || c == '\t' || c == '\r':
			if len(w.word) > 0 {
				return string(w.word)
			}
		case len(w.word) == wordLimit:
			w.err = w.Fault(fmt.Errorf("%s: a word of more than %d bytes", Quote(string(w.word)), wordLimit))
		default:
			w.word = append(w.word, c)
		}
	}
	return ""
}

// plain takes the buffered bytes that can only belong to the word: twice as fast as byte
// by byte.
func (w *Words) plain() {
	at, _ := w.r.Peek(w.r.Buffered()) // a peek at the buffer never fails
	n := 0
	for n < len(at) && at[n] > ' ' && at[n] != '#' && len(w.word)+n < wordLimit {
		n++
	}
	w.word = append(w.word, at[:n]...)
	w.r.Discard(n)
}

// Line goes on to the next line, and reports whether there is one.
func (w *Words) Line() bool {
	for w.err == nil && w.Next() != "" {
	}
	if w.err != nil {
		return false
	}
	if _, err := w.r.ReadByte(); err != nil { // the line feed at which Next stopped
		return false
	}
	w.number++
	_, err := w.r.Peek(1)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = w.Fault(err)
	}
	return err == nil
}

// Err is why there are no more words; nil at the end of the file.
func (w *Words) Err() error { return w.err }

// Number is that of the line, from 1 on.
func (w *Words) Number() int { return w.number }

// Fault names file and line of an error: this line.
func (w *Words) Fault(err error) error { return FaultAt(w.file.Name, w.number, err) }

// Bad does the same for an error of what was read last alone; nil if it may be skipped.
func (w *Words) Bad(err error) error { return w.file.Bad(w.number, err) }

// Part counts a part.
func (w *Words) Part() { w.file.Part() }
