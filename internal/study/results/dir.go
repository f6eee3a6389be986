package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
)

// maxCopied bounds the files that are copied into a directory, in bytes in all. The
// movement of a thousand vehicles for a day is a tenth of it. A greater directory would be
// hard to send to others.
const maxCopied = 256 << 20

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
	// Holds is called if the directory has lines, with the hashes that belong to one scenario.
	// It returns a function that gets each line, in the order of the file; its error says why
	// the line is not a run of this content.
	Holds func(Readings) func(Place, *Line) error
}

// A Dir is a directory that this process has locked.
type Dir struct {
	Path string
	Kept int // lines that were there when it was opened

	content *Content
	index   *Index
	held    durable.Held
	made    []string                    // directories that Open created, the outermost first
	whole   int64                       // length of the whole lines when it was opened, in bytes
	log     *Log                        // nil: Settle was not called
	through func(Appendable) Appendable // nil: none
	reread  *os.File                    // nil: no line was read again yet
}

// Open locks the directory for some content, creates it if it does not exist, and reads its
// lines. A directory that holds something else is refused. Nothing in it is changed until
// Settle is called: a caller that finds another fault closes the directory as it was.
func Open(path string, c Content, warn func(string)) (*Dir, error) {
	made, err := create(path)
	d := &Dir{Path: path, content: &c, made: made}
	if err == nil {
		d.held, err = take(path)
	}
	if err == nil {
		err = d.open(warn)
	}
	if err != nil {
		return nil, errors.Join(err, d.undo())
	}
	return d, nil
}

// create creates a directory and those above it, and returns the ones that did not exist.
func create(path string) (made []string, err error) {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	slices.Reverse(made)
	if err := os.MkdirAll(path, 0o755); err != nil {
		return made, fmt.Errorf("cannot write into %s: %w", path, err)
	}
	return made, nil
}

// undo unlocks the directory and leaves it as it was before Open.
func (d *Dir) undo() error {
	var err error
	if d.held != nil {
		err = d.held.Undo()
	}
	for _, at := range slices.Backward(d.made) {
		os.Remove(at) // fails if another process has put something there
	}
	return err
}

// take locks a directory.
func take(path string) (durable.Held, error) {
	held, err := durable.Lock(filepath.Join(path, lockFile), Readable)
	switch {
	case errors.Is(err, durable.ErrInUse):
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
	if d.index == nil {
		err = d.begin()
	} else {
		d.whole, err = d.resume(warn)
	}
	if err == nil {
		_, err = d.fresh()
	}
	return err
}

// Settle writes what the directory lacks before lines can be added: files, documents and the
// index. It changes nothing if the program may not add lines.
func (d *Dir) Settle() error {
	if yes, _ := d.index.admits(d.content.Program, d.content.Bound); !yes {
		return nil
	}
	err := d.settle()
	if err == nil {
		d.log, err = OpenLog(filepath.Join(d.Path, d.content.Kind.lines()), d.whole)
	}
	if err == nil && d.through != nil {
		d.log.Through(d.through)
	}
	return err
}

// begin returns the index of a new directory of results, or an error if a file there would be
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
	d.index = &Index{Schema: Form, Kind: c.Kind, Name: c.Name, Shard: c.Shard, Movable: true, Files: []entry{}, Programs: []Program{{Program: c.Program}}}
	return nil
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

// Admit returns an error if the program may not add lines: see the package comment. Else
// the index that Settle writes lists the program.
func (d *Dir) Admit() error {
	yes, anew := d.index.admits(d.content.Program, d.content.Bound)
	switch {
	case !yes:
		return d.index.stranger(d.Path, d.content.Program, d.content.Bound)
	case !anew:
		return nil
	}
	d.index.Programs = append(d.index.Programs, Program{Program: d.content.Program})
	return nil
}

// Add keeps a run, after Settle, and returns where in the file its line begins.
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

// Reorder writes the file of lines anew, with the lines at these offsets, in this order. The
// former file stays whole until the new one is. After it, offsets that Add returned are
// invalid, and nothing can be added: close the directory.
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

// Through replaces the file of lines by one made from it: in tests, a disk that is full.
func (d *Dir) Through(before func(Appendable) Appendable) {
	if d.through = before; d.log != nil {
		d.log.Through(before)
	}
}

// Close syncs the lines and unlocks the directory. Without Settle it leaves the directory as it
// was before Open.
func (d *Dir) Close() error {
	if d.reread != nil {
		d.reread.Close() // the file was only read
	}
	if d.log == nil {
		return d.undo()
	}
	return errors.Join(d.log.Close(), d.held.Close())
}
