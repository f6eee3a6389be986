package text

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	// valueLimit, in bytes, of one value: a line of a million places.
	valueLimit = 1 << 26

	// blankLimit, in bytes, of consecutive blanks, which the decoder scans again at every
	// read.
	blankLimit = 1 << 20
)

// JSON reads a JSON file value by value.
type JSON struct {
	file File
	r    *lineReader
	d    *json.Decoder
	err  error
	at   int64 // offset where the latest value ends

	complete bool // the latest value was read to its end
}

// NewJSON begins to read a file of at most so many bytes.
func NewJSON(r io.Reader, file File, most int64) *JSON {
	j := &JSON{file: file, r: &lineReader{line: 1, left: valueLimit}}
	j.r.r, j.err = unpack(r, most)
	if j.err == nil {
		j.d = json.NewDecoder(j.r)
	}
	return j
}

// Open reads the beginning of an object or a list.
func (j *JSON) Open(want json.Delim) error {
	token, err := j.token()
	if err == nil && token != want {
		err = fmt.Errorf("want %v", want)
	}
	return err
}

// Key reads the next key of an object, or its end.
func (j *JSON) Key() (key string, more bool, err error) {
	token, err := j.token()
	key, more = token.(string)
	return key, more, err
}

// More reports whether the list has another value.
func (j *JSON) More() bool { return j.d.More() }

// Close reads the end of a list.
func (j *JSON) Close() error {
	_, err := j.token()
	return err
}

// End checks that nothing follows.
func (j *JSON) End() error {
	if _, err := j.token(); !errors.Is(err, errEnd) {
		return errors.Join(err, errors.New("something follows the end of the object"))
	}
	return nil
}

// Value reads the next value.
func (j *JSON) Value(v any) error {
	if j.err != nil {
		return j.err
	}
	j.begin()
	err := j.d.Decode(v)
	j.at = j.d.InputOffset()
	var kind *json.UnmarshalTypeError
	j.complete = err == nil || errors.As(err, &kind)
	return j.plain(err)
}

// Complete reports whether the latest value was read to its end, even one of a wrong kind,
// so that the next can be read.
func (j *JSON) Complete() bool { return j.err == nil && j.r.err == nil && j.complete }

// Skip skips the next value.
func (j *JSON) Skip() error {
	var raw json.RawMessage
	return j.Value(&raw)
}

func (j *JSON) token() (json.Token, error) {
	if j.err != nil {
		return nil, j.err
	}
	j.begin()
	token, err := j.d.Token()
	j.at = j.d.InputOffset()
	return token, j.plain(err)
}

// begin prepares the reading of a value.
func (j *JSON) begin() {
	j.r.forget(j.d.InputOffset())
	j.r.left = valueLimit
}

var errEnd = errors.New("the file ends within a value")

// plain puts an error into words for the file's author.
func (j *JSON) plain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case j.r.err != nil:
		return j.r.err
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errEnd
	case errors.As(err, &syntax):
		j.at = j.d.InputOffset() + j.ahead()
		return errors.New(syntax.Error())
	case errors.As(err, &kind):
		value := kind.Value // "number" and all its digits, possibly a million
		if len(value) > shown {
			value = value[:shown] + "…"
		}
		if kind.Field == "" {
			return fmt.Errorf("a %s does not belong there", value)
		}
		return fmt.Errorf("%s: a %s does not belong there", Quote(kind.Field), value)
	}
	return err
}

// ahead returns the distance from the last value to the syntax error. The decoder's own
// offset leaves out the commas between.
func (j *JSON) ahead() int64 {
	var syntax *json.SyntaxError
	if errors.As(json.NewDecoder(j.d.Buffered()).Decode(new(json.RawMessage)), &syntax) {
		return syntax.Offset
	}
	return 0
}

// Fault names file and line of an error: the line where the latest value ends.
func (j *JSON) Fault(err error) error { return FaultAt(j.file.Name, j.r.lineOf(j.at), err) }

// Bad does the same for an error of the latest value alone; nil if the value may be
// skipped. Invalid JSON is an error of the whole file.
func (j *JSON) Bad(err error) error { return j.file.Bad(j.r.lineOf(j.at), err) }

// Part counts a value.
func (j *JSON) Part() { j.file.Part() }

// lineReader counts lines, and bounds the bytes of one value.
type lineReader struct {
	r     io.Reader
	read  int64
	left  int
	blank int   // bytes of blanks at the end of what was read
	err   error // why reading stopped, other than the end

	// Line feeds that were read and are behind the last forgotten offset: the gap from
	// each to the next as a varint, mostly one byte.
	gaps   []byte
	former int64 // offset of the line feed before the gaps
	latest int64 // offset of the last line feed read
	line   int   // number of the line after former
}

func (l *lineReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		l.err = fmt.Errorf("a value of more than %d bytes", valueLimit)
		return 0, l.err
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	for i := 0; ; i++ {
		k := bytes.IndexByte(p[i:n], '\n')
		if k < 0 {
			break
		}
		i += k
		at := l.read + int64(i)
		l.gaps = binary.AppendUvarint(l.gaps, uint64(at-l.latest))
		l.latest = at
	}
	l.read += int64(n)
	l.left -= n
	if dense := len(bytes.TrimRight(p[:n], " \t\r\n")); dense > 0 {
		l.blank = n - dense
	} else if l.blank += n; l.blank > blankLimit {
		err = fmt.Errorf("more than %d blanks in a row", blankLimit)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// forget drops the line feeds before an offset.
func (l *lineReader) forget(offset int64) {
	for len(l.gaps) > 0 {
		gap, n := binary.Uvarint(l.gaps)
		if l.former+int64(gap) >= offset {
			return
		}
		l.former += int64(gap)
		l.gaps = l.gaps[n:]
		l.line++
	}
}

// lineOf returns the line of an offset that is not yet forgotten.
func (l *lineReader) lineOf(offset int64) int {
	ahead := *l
	ahead.forget(offset)
	return ahead.line
}
