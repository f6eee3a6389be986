package merge

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"bellwether/internal/base/gz"
	"bellwether/trace"
)

// A Source is a trace file that can be read several times.
type Source struct {
	Name string
	Open func() (io.ReadCloser, error)
}

// File is the source of a file on disk.
func File(name string) Source {
	return Source{name, func() (io.ReadCloser, error) { return os.Open(name) }}
}

// each calls visit for every line, valid during the call. It says whether the end
// of the file is missing.
func (s Source) each(visit func(*trace.Header, *trace.Line) error) (cut bool, err error) {
	r, err := s.reader()
	switch {
	case r != nil && !r.whole.any && errors.Is(r.whole.err, io.EOF):
		return r.whole.cut, errNothing
	case err != nil:
		return false, err
	}
	defer r.Close()
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.whole.cut, nil
		}
		if err == nil {
			err = visit(&r.Header, line)
		}
		if err != nil {
			return false, err
		}
	}
}

// A reader of a source.
type reader struct {
	*trace.Reader
	whole *wholeLines
	io.Closer
}

// reader opens the source. If the header is bad it returns a closed reader, not nil, with
// the error.
func (s Source) reader() (*reader, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	unpacked, err := gz.Reader(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.Name, err), f.Close())
	}
	r := &reader{whole: &wholeLines{from: unpacked}, Closer: f}
	if r.Reader, err = trace.NewReader(r.whole, s.Name); err != nil {
		f.Close()
	}
	return r, err
}

// wholeLines passes on complete lines and holds back what follows the last: a writer that
// was killed leaves an incomplete line.
type wholeLines struct {
	from    io.Reader
	pending []byte // read and not passed on
	whole   int    // bytes of pending that end a line
	err     error
	any     bool // something was passed on
	cut     bool // something was kept back
}

// wholeChunk is the number of bytes read at once. A line that is too long for the reader
// of traces is passed on, so that the reader refuses it.
const (
	wholeChunk = 64 << 10
	tooLong    = 2 << 20
)

func (w *wholeLines) Read(p []byte) (int, error) {
	for w.whole == 0 && w.err == nil {
		from := len(w.pending)
		w.pending = append(w.pending, make([]byte, wholeChunk)...)
		var n int
		n, w.err = w.from.Read(w.pending[from:])
		w.pending = w.pending[:from+n]
		w.whole = bytes.LastIndexByte(w.pending, '\n') + 1
		if len(w.pending) > tooLong {
			w.whole = len(w.pending)
		}
	}
	if w.whole == 0 {
		w.cut = len(bytes.TrimSpace(w.pending)) > 0
		return 0, w.err
	}
	n := copy(p, w.pending[:w.whole])
	w.any = true
	w.whole -= n
	w.pending = append(w.pending[:0], w.pending[n:]...)
	return n, nil
}
