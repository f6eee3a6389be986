package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/gz"
	"bellwether/protocol"
)

// maxLine bounds a line of a trace file, in bytes: a message of a thousand
// members (bully's roster at its limit) takes some ten thousand.
const maxLine = 1 << 20

// maxHeader bounds the first line: files of provenance.MaxInlined bytes take 4/3 of that, and a
// scenario of 1 MiB may be written with escapes.
const maxHeader = 8 << 20

// A Line is one record of a file, before its names are resolved.
type Line struct {
	Number  int    // in the file, from 1; the header is line 1
	Record  Record // without its Content: a file does not have the types of messages
	Message string // the name of the kind of message, with Send, Receive and Lost
	Content json.RawMessage
}

// A Reader reads a trace file line by line, in memory that does not grow with
// the file. It refuses what a Writer does not write: unknown keys, kinds and
// reasons, missing keys, time that runs backwards.
type Reader struct {
	Header Header

	name     string
	in       *bufio.Scanner
	number   int
	messages map[string]protocol.Kind
	line     Line
}

// NewReader reads the header of a file, which may be packed by gzip. name stands for the
// file in errors.
func NewReader(r io.Reader, name string) (*Reader, error) {
	t := &Reader{name: name, messages: map[string]protocol.Kind{}}
	unpacked, err := gz.Reader(r)
	if err != nil {
		return nil, t.fault(err)
	}
	t.in = bufio.NewScanner(unpacked)
	t.in.Buffer(nil, maxHeader)
	text, err := t.next()
	if errors.Is(err, io.EOF) {
		return nil, t.fault(errors.New("the file is empty"))
	}
	if err != nil {
		return nil, err
	}
	if err := t.header(text); err != nil {
		return nil, t.fault(err)
	}
	return t, nil
}

// Read calls visit for each line of a trace file, and stops at its first error.
// The line is valid during the call.
func Read(r io.Reader, name string, visit func(*Header, *Line) error) error {
	t, err := NewReader(r, name)
	if err != nil {
		return err
	}
	for {
		line, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = visit(&t.Header, line)
		}
		if err != nil {
			return err
		}
	}
}

// Next reads one line, valid until the next call; io.EOF after the last.
func (t *Reader) Next() (*Line, error) {
	text, err := t.next()
	if err != nil {
		return nil, err
	}
	before := t.line.Record.At
	if t.line.Number == 0 && t.Header.Zero != 0 {
		before = math.MinInt64 // an agent may begin before its instant 0
	}
	t.line = Line{Number: t.number}
	if err := t.record(text); err != nil {
		return nil, t.fault(err)
	}
	if t.line.Record.At < before {
		return nil, t.fault(fmt.Errorf("time runs backwards, from %v to %v", before, t.line.Record.At))
	}
	return &t.line, nil
}

// next returns the next line that is not empty.
func (t *Reader) next() ([]byte, error) {
	for t.in.Scan() {
		t.number++
		if t.number > 1 && len(t.in.Bytes()) > maxLine {
			return nil, t.fault(fmt.Errorf("the line is longer than %d bytes", maxLine))
		}
		if text := bytes.TrimSpace(t.in.Bytes()); len(text) > 0 {
			return text, nil
		}
	}
	t.number++
	switch err := t.in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		most := maxLine
		if t.number == 1 {
			most = maxHeader
		}
		return nil, t.fault(fmt.Errorf("the line is longer than %d bytes", most))
	case err != nil:
		return nil, t.fault(err)
	}
	return nil, io.EOF
}

func (t *Reader) fault(err error) error {
	return errs.Trace.Errorf("%s:%d: %w", t.name, max(t.number, 1), err)
}
