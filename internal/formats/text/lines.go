package text

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/base/errs"
)

// lines gives the lines of a file, one by one.
type lines struct {
	file   File
	r      *bufio.Reader
	number int // of the latest line
	err    error
	ended  bool
	open   bool // the last line has no end

	// Comment, if set, is given the comments that Rows passes over.
	Comment func(line string)
}

// NewLines begins to read a file of at most so many bytes.
func NewLines(r io.Reader, file File, most int64) *lines {
	l := &lines{file: file}
	l.r, l.err = unpack(r, most)
	return l
}

// Next reads the next line, without its end. It is false after the last line, and after an
// error; Err tells them apart. An empty file has one empty line.
func (l *lines) Next() (line string, ok bool) {
	if l.ended || l.err != nil && l.number > 0 {
		return "", false
	}
	l.number++
	if l.err != nil {
		l.err = l.Fault(l.err)
		return "", false
	}
	text, end := l.r.ReadSlice('\n')
	switch {
	case errors.Is(end, bufio.ErrBufferFull):
		l.err = l.Fault(fmt.Errorf("the line has more than %d bytes", LineLimit))
		return "", false
	case end != nil && !errors.Is(end, io.EOF):
		l.err = l.Fault(end)
		return "", false
	}
	l.ended = end != nil
	l.open = l.ended && len(text) > 0
	line = strings.TrimSuffix(string(text), "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// Rows passes the lines of a table to take, except empty ones and comments, which begin
// with #. It ends at the first line that take refuses and that may not be skipped; the
// error names it.
func (l *lines) Rows(take func(line string) error) error {
	for {
		line, ok := l.Next()
		if !ok {
			return l.err
		}
		if trimmed := strings.TrimSpace(line); trimmed == "" || trimmed[0] == '#' {
			if trimmed != "" && l.Comment != nil {
				l.Comment(line)
			}
			continue
		}
		if l.number == 1 && saysSeparator(line) {
			continue
		}
		l.file.Part()
		if err := take(line); err != nil {
			if err = l.Bad(err); err != nil {
				return err
			}
		}
	}
}

// saysSeparator reports whether a first line tells Excel what parts columns: sep=; alone.
func saysSeparator(line string) bool {
	rest, is := strings.CutPrefix(strings.Trim(line, `"`), "sep=")
	return is && len(rest) <= 1
}

// Err is why there are no more lines; nil at the end of the file.
func (l *lines) Err() error { return l.err }

// Open reports whether the last line has no end.
func (l *lines) Open() bool { return l.open }

// Number is that of the latest line, from 1 on.
func (l *lines) Number() int { return l.number }

// Fault names file and line of an error: the latest line.
func (l *lines) Fault(err error) error { return FaultAt(l.file.Name, l.number, err) }

// Bad does the same for an error of the latest line alone; nil if the line may be skipped.
func (l *lines) Bad(err error) error { return l.file.Bad(l.number, err) }

// FaultAt adds file and line to an error.
func FaultAt(name string, line int, err error) error {
	return errs.Mobility.Errorf("%s:%d: %w", name, line, err)
}
