package scenarios

import (
	"bytes"
	"fmt"
	"io"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// maxTraceBytes bounds a movement file: a day of ten thousand vehicles is a
// tenth of it.
const maxTraceBytes = 1 << 30

// maxWorldM is the greatest side of a world, in metres, as its tags have it.
const maxWorldM = 1e7

// readMovement reads a file of a trace, and keeps it and the one beside it.
func (r *reader) readMovement(m section.Moving, file, key string) (recorded.ReadFile, error) {
	of := recorded.ReadFile{Name: file, Key: key}
	coordinates, err := geo.ParseCoordinates(m.Coordinates)
	if err != nil {
		return of, err
	}
	var data []byte
	keep := func(name string) (io.ReadCloser, error) {
		read, err := r.readAll(name)
		if err == nil {
			err = r.keepMovement(name, read)
		}
		if name == file {
			data = read
		}
		return io.NopCloser(bytes.NewReader(read)), err
	}
	opened, err := keep(file)
	if err != nil {
		return of, err
	}
	if of.Format, err = r.recognise(key, sourceFile{file, m.Format, data}); err != nil {
		return of, err
	}
	format, err := formats.ByName(of.Format)
	if err != nil {
		return of, fmt.Errorf("%s has contacts (%s): it belongs in radio: {model: contacts, file: %s, format: %s}", file, of.Format, file, of.Format)
	}
	notes := &text.Notes{Lenient: m.Lenient || r.o.Lenient}
	of.Trace, err = format.Read(opened, formats.Input{Name: file, Coordinates: coordinates, Companion: keep, Notes: notes})
	if err == nil {
		r.note(key, notes)
	}
	return of, err
}

// keepMovement keeps a file once, even if several groups name it.
func (r *reader) keepMovement(name string, data []byte) error {
	file := r.fileOf(name, data)
	total := len(data)
	for _, other := range r.s.files {
		switch total += len(other.Data); {
		case other.Name != file.Name:
		case bytes.Equal(other.Data, data):
			return nil
		default:
			return fmt.Errorf("%s and %s have the same name, and would be one file beside a copy of the scenario", other.As, name)
		}
	}
	if total > maxTraceBytes {
		return fmt.Errorf("%s: the files of movement are larger than %d bytes together", name, maxTraceBytes)
	}
	r.s.files = append(r.s.files, file)
	return nil
}

// sourceFile is a file of movement or of contacts.
type sourceFile struct {
	name, format string
	data         []byte
}

// recognise returns the format of a file, by the key, else by its name or its content.
func (r *reader) recognise(key string, of sourceFile) (string, error) {
	if of.format != section.FormatAuto {
		return of.format, nil
	}
	choice, err := formats.Choose(of.name, of.data[:min(len(of.data), text.HeadBytes)])
	if choice.Remark != "" {
		r.note(key, &text.Notes{Remarks: []string{choice.Remark}})
	}
	return choice.Format, err
}

// A note is a remark of a reader, about the file that a key names.
type note struct{ key, text string }

// note keeps a reader's notes.
func (r *reader) note(key string, notes *text.Notes) {
	for _, line := range notes.Lines() {
		r.noteAt(key, "%s", line)
	}
}

func (r *reader) noteAt(key, format string, args ...any) {
	r.s.notes = append(r.s.notes, note{key, fmt.Sprintf(format, args...)})
}

// Notes are the notes of the readers of movement and contacts: what they skipped, and what
// they assumed. They are among the warnings.
func (s *Scenario) Notes() []string {
	var out []string
	for _, one := range s.notes {
		out = append(out, one.text)
	}
	return out
}

// warnOfNotes makes warnings of them.
func (r *reader) warnOfNotes() {
	for _, one := range r.s.notes {
		r.Warn(one.key, "%s", one.text)
	}
}

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
// the event log, nil without one. Where groups move, those of a group that replays no trace
// have the name of the group and a number.
func (s *Scenario) NodeNames() []string {
	switch {
	case s.met != nil:
		return s.met.Names()
	case len(s.replays) == 0:
		return s.radioFiles.Names
	case len(s.Groups) == 0:
		return s.replays[0].Trace.Names()
	}
	var names []string
	for i, m := range s.movings() {
		var own []string
		if of := s.replayOf(m.Path); of != nil {
			own = of.Trace.Names()
		}
		name := m.Group.Name
		if name == "" {
			name = fmt.Sprintf("group-%d", i+1)
		}
		for k := range m.Group.Nodes {
			if k < len(own) {
				names = append(names, own[k])
				continue
			}
			names = append(names, fmt.Sprintf("%s-%d", name, k+1))
		}
	}
	return distinctNames(names)
}

// distinctNames adds the number of the node to a name that an earlier node has.
func distinctNames(names []string) []string {
	seen := map[string]bool{}
	for i, name := range names {
		if seen[name] {
			names[i] = fmt.Sprintf("%s (node %d)", name, i+1)
		}
		seen[names[i]] = true
	}
	return names
}

// anchor tells where on Earth the world is, and when the run begins, as far as its traces
// say it.
func (s *Scenario) anchor() (a movetrace.Anchor) {
	for _, of := range s.replays {
		one := of.Excerpt.Anchor()
		if one.OnEarth && !a.OnEarth {
			a.OnEarth, a.Centre, a.Corner = true, one.Centre, one.Corner
		}
		if a.Start.IsZero() {
			a.Start = one.Start
		}
	}
	return a
}

// anchored is movement on Earth, or at a date.
type anchored struct {
	mobility.Model
	anchor movetrace.Anchor
}

// Anchor tells where and when.
func (m anchored) Anchor() movetrace.Anchor { return m.anchor }

// Altitudes are the model's own.
func (m anchored) Altitudes() mobility.Altitudes { return mobility.AltitudesOf(m.Model) }

// ForRun is the movement of a run.
func (m anchored) ForRun(seed uint64) mobility.Model {
	return anchored{mobility.ForRun(m.Model, seed), m.anchor}
}
