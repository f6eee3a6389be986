package scenarios

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/radiofile"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// An Override is a value set over what the file has, as a flag does.
type Override struct {
	Path  string // nodes, radio.range, faults[0].at
	Value string // as YAML
	Flag  string // what the user typed, for error messages: --set nodes=60
}

// Options change a scenario as it is loaded, before it is checked.
type Options struct {
	Set []Override
	// Algorithms are the rows to run: labels or names of entries of the file, or
	// algorithms and variants that it does not name, with their defaults; all stands for every
	// algorithm and its variants. None: as in the file.
	Algorithms []string
	// Lenient skips bad lines of movement and contact files, like the scenario's key
	// lenient.
	Lenient bool
	// Until ends each run early; 0 does not.
	Until Duration
	// Files maps the names of files in the scenario to their paths, if the files have moved
	// since the scenario was written, as in a directory of results.
	Files map[string]string
	// More are algorithms of the program that imports this, beside those that come
	// with it: the file and Algorithms may name them. A name must not be taken.
	More []protocol.Algorithm
	// Rows are added to those of the file: programs that the user named.
	Rows []Entry
	// Program starts the program of a row, or refuses to; see [StartProgram]. nil: no program is started,
	// and its row is known by what the file says of it, which is enough to check and to show, not to run.
	Program func(e Entry, dir string) (Program, error)
	// Faults are kinds of fault of the program's own, which entries of faults name by the
	// key own.
	Faults []emulator.OwnFault
	// Models are ways to move of the program's own, which a file chooses by model: own and
	// the name. Each is made for the part of the world in which its nodes are.
	Models map[string]func(mobility.Area) (mobility.Model, error)
	// Losses of the program's own, which radio.loss chooses by model: own and the name. Each
	// is made for the seed of a run, and depends on nothing else.
	Losses map[string]func(seed uint64) (radio.Loss, error)
}

// ErrNotFound is wrapped by Load's error if there is no such scenario.
var ErrNotFound = errors.New("no such scenario")

// Load reads and checks a scenario: a built-in name, a file, or a trace file, which
// holds that of its run. Its error is a *strictyaml.Error if there is something to point at.
func Load(name string, o Options) (*Scenario, error) {
	if data, ok := Source(name); ok {
		return read(source{name: name + ".yaml", from: name, open: func(file string) (io.ReadCloser, error) {
			f, err := openBuiltin(file)
			if errors.Is(err, fs.ErrNotExist) {
				err = &fs.PathError{Op: "open", Path: file, Err: fmt.Errorf("a built-in scenario names only files that come with it: write %s into a file, bellwether scenarios show %s > mine.yaml, and name %s there", name, name, file)}
			}
			return f, err
		}}, data, o)
	}
	if s, ok, err := ofTrace(name, o); ok {
		return s, err
	}
	data, err := readBounded(name, strictyaml.MaxBytes)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && !looksLikeFile(name) {
			return nil, errs.Scenarios.Errorf("%s: %w%s", name, ErrNotFound, strictyaml.Hint(name, Builtin()))
		}
		return nil, errs.Scenarios.Errorf("%w", err)
	}
	where := func(file string) string {
		if moved, known := o.Files[file]; known {
			return moved
		}
		if filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(filepath.Dir(name), file)
	}
	open := func(file string) (io.ReadCloser, error) {
		path := where(file)
		stat, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if f, err := openBuiltin(file); err == nil {
				return f, nil
			}
		case err == nil && !stat.Mode().IsRegular() && !stat.IsDir():
			return nil, &fs.PathError{Op: "open", Path: path, Err: errNoFile} // a pipe may wait for ever
		}
		return os.Open(path)
	}
	return read(source{name, name, open, where, o.copied}, data, o)
}

// Read checks a scenario in memory; name stands for it in errors. It may name only traces
// that come with bellwether, and the files of Options.Files.
func Read(name string, data []byte, o Options) (*Scenario, error) {
	return read(source{name: name, from: name, open: func(file string) (io.ReadCloser, error) {
		if path, known := o.Files[file]; known {
			return os.Open(path)
		}
		return openBuiltin(file)
	}, copied: o.copied}, data, o)
}

// copied returns a file that has moved: by its name, or by that which it has beside a copy of the scenario.
func (o *Options) copied(file string) (data []byte, has bool) {
	path, known := o.Files[file]
	for _, as := range slices.Sorted(maps.Keys(o.Files)) {
		if !known && filepath.Base(as) == filepath.Base(file) {
			path, known = o.Files[as], true
		}
	}
	if !known {
		return nil, false
	}
	data, err := os.ReadFile(path)
	return data, err == nil
}

var errNoFile = errors.New("is a pipe or a device, not a file")

func looksLikeFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

func readBounded(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	return data, nil
}

// source is where a scenario came from.
type source struct {
	name string // in messages
	from string // as it was asked for
	open func(file string) (io.ReadCloser, error)
	// where is the path of a file; nil: all come with bellwether, or with a trace.
	where func(file string) string
	// copied returns a file that was kept with the scenario; nil: none was.
	copied func(file string) (data []byte, has bool)
}

// reader reads one scenario.
type reader struct {
	*keys.File
	name  string // of the file, in messages
	files *sources.Files
	s     *Scenario
	o     Options
	rows  *rows
}

func read(from source, data []byte, o Options) (*Scenario, error) {
	doc, err := strictyaml.Parse(from.name, data)
	if err != nil {
		return nil, err
	}
	doc.Names = []string{"label", "name"}
	files := &sources.Files{Source: sources.Source{Open: from.open, Where: from.where, Builtin: builtin, Moved: o.Files, Copied: from.copied}}
	r := &reader{name: from.name, files: files, File: keys.New(from.name, doc), s: &Scenario{from: from.from, options: o}, o: o}
	r.s.table = r.s.algorithms()
	if err := errors.Join(distinct(r.s.table), o.validateOwn()); err != nil {
		return nil, err
	}
	r.rows = &rows{file: r.File, table: r.s.table, wanted: o.Algorithms, setup: r.s.setup}
	r.rows.spellOut()
	for _, set := range o.Set {
		doc.Set(set.Path, set.Value, set.Flag)
		if set.Path == "algorithms" {
			r.rows.spelt = nil
		}
	}
	r.rows.spellOut()
	for _, a := range o.More {
		if err := declared(a); err != nil {
			return nil, err
		}
	}
	doc.Decode(r.s)
	r.readForm()
	r.readFiles()
	r.programs()
	r.s.kept = r.files.Kept
	r.dependents()
	r.rows.entries, r.rows.nodes = r.s.Algorithms, r.s.Nodes
	r.rows.check()
	r.rows.pick()
	r.s.Algorithms = r.rows.entries
	r.validate()
	r.cut()
	if err := r.Err(); err != nil {
		return nil, err
	}
	if path, err := r.s.prepare(); err != nil {
		r.Refused(r.side(path, err), errs.Why(err), err)
		return nil, r.Err()
	}
	if r.radio().Try(r.s.radio()); r.Err() != nil {
		return nil, r.Err()
	}
	r.warn()
	for _, w := range r.Warnings() {
		r.s.warnings = append(r.s.warnings, Warning(w))
	}
	return r.s, nil
}

// side is the side of the world that a model of movement refuses, if the file gives it:
// models say which, and know nothing of keys.
func (r *reader) side(path string, err error) string {
	for _, side := range []string{"width", "height"} {
		if errs.Concerns(err, "world", side) {
			return r.First("world."+side, "world", path)
		}
	}
	return path
}

// readFiles reads the files that the scenario names.
func (r *reader) readFiles() {
	s := r.s
	if !s.Radio.Placeless() {
		of := &recorded.Reader{File: r.File, Files: r.files, Lenient: r.o.Lenient}
		of.Read(s.movings())
		s.replays = of.Replays
		s.roads = recorded.ReadRoads(r.File, r.files, s.movings())
	}
	r.radio().Read()
	if s.Radio.Model == section.RadioContacts && r.Sound("radio.file", "radio.format", "radio.scan", "radio.one_sided") {
		s.met = (&recorded.Contacts{File: r.File, Files: r.files, Lenient: r.o.Lenient}).Read(&s.Radio)
	}
}

// radio is the part that reads the section radio.
func (r *reader) radio() *radiofile.Part {
	return &radiofile.Part{File: r.File, Files: r.files, Radio: &r.s.Radio, Made: &r.s.radioFiles, Groups: r.s.Groups, Nodes: r.s.Nodes,
		Lenient: r.o.Lenient}
}

// cut ends runs early.
func (r *reader) cut() {
	if r.o.Until == 0 {
		return
	}
	if r.o.Until < 0 {
		r.FaultOf("--until "+r.o.Until.String(), "must be longer than 0s")
		return
	}
	if r.o.Until > r.s.Duration {
		r.FaultOf("--until "+r.o.Until.String(), "is beyond the duration of %v", r.s.Duration)
		return
	}
	r.s.Duration = r.o.Until
}
