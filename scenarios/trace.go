package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/paulmach/orb"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
	"bellwether/internal/recorded"
	"bellwether/internal/refuse"
)

// maxTraceBytes bounds a movement file: a day of ten thousand vehicles is a
// tenth of it.
const maxTraceBytes = 1 << 30

// maxWorldM is the greatest side of a world, in metres, as its tags have it.
const maxWorldM = 1e7

// holds reports whether a trace within these bounds fits into the world, however far it
// goes below 0.
func (w planeSection) holds(b orb.Bound) bool {
	return b.Max[0]-min(b.Min[0], 0) <= w.Width && b.Max[1]-min(b.Min[1], 0) <= w.Height
}

// readTrace reads the movement file, if the model is one.
func (r *reader) readTrace() {
	s := r.s
	if s.Mobility.Model != mobilityTrace || s.placeless() {
		return
	}
	if s.Mobility.File == "" {
		if r.Sound("mobility") {
			r.Fault("mobility", "model trace needs a file")
		}
		return
	}
	if !r.Sound("mobility.format", "mobility.coordinates") {
		return
	}
	trace, err := r.readMovement()
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		r.Fault("mobility.file", "cannot read %s: %v", s.Mobility.File, path.Err)
	case err != nil:
		r.Fault("mobility.file", "%s", refuse.Why(err))
	case !(planeSection{Width: maxWorldM, Height: maxWorldM}).holds(trace.Bounds()):
		b := trace.Bounds()
		r.Fault("mobility.file", "%s: goes from [%g, %g] to [%g, %g]: a world ends %g m from its corner", s.Mobility.File,
			b.Min[0], b.Min[1], b.Max[0], b.Max[1], float64(maxWorldM))
	}
	s.trace = trace
}

// readMovement reads the trace, and keeps its files.
func (r *reader) readMovement() (*recorded.Trace, error) {
	m := r.s.Mobility
	coordinates, err := geo.ParseCoordinates(m.Coordinates)
	if err != nil {
		return nil, err
	}
	keep := func(name string) (io.ReadCloser, error) {
		data, err := r.readAll(name)
		if err == nil {
			r.s.files = append(r.s.files, r.fileOf(name, data))
		}
		return io.NopCloser(bytes.NewReader(data)), err
	}
	file, err := keep(m.File)
	if err != nil {
		return nil, err
	}
	name, err := r.recognise(sourceFile{m.File, m.Format, r.s.files[len(r.s.files)-1].Data})
	if err != nil {
		return nil, err
	}
	format, err := formats.ByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s has contacts (%s): it belongs in radio: {model: contacts, file: %s, format: %s}", m.File, name, m.File, name)
	}
	notes := &text.Notes{Lenient: m.Lenient || r.o.Lenient}
	t, err := format.Read(file, formats.Input{Name: m.File, Coordinates: coordinates, Companion: keep, Notes: notes})
	if err == nil {
		r.note(notes)
	}
	return t, err
}

// sourceFile is a file of movement or of contacts.
type sourceFile struct {
	name, format string
	data         []byte
}

// recognise returns the format of a file, by the key, else by its name or its content.
func (r *reader) recognise(of sourceFile) (string, error) {
	if of.format != formatAuto {
		return of.format, nil
	}
	choice, err := formats.Choose(of.name, of.data[:min(len(of.data), text.HeadBytes)])
	if choice.Remark != "" {
		r.note(&text.Notes{Remarks: []string{choice.Remark}})
	}
	return choice.Format, err
}

// note keeps a reader's notes.
func (r *reader) note(notes *text.Notes) {
	r.s.notes = append(r.s.notes, notes.Lines()...)
}

// Notes are the notes of the readers of movement and contacts: what they skipped, and what
// they assumed. They are among the warnings.
func (s *Scenario) Notes() []string { return s.notes }

// warnOfNotes makes warnings of them.
func (r *reader) warnOfNotes() {
	for _, note := range r.s.notes {
		path := "mobility.file"
		if r.s.met != nil {
			path = "radio.file"
		}
		r.warnAt(path, "%s", note)
	}
}

// formatAuto is the format that the file's name implies.
const formatAuto = "auto"

func (r *reader) readAll(name string) ([]byte, error) {
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

// NodeNames are the names that the nodes have in the trace, in that of contacts or in
// the event log, nil without one.
func (s *Scenario) NodeNames() []string {
	if s.met != nil {
		return s.met.Names()
	}
	if s.trace == nil {
		return s.air.names
	}
	return s.trace.Names()
}
