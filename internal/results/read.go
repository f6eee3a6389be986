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

	"bellwether/internal/build"
	"bellwether/trace/measure"
)

// maxLine bounds a line; most have 4 kB, and with as many elections as a run keeps a
// megabyte or two (see measure.Times).
const maxLine = 1 << 22

// Read reads the lines of a results file; messages call it name. whole is the length of the
// whole lines in bytes: what follows is a line that was cut off as it was written, which the
// warning names. Any other text that is no line of results is an error with its number.
//
// Equal lines, as after the work of several machines was put together, count once. Two
// different lines of one run are an error.
func Read(r io.Reader, name string) (lines []Line, whole int64, warning string, err error) {
	seen := map[string]first{}
	whole, warning, err = ReadLines(r, name, func(number int, text []byte) error {
		line, err := decode(text)
		if err != nil {
			return fmt.Errorf("no line of results: %w", err)
		}
		run, sum := line.ID+line.Label+Place(line.Axes.Values()), sha256.Sum256(text)
		switch was, again := seen[run]; {
		case again && line.ID != "" && was.sum == sum:
			return nil
		case again && line.ID != "":
			return fmt.Errorf("the same run as line %d with other results: one of the two was changed", was.number)
		}
		seen[run] = first{number, sum}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		return nil, 0, "", err
	}
	unseal(lines)
	return lines, whole, warning, nil
}

// unseal marks lines without a hash as altered if their program writes hashes: this program
// does, and each program of a line with a hash.
func unseal(lines []Line) {
	writes := map[string]bool{}
	if this, err := build.This(); err == nil {
		writes[this.Build.Name()] = true
	}
	for i := range lines {
		if lines[i].SHA256 != "" {
			writes[lines[i].Build] = true
		}
	}
	for i := range lines {
		l := &lines[i]
		l.altered = l.altered || l.SHA256 == "" && l.Schema == Form && writes[l.Build]
	}
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

// Place returns a key for a point, from its values.
func Place(values []string) string { return strings.Join(values, "\x00") }

// first is the first line of a run.
type first struct {
	number int
	sum    [sha256.Size]byte // of the line
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
