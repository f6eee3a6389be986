package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
	return found.whole, nil
}

// found is what a directory's lines show.
type found struct {
	count   int
	whole   int64  // length of the whole lines, in bytes
	warning string // of a last line that was cut off
	strange error  // a line of a program that the index does not list, or that was changed
	foreign error  // why a line is not a run of the content
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
	out.whole, out.warning, err = scan(file, name, func(at Place, l *Line) error {
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

// unchanged returns an error if a file that the scenario names differs from the file of the
// lines.
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
