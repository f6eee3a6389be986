package recorded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// A Replay is recorded movement that all nodes, or the nodes of a group, follow.
type Replay struct {
	Path       string             // of its section
	File       string             // as messages name it
	Trace      *movetrace.Trace   // of nodes 1 … n of the section, as they follow it
	Begin, End time.Duration      // of the part that is run, in the trace's time
	Excerpt    *movetrace.Excerpt // that part
	Read       []ReadFile         // what the trace is made of, until it is
	ByDates    bool               // its files are on one clock with others by their dates
	Dropped                       // the dates of its files, if so
}

// Dropped are dates and times by which files are not placed, because other files have no dates.
type Dropped struct {
	Apart       time.Duration // the first date to the last, of all files
	Undated     string        // a file without; "": none are dropped
	PartlyDated bool          // the section has such files too

	// Relative is how far apart the times of all files without dates begin, by which they are
	// not placed either.
	Relative time.Duration
}

// ReadFile is one file of a replay.
type ReadFile struct {
	Name, Key string // the file, and where the scenario names it
	Format    string
	Trace     *movetrace.Trace
	Later     time.Duration // after the first file of its section, by a relative clock
}

// A Reader reads the recorded movement of a scenario.
type Reader struct {
	File    *keys.File
	Files   *sources.Files
	Lenient bool // bad lines are skipped, as if each section said so
	Replays []*Replay
}

// Read reads the files of movement, and makes the traces that nodes follow.
func (r *Reader) Read(movings []section.Moving) {
	sections := map[*Replay]section.Moving{}
	for _, m := range movings {
		if m.Model != section.MobilityTrace {
			continue
		}
		if of := r.replay(m); of != nil {
			r.Replays = append(r.Replays, of)
			sections[of] = m
		}
	}
	if !r.align(sections) {
		r.Replays = nil
		return
	}
	sound := r.Replays[:0]
	for _, of := range r.Replays {
		if r.shape(sections[of], of) {
			sound = append(sound, of)
		}
	}
	r.Replays = sound
}

// replay reads the files of a section.
func (r *Reader) replay(m section.Moving) *Replay {
	if m.File == "" && len(m.Files) == 0 {
		if r.File.Sound(m.Path) {
			r.File.Fault(m.Path, "model trace needs a file")
		}
		return nil
	}
	if m.File != "" && len(m.Files) > 0 {
		r.File.Fault(m.Path+".files", "stands in place of file: give one of them")
		return nil
	}
	for _, key := range []string{".file", ".files", ".format", ".coordinates", ".join", ".align", ".within", ".scale", ".shift"} {
		if !r.File.Sound(m.Path + key) {
			return nil
		}
	}
	if s := m.Scale; s.Place != 0 && s.Place < leastScale {
		r.File.Fault(m.Path+".scale.place", "must be at least %g, got %g", leastScale, s.Place)
		return nil
	}
	if s := m.Scale; s.Time != 0 && s.Time < leastScale {
		r.File.Fault(m.Path+".scale.time", "must be at least %g, got %g", leastScale, s.Time)
		return nil
	}
	of := &Replay{Path: m.Path, File: m.File}
	names, keys := []string{m.File}, []string{m.Path + ".file"}
	if m.File == "" {
		if names, keys = r.expand(m); names == nil {
			return nil
		}
		m.Files = names
		of.File = fmt.Sprintf("%s and the other %d files", names[0], len(names)-1)
		if len(names) == 1 {
			of.File = names[0]
		}
	}
	for i, name := range names {
		file, err := r.file(m, name, keys[i])
		var path *fs.PathError
		switch {
		case errors.As(err, &path):
			r.File.Fault(keys[i], "cannot read %s: %v", name, path.Err)
			return nil
		case err != nil:
			r.File.Fault(keys[i], "%s", text.Keys(errs.Why(err)))
			return nil
		}
		of.Read = append(of.Read, file)
	}
	return of
}

// file reads a file of a trace, and keeps it and the one beside it.
func (r *Reader) file(m section.Moving, file, key string) (ReadFile, error) {
	of := ReadFile{Name: file, Key: key}
	coordinates, err := geo.ParseCoordinates(m.Coordinates)
	if err != nil {
		return of, err
	}
	columns, err := text.ParseMapping(m.Columns)
	if err != nil {
		return of, fmt.Errorf("columns: %w", err)
	}
	var data []byte
	keep := func(name string) (io.ReadCloser, error) {
		read, err := r.Files.Data(name)
		if err == nil {
			err = r.Files.KeepMovement(name, read)
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
	if of.Format, err = r.Files.Recognise(key, sources.Input{Name: file, Format: m.Format, Data: data}); err != nil {
		return of, err
	}
	format, err := formats.ByName(of.Format)
	if err != nil {
		return of, fmt.Errorf("%s has contacts (%s): it belongs in radio: {model: contacts, file: %s, format: %s}", file, of.Format, file, of.Format)
	}
	notes := &text.Notes{Lenient: m.Lenient || r.Lenient}
	in := formats.Input{Name: file, Coordinates: coordinates, Companion: keep, Notes: notes, Columns: columns}
	of.Trace, err = format.Read(opened, in)
	if in.Within = m.Within.Degrees(); errors.Is(err, geo.ErrFar) && in.Within != nil {
		*notes = text.Notes{Lenient: notes.Lenient}
		of.Trace, err = format.Read(bytes.NewReader(data), in)
	}
	err = formats.Hinted(err, of.Format, data[:min(len(data), text.HeadBytes)])
	if err == nil {
		if m.Join != "" { // what it advises was chosen
			notes.Remarks = slices.DeleteFunc(notes.Remarks, func(line string) bool { return strings.Contains(line, "join: file") })
		}
		r.Files.Remarks(key, notes)
	}
	return of, err
}

// maxMovementFiles bounds the files of one section, as its tag has it.
const maxMovementFiles = 10000

// expand returns the files of a section, patterns replaced by what they match, and the key
// of each. It returns nil after a fault.
func (r *Reader) expand(m section.Moving) (names, keys []string) {
	seen := map[string]bool{}
	for i, asked := range m.Files {
		key := section.Item(m.Path+".files", i)
		matched, err := r.Files.Matches(asked)
		if err != nil {
			r.File.Fault(key, "%v", err)
			return nil, nil
		}
		for _, name := range matched {
			if seen[path.Clean(name)] {
				r.File.Fault(key, "%s is listed twice", name)
				return nil, nil
			}
			seen[path.Clean(name)] = true
			names, keys = append(names, name), append(keys, key)
		}
		if len(names) > maxMovementFiles {
			r.File.Fault(key, "makes more than %d files", maxMovementFiles)
			return nil, nil
		}
	}
	return names, keys
}
