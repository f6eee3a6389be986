package story

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxScriptBytes bounds a script: about a thousand printed pages.
const maxScriptBytes = 4 << 20

// separator is the line between a directive and what happened.
const separator = "----"

// An Error is a fault at a line of a script.
type Error struct {
	File string
	Line int
	Why  string
}

// Error returns file:line: why.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Why) }

// A Script is a story as text: directives, records and comments.
type Script struct {
	name  string
	steps []step
	tail  []string // comments after the last
}

type step struct {
	Directive
	line     int      // of the directive in the file, from 1
	before   []string // comments and empty lines
	recorded bool
	record   string
}

// Read reads a script; name is the file's, for errors.
func Read(name string, r io.Reader) (*Script, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxScriptBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxScriptBytes {
		return nil, fmt.Errorf("%s: a story has at most %d bytes", name, maxScriptBytes)
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: not UTF-8 text", name)
	}
	lines := strings.Split(strings.TrimRight(string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), "\n"), "\n")
	s := &Script{name: name}
	for at := 0; at < len(lines); {
		next := step{}
		for at < len(lines) && skipped(lines[at]) {
			next.before = append(next.before, strings.TrimSpace(lines[at]))
			at++
		}
		if at == len(lines) {
			s.tail = next.before
			break
		}
		if at, err = next.read(lines, at); err != nil {
			return nil, &Error{name, at + 1, err.Error()}
		}
		s.steps = append(s.steps, next)
	}
	if len(s.steps) == 0 {
		return nil, &Error{name, 1, "the script is empty: its first directive must be nodes"}
	}
	return s, nil
}

// skipped reports whether a line is a comment or empty.
func skipped(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "#")
}

// read reads the directive that begins at an index of lines, and its record. It returns the
// index of the next line, or of the line with the fault.
func (s *step) read(lines []string, at int) (int, error) {
	if lines[at] == separator {
		return at, fmt.Errorf("%s without a directive before it", separator)
	}
	words := strings.Fields(lines[at])
	s.line, s.Verb, s.Words = at+1, words[0], words[1:]
	for at++; at < len(lines) && strings.TrimSpace(lines[at]) != "" && lines[at] != separator; at++ {
		s.Input = append(s.Input, strings.TrimSpace(lines[at]))
	}
	if at == len(lines) || lines[at] != separator {
		return at, nil
	}
	s.recorded = true
	for at++; at < len(lines) && strings.TrimSpace(lines[at]) != ""; at++ {
		if lines[at] == separator {
			return at, fmt.Errorf("%s twice: a record ends with an empty line", separator)
		}
		s.record += lines[at] + "\n"
	}
	return at, nil
}
