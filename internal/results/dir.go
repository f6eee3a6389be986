package results

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/build"
	"bellwether/internal/durable"
	"bellwether/internal/lock"
)

// MaxCopied bounds the files that are copied into a directory, in bytes in all. The
// movement of a thousand vehicles for a day is a tenth of it. A greater directory would be
// hard to send to others.
const MaxCopied = 256 << 20

// A File is a document, or a file that the scenario names: As is its name in the scenario,
// Name its name in the directory if that is free, From its path.
type File struct {
	Name, As, From string
	Data           []byte
}

// Content describes what a directory is to hold.
type Content struct {
	Kind      Kind
	Name      string
	Rows      []string // labels, in the order of the scenario
	Shard     string   // of a plan's runs: see Index
	Documents []File   // written under their names
	Files     []File   // that the scenario names
	Made      []string // names of files that will be made from the lines
	NoCopy    bool     // leaves files where they are
	MaxCopied int      // bytes; 0: MaxCopied
	Bound     string   // why results may depend on the processor, "" if they do not
	Program   build.Program
	// Holds is called if the directory has lines, with the hashes that are of one scenario. It
	// returns what takes each line, in the order of the file, and returns why it is no run of
	// this content, nil if it is.
	Holds func(Readings) func(Place, *Line) error
}

// A Dir is a directory that this process has locked.
type Dir struct {
	Path string
	Kept int // lines that were there when it was opened

	content *Content
	index   *Index
	held    io.Closer
	log     *Log
	reread  *os.File // nil: no line was read again yet
}

// Open locks the directory for some content, creates it if there is none, and reads
// its lines. A directory that holds something else is refused and not changed.
func Open(path string, c Content, warn func(string)) (*Dir, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, fmt.Errorf("cannot write into %s: %w", path, err)
	}
	held, err := take(path)
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path, content: &c, held: held}
	if err := d.open(warn); err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return d, nil
}

// take locks a directory.
func take(path string) (io.Closer, error) {
	held, err := lock.Take(filepath.Join(path, lockFile), Readable)
	switch {
	case errors.Is(err, lock.ErrInUse):
		return nil, fmt.Errorf("%s is %w; two cannot share it", path, err)
	case err != nil:
		return nil, fmt.Errorf("cannot write into %s: %w", path, err)
	}
	return held, nil
}

func (d *Dir) open(warn func(string)) (err error) {
	if d.index, err = readIndex(d.Path); err != nil {
		return err
	}
	var whole int64
	if d.index == nil {
		err = d.begin()
	} else {
		whole, err = d.resume(warn)
	}
	if err == nil {
		d.log, err = OpenLog(filepath.Join(d.Path, d.content.Kind.lines()), whole)
	}
	return err
}

// begin makes a new directory of results. It returns an error if a file there would be
// overwritten.
func (d *Dir) begin() error {
	c := d.content
	if kind, old := formerly(d.Path); old {
		if _, err := Load(d.Path, func(string) {}); err != nil {
			return fmt.Errorf("%w; begin in another directory", err)
		}
		return fmt.Errorf("%s has the results of a %s of an earlier bellwether, to which this one adds nothing: "+
			"table, plot and report read it; begin in another directory", d.Path, kind)
	}
	taken := slices.Clone(c.Made)
	for _, f := range c.Documents {
		if there, err := os.ReadFile(filepath.Join(d.Path, f.Name)); err == nil && !bytes.Equal(there, f.Data) {
			taken = append(taken, f.Name)
		}
	}
	for _, name := range taken {
		if _, err := os.Lstat(filepath.Join(d.Path, name)); err == nil {
			return fmt.Errorf("%s has a %s and no %s: it is no directory of results, and nothing in it is overwritten; "+
				"choose another one", d.Path, name, IndexFile)
		}
	}
	d.index = &Index{Schema: Form, Kind: c.Kind, Name: c.Name, Shard: c.Shard, Movable: true, Files: []Entry{}, Programs: []Program{{Program: c.Program}}}
	return d.settle()
}

// formerly reports whether a directory has results of the first form, and their kind.
func formerly(path string) (Kind, bool) {
	for _, k := range []Kind{Run, Sweep} {
		if stat, err := os.Stat(filepath.Join(path, k.lines())); err == nil && stat.Size() > 0 {
			return k, true
		}
	}
	return "", false
}

// resume reads the lines of the directory, and returns an error unless they are a part of
// the content. whole is the length of the whole lines, in bytes.
func (d *Dir) resume(warn func(string)) (whole int64, err error) {
	c := d.content
	if d.index.Kind != c.Kind {
		return 0, fmt.Errorf("%s has the results of a %s, and not of a %s; begin in another directory", d.Path, d.index.Kind, c.Kind)
	}
	if d.index.Shard != c.Shard {
		return 0, fmt.Errorf("%s has %s of a plan, and not %s; begin in another directory", d.Path, shardName(d.index.Shard), shardName(c.Shard))
	}
	found, err := d.look(filepath.Join(d.Path, c.Kind.lines()))
	if err != nil {
		return 0, err
	}
	if d.Kept = found.count; d.Kept > 0 {
		if err := d.unchanged(); err != nil {
			return 0, err
		}
	}
	if err := d.belongs(found); err != nil {
		return 0, err
	}
	if found.warning != "" {
		warn("warning: " + found.warning + ", and its run is made again")
	}
	if d.Kept == 0 {
		d.index.Programs = []Program{{Program: c.Program}}
	}
	return found.whole, d.settle()
}

// found is what the lines of a directory say.
type found struct {
	count   int
	whole   int64  // length of the whole lines, in bytes
	warning string // of a last line that was cut off
	strange error  // a line of a program that the index does not list, or that was changed
	foreign error  // why a line is no run of the content
}

// look reads the lines of a directory, one at a time.
func (d *Dir) look(name string) (*found, error) {
	out := new(found)
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	take := d.content.Holds(d.index.readings())
	seals, bare := newSeals(), map[string]int{} // by program, the first line without a hash
	strange := 0
	out.whole, out.warning, err = Scan(file, name, func(at Place, l *Line) error {
		out.count++
		seals.see(l)
		if _, met := bare[l.Build]; !met && l.SHA256 == "" && l.Schema == Form {
			bare[l.Build] = at.Number
		}
		if out.strange == nil {
			out.strange, strange = d.strange(at, l), at.Number
		}
		if out.foreign == nil {
			out.foreign = take(at, l)
		}
		return nil
	})
	for build, number := range bare {
		if l := (&Line{Schema: Form, Build: build}); seals.lacks(l) && (out.strange == nil || number < strange) {
			out.strange, strange = d.changed(Place{Number: number}, lacksHash), number
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w; without that line its run is made again", err)
	}
	return out, nil
}

// strange returns an error if a line is of a program that the index does not list, or was
// changed.
func (d *Dir) strange(at Place, l *Line) error {
	switch known := func(p Program) bool { return p.Build.Name() == l.Build }; {
	case !slices.ContainsFunc(d.index.Programs, known):
		return fmt.Errorf("%s:%d: made by bellwether %s, which %s does not list", d.content.Kind.lines(), at.Number, l.Build, IndexFile)
	case l.Broken() != "":
		return d.changed(at, l.Broken())
	}
	return nil
}

func (d *Dir) changed(at Place, why string) error {
	return fmt.Errorf("%s:%d: %s: the line was changed; without that line its run is made again", d.content.Kind.lines(), at.Number, why)
}

// unchanged returns an error if a file that the scenario names is not the one of the lines.
func (d *Dir) unchanged() error {
	for _, f := range d.content.Files {
		if e := d.index.file(f.As); e != nil && e.SHA256 != digest(f.Data) {
			return fmt.Errorf("%s has changed since the runs in %s were made: its SHA-256 was %.12s… and is %.12s…; begin in another directory",
				f.As, d.Path, e.SHA256, digest(f.Data))
		}
	}
	return nil
}

// belongs returns why the lines are not of this content, nil if they are.
func (d *Dir) belongs(found *found) error {
	if found.strange != nil {
		return found.strange
	}
	why := found.foreign
	if yes, _ := d.index.admits(d.content.Program, ""); why != nil && !yes {
		return fmt.Errorf("%s was begun with bellwether %s, this is %s, which finds: %w; if you have changed nothing, %s",
			d.Path, d.index.Programs[0].Build.Name(), d.content.Program.Build.Name(), why, goOn(d.Path))
	}
	if why == nil && (found.count > 0 || d.index.Name == d.content.Name) {
		return nil
	}
	for _, f := range d.content.Documents {
		theirs, err := os.ReadFile(filepath.Join(d.Path, f.Name))
		if err == nil && bytes.Equal(theirs, f.Data) {
			continue
		}
		text := fmt.Sprintf("%s has the results of another %s (%s): %s", d.Path, noun(d.content.Kind), f.Name, difference(f.Data, theirs))
		if why != nil {
			return fmt.Errorf("%s; what is there must be a part of what is asked for: %w; or begin in another directory", text, why)
		}
		return fmt.Errorf("%s; begin in another directory", text)
	}
	return why
}

// shardName is a shard in words.
func shardName(shard string) string {
	if shard == "" {
		return "all runs"
	}
	return "shard " + shard
}

func noun(k Kind) string {
	if k == Run {
		return "scenario"
	}
	return "plan"
}

// difference shows the first line in which two documents differ.
func difference(ours, theirs []byte) string {
	a, b := strings.Split(string(ours), "\n"), strings.Split(string(theirs), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("it has %q, this %q", strings.TrimSpace(b[i]), strings.TrimSpace(a[i]))
		}
	}
	return "one has lines the other lacks"
}

// settle writes what is missing: files, then documents, then the index.
func (d *Dir) settle() error {
	d.sweepLeftovers()
	if err := d.copyFiles(); err != nil {
		return err
	}
	for _, f := range d.content.Documents {
		name := filepath.Join(d.Path, f.Name)
		if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, f.Data) {
			continue
		}
		if err := write(name, f.Data); err != nil {
			return err
		}
	}
	d.index.Name, d.index.Rows = d.content.Name, d.content.Rows
	if there, err := readIndex(d.Path); err == nil && reflect.DeepEqual(there, d.index) {
		return nil
	}
	return d.index.write(d.Path)
}

// sweepLeftovers removes temporary files of a process that was killed.
func (d *Dir) sweepLeftovers() {
	names := []string{IndexFile}
	for _, f := range append(slices.Clone(d.content.Documents), d.content.Files...) {
		names = append(names, f.Name)
	}
	for _, name := range append(names, d.content.Made...) {
		found, err := filepath.Glob(filepath.Join(escaped(d.Path), "."+escaped(name)+".*"+durable.Beside))
		if err != nil {
			continue
		}
		for _, left := range found {
			os.Remove(left)
		}
	}
}

// escaped escapes the special characters of filepath.Match.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// copyFiles copies the files that the scenario names and the index does not yet list. With
// NoCopy it only lists them.
func (d *Dir) copyFiles() error {
	var fresh []File
	size, most := 0, d.content.MaxCopied
	if most == 0 {
		most = MaxCopied
	}
	for _, e := range d.index.Files {
		if e.From == "" {
			size += e.Bytes
		}
	}
	for _, f := range d.content.Files {
		if err := d.restore(f); err != nil {
			return err
		}
		if e := d.index.file(f.As); e != nil && (e.SHA256 == digest(f.Data) || d.Kept > 0) ||
			slices.ContainsFunc(fresh, func(g File) bool { return g.As == f.As }) {
			continue
		}
		fresh = append(fresh, f)
		size += len(f.Data)
	}
	if size > most && !d.content.NoCopy {
		return fmt.Errorf("the files that the scenario names have %d bytes, and a directory of results gets copies of at most %d: "+
			"with --no-copy they are left where they are, and the directory cannot be moved then", size, most)
	}
	for _, f := range fresh {
		e := Entry{As: f.As, Bytes: len(f.Data), SHA256: digest(f.Data)}
		if d.content.NoCopy && f.From != "" {
			e.From, d.index.Movable = f.From, false
		} else {
			e.Name = d.free(f)
			if err := write(filepath.Join(d.Path, e.Name), f.Data); err != nil {
				return err
			}
		}
		d.index.Files = append(slices.DeleteFunc(d.index.Files, func(old Entry) bool { return old.As == f.As }), e)
	}
	return nil
}

// restore writes a copy again if it is missing or damaged.
func (d *Dir) restore(f File) error {
	e := d.index.file(f.As)
	if e == nil || e.Name == "" || e.SHA256 != digest(f.Data) {
		return nil
	}
	name := filepath.Join(d.Path, e.Name)
	if there, err := os.ReadFile(name); err == nil && digest(there) == e.SHA256 {
		return nil
	}
	return write(name, f.Data)
}

// free returns a name for a copy that no other file of the directory has, or that of a file
// with the same bytes.
func (d *Dir) free(f File) string {
	for n := 1; ; n++ {
		name := f.Name
		if n > 1 {
			name = fmt.Sprintf("%d-%s", n, f.Name)
		}
		there, err := os.ReadFile(filepath.Join(d.Path, name))
		reserved := []string{IndexFile, PlanFile, ScenarioFile, RunLines, SweepLines, lockFile}
		for _, doc := range d.content.Documents {
			reserved = append(reserved, doc.Name)
		}
		if !slices.Contains(append(reserved, d.content.Made...), name) &&
			(errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(there, f.Data)) {
			return name
		}
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Admit returns an error if the program may not add lines, and else lists the program in
// the index: see the package comment.
func (d *Dir) Admit() error {
	yes, anew := d.index.admits(d.content.Program, d.content.Bound)
	switch {
	case !yes:
		return d.index.stranger(d.Path, d.content.Program, d.content.Bound)
	case !anew:
		return nil
	}
	d.index.Programs = append(d.index.Programs, Program{Program: d.content.Program})
	return d.index.write(d.Path)
}

// Add keeps a run, and returns where in the file its line begins.
func (d *Dir) Add(line *Line) (offset int64, err error) {
	text, err := line.Encode()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrWrite, err)
	}
	offset = d.log.size
	return offset, d.log.Add(text)
}

// Sync returns once all lines are on the disk.
func (d *Dir) Sync() error { return d.log.sync() }

// Line returns the line that begins at an offset.
func (d *Dir) Line(offset int64) (*Line, error) {
	if d.reread == nil {
		file, err := os.Open(filepath.Join(d.Path, d.content.Kind.lines()))
		if err != nil {
			return nil, err
		}
		d.reread = file
	}
	return LineAt(d.reread, offset)
}

// Reorder writes the file of lines anew, with the lines at these offsets, in this order. The former
// file stays whole until the new one is. Offsets that Add returned mean nothing any more, and
// nothing can be added: the directory is to be closed.
func (d *Dir) Reorder(offsets []int64) error {
	if err := d.log.sync(); err != nil {
		return err
	}
	name := filepath.Join(d.Path, d.content.Kind.lines())
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := durable.Create(durable.OS{}, name, Readable)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	out := bufio.NewWriterSize(to, 1<<16)
	for _, offset := range offsets {
		text, err := readLine(bufio.NewReader(io.NewSectionReader(from, offset, maxLine)), nil)
		if err == nil {
			_, err = out.Write(text)
		}
		if err != nil {
			to.Drop()
			return fmt.Errorf("%w: %w", ErrWrite, err)
		}
	}
	if err := out.Flush(); err != nil {
		to.Drop()
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	if err := to.Commit(); err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}

// LineAt returns the line of a file that begins at an offset.
func LineAt(file *os.File, offset int64) (*Line, error) {
	text, err := readLine(bufio.NewReader(io.NewSectionReader(file, offset, maxLine)), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: the line at byte %d: %w", file.Name(), offset, err)
	}
	line, err := decode(text)
	return &line, err
}

// Log returns the file of lines.
func (d *Dir) Log() *Log { return d.log }

// Close syncs the lines and unlocks the directory.
func (d *Dir) Close() error {
	if d.reread != nil {
		d.reread.Close() // it was only read
	}
	return errors.Join(d.log.Close(), d.held.Close())
}
