package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"bellwether/mobility/ns2"
)

// maxTraceBytes bounds a movement file: a day of ten thousand vehicles is a
// tenth of it.
const maxTraceBytes = 1 << 30

// readTrace reads the movement file, if the model is one.
func (r *reader) readTrace() {
	s := r.s
	if s.Mobility.Model != MobilityTrace || s.Radio.Model == RadioGraph {
		return
	}
	if s.Mobility.File == "" {
		if r.Sound("mobility") {
			r.Fault("mobility", "model trace needs a file")
		}
		return
	}
	data, err := r.slurp(s.Mobility.File)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		r.Fault("mobility.file", "cannot read %s: %v", s.Mobility.File, err)
		return
	}
	trace, err := ns2.Read(bytes.NewReader(data), s.Mobility.File)
	if err != nil {
		r.Fault("mobility.file", "%s", strings.TrimPrefix(err.Error(), "mobility: "))
		return
	}
	s.trace, s.file = trace, data
}

func (r *reader) slurp(name string) ([]byte, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxTraceBytes+1))
	if err == nil && len(data) > maxTraceBytes {
		err = fmt.Errorf("larger than %d bytes", maxTraceBytes)
	}
	return data, err
}

// Trace gives the bare name and the bytes of the movement file, if there is one:
// what a copy of the scenario needs beside it.
func (s *Scenario) Trace() (name string, data []byte, ok bool) {
	return filepath.Base(s.Mobility.File), s.file, s.file != nil
}

// NodeNames are the numbers that the nodes have in the trace or in the event log,
// nil without one.
func (s *Scenario) NodeNames() []string {
	if s.trace == nil {
		return s.air.names
	}
	return s.trace.Names()
}

// A File is what a copy of the scenario needs beside it.
type File struct {
	Name string // without directories
	Data []byte
}

// Files are the movement file and the files of the radio that the scenario names.
func (s *Scenario) Files() []File {
	var out []File
	if name, data, ok := s.Trace(); ok {
		out = append(out, File{name, data})
	}
	return append(out, s.air.files...)
}
