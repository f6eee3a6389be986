package results

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/base/build"
	"bellwether/trace/measure"
)

// maxLine bounds a line; most have 4 kB, and with as many elections as a run keeps a
// megabyte or two (see measure.Times).
const maxLine = 1 << 22

// Read reads the lines of a results file; messages call it name. whole is the length of the
// whole lines in bytes: what follows is a line that was cut off as it was written, which the
// warning names. Any other text that is not a line of results is an error with its number.
//
// Equal lines, for example of several machines, count once. Two different lines of one run are
// an error.
func Read(r io.Reader, name string) (lines []Line, whole int64, warning string, err error) {
	whole, warning, err = scan(r, name, func(_ Place, line *Line) error {
		lines = append(lines, *line)
		return nil
	})
	if err != nil {
		return nil, 0, "", err
	}
	unseal(lines)
	return lines, whole, warning, nil
}

// A Place is the place of a line in a file: its number from 1, and the bytes before it.
type Place struct {
	Number int
	Offset int64
}

// scan calls take with the lines of a results file, as Read returns them, one after another,
// so that a file may be greater than memory. For a line without a hash it does not know yet
// whether its program writes hashes: see [Line.Broken]. Any error of take is returned.
func scan(r io.Reader, name string, take func(Place, *Line) error) (whole int64, warning string, err error) {
	seen := map[[sha256.Size / 2]byte]first{}
	offset := int64(0)
	return ReadLines(r, name, func(number int, text []byte) error {
		at := Place{number, offset}
		offset += int64(len(text))
		line, err := decode(text)
		if err != nil {
			return fmt.Errorf("no line of results: %w", err)
		}
		run, sum := shorter(sha256.Sum256([]byte(line.ID+"\x00"+line.Label+"\x00"+PointKey(line.Axes.Values())))), shorter(sha256.Sum256(text))
		switch was, again := seen[run]; {
		case again && line.ID != "" && was.sum == sum:
			return nil
		case again && line.ID != "":
			return fmt.Errorf("the same run as line %d with other results: one of the two was changed", was.number)
		}
		seen[run] = first{number, sum}
		return take(at, &line)
	})
}

// shorter is half of a hash: 128 bits tell the runs of any plan apart.
func shorter(sum [sha256.Size]byte) [sha256.Size / 2]byte { return [sha256.Size / 2]byte(sum[:]) }

// unseal marks lines without a hash as altered if their program writes hashes: this program
// does, and each program of a line with a hash.
func unseal(lines []Line) {
	s := newSeals()
	for i := range lines {
		s.see(&lines[i])
	}
	for i := range lines {
		lines[i].altered = lines[i].altered || s.lacks(&lines[i])
	}
}

// seals says which programs write hashes of their lines: this one does, and each one of a line
// with a hash.
type seals struct{ writes map[string]bool }

func newSeals() seals {
	s := seals{map[string]bool{}}
	if this, err := build.This(); err == nil {
		s.writes[this.Build.Name()] = true
	}
	return s
}

// see notes a line.
func (s *seals) see(l *Line) {
	if l.SHA256 != "" {
		s.writes[l.Build] = true
	}
}

// lacks reports whether a line has no hash, and its program writes them.
func (s *seals) lacks(l *Line) bool {
	return l.SHA256 == "" && l.Schema == Form && s.writes[l.Build]
}

// ReadLines calls take with the lines of a file that a [Log] wrote, numbered from 1, and
// returns the length of the whole lines in bytes. A last line that was cut off or damaged as
// it was written is left out, and the warning names it. Any other error of take is returned.
func ReadLines(r io.Reader, name string, take func(number int, text []byte) error) (whole int64, warning string, err error) {
	in := bufio.NewReader(r)
	var text []byte
	for number := 1; ; number++ {
		text, err = readLine(in, text[:0])
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			return whole, "", nil
		case errors.Is(err, io.EOF):
			return whole, fmt.Sprintf("%s:%d: the last line was cut off; it is ignored", name, number), nil
		case err != nil:
			return 0, "", fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if err := take(number, text); err != nil {
			// A loss of power may have kept the length of the last line, but not its bytes.
			if _, more := in.Peek(1); errors.Is(more, io.EOF) && !json.Valid(text) {
				return whole, fmt.Sprintf("%s:%d: the last line is damaged; it is ignored", name, number), nil
			}
			return 0, "", fmt.Errorf("%s:%d: %w", name, number, err)
		}
		whole += int64(len(text))
	}
}

// PointKey returns a key for a point, from its values.
func PointKey(values []string) string { return strings.Join(values, "\x00") }

// first is the first line of a run.
type first struct {
	number int
	sum    [sha256.Size / 2]byte // of the line
}

// readLine appends a line with its end to text; the error is io.EOF if the file
// ends before the line does.
func readLine(in *bufio.Reader, text []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
		case !errors.Is(err, bufio.ErrBufferFull):
			return text, err
		}
	}
}

// Decode reads an unchanged line of this form, as another machine returns it.
func Decode(text []byte) (*Line, error) {
	if len(text) > maxLine {
		return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
	}
	line, err := decode(text)
	switch {
	case err != nil:
		return nil, err
	case line.Schema != Form || line.SHA256 == "" || line.lacks != nil:
		return nil, errors.New("the line is not of this program")
	case line.Broken() != "":
		return nil, errors.New(line.Broken())
	}
	return &line, nil
}

// decode reads a line of this form or of the first.
func decode(text []byte) (line Line, err error) {
	var of struct {
		Schema  *int            `json:"schema"`
		Version string          `json:"version"` // the build, in form 1
		Metrics json.RawMessage `json:"metrics"`
		World   string          `json:"world_sha256"` // reproductions of earlier versions have it in their lines
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return line, errors.New("the line is empty: remove it")
	}
	if err := json.Unmarshal(text, &of); err != nil {
		return line, err
	}
	switch {
	case of.World != "":
		return line, errors.New(`it is a run of a reproduction by an earlier bellwether, of whose vkt04.json "bellwether report" makes a page; "bellwether reproduce" makes its runs again in another directory`)
	case of.Schema == nil:
		return former(text, of.Metrics, of.Version)
	case *of.Schema > Form || *of.Schema <= firstForm:
		return line, fmt.Errorf("it is of form %d; this bellwether reads %d, and lines that state none", *of.Schema, Form)
	}
	if err = json.Unmarshal(text, &line); err != nil {
		line, err = lacking(text, of.Metrics)
	}
	if err == nil && line.Label == "" {
		err = errors.New(`it needs a "label"`)
	}
	line.altered = !line.sealed(text)
	return line, err
}

// lacking reads a line of a program that did not know all metrics.
func lacking(text []byte, metrics json.RawMessage) (line Line, err error) {
	all := map[string]json.RawMessage{}
	if metrics != nil {
		if err := json.Unmarshal(metrics, &all); err != nil {
			return line, err
		}
	}
	lacks := fill(all)
	if text, err = replace(text, all); err != nil {
		return line, err
	}
	err = json.Unmarshal(text, &line)
	line.lacks = lacks
	return line, err
}

// fill sets missing metrics to null, and returns their names.
func fill(all map[string]json.RawMessage) (lacks []string) {
	for _, k := range measure.Keys() {
		if _, known := all[k.Name]; !known {
			all[k.Name], lacks = json.RawMessage("null"), append(lacks, k.Name)
		}
	}
	return lacks
}

// replace returns a line with other metrics.
func replace(text []byte, metrics map[string]json.RawMessage) ([]byte, error) {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	if whole == nil {
		return nil, errors.New("it is no object")
	}
	var err error
	if whole["metrics"], err = json.Marshal(metrics); err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

// former reads a line of form 1. Metrics that were added later are null.
func former(text []byte, metrics json.RawMessage, version string) (line Line, err error) {
	all := map[string]json.RawMessage{}
	if metrics != nil {
		if err := json.Unmarshal(metrics, &all); err != nil {
			return line, err
		}
	}
	fill(all)
	if all["observations"] == nil {
		all["observations"] = all["censored"] // there were at least as many
	}
	for _, part := range []string{"censored", "medians", "observations"} {
		if all[part] == nil {
			all[part] = json.RawMessage("{}")
		}
	}
	if text, err = replace(text, all); err != nil {
		return line, err
	}
	err = json.Unmarshal(text, &line)
	line.Schema, line.Build = firstForm, version
	if err == nil && line.Label == "" {
		err = errors.New(`it needs a "label"`)
	}
	return line, err
}
