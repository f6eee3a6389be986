// Package sources has the files that a scenario names: it opens them, bounds their size, and
// keeps a copy of each, so that a copy of the scenario is complete.
//
// Where a file is looked for is the Source's to say; the package asks for no other file. Each
// name is one file beside a copy of the scenario, so two files of one name are refused. It
// reads the beginning of a file to recognise its format, and no more of what it means.
package sources

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// A Copy is a file that a copy of the scenario needs beside it.
type Copy struct {
	Name string // without directories
	As   string // as the scenario names it
	From string // the absolute path; "" of one that comes with bellwether
	Data []byte
}

// A Source opens the files of one scenario.
type Source struct {
	Open func(file string) (io.ReadCloser, error)
	// Where is the path of a file; nil: all come with bellwether, or with a trace.
	Where   func(file string) string
	Builtin fs.FS             // the files that come with bellwether
	Moved   map[string]string // paths by name, of files that have moved since
	// Copied returns a file that was kept with the scenario; nil: none was.
	Copied func(file string) (data []byte, has bool)
}

// Kept is what stays of the files: their copies, and what their readers noted.
type Kept struct {
	Movement, Roads, Radio, Programs []Copy
	Notes                            []Note
}

// All are all copies.
func (k Kept) All() []Copy { return append(k.World(), k.Programs...) }

// World are the copies that all rows depend on. A program is its row's.
func (k Kept) World() []Copy { return slices.Concat(k.Movement, k.Roads, k.Radio) }

// Beside are words with the files of programs named as they are beside a copy of the scenario.
func (k Kept) Beside(words []string) []string {
	out := slices.Clone(words)
	for i, word := range out {
		if slices.ContainsFunc(k.Programs, func(c Copy) bool { return c.As == word }) {
			out[i] = filepath.Base(word)
		}
	}
	return out
}

// A Note is a remark of a reader, about the file that a key names.
type Note struct {
	Key, Text string
	Also      int // files of the section of which the same was said
}

// Files are the files of a scenario that is being read.
type Files struct {
	Source
	Kept
}

// note keeps a remark.
func (f *Files) note(one Note) { f.Notes = append(f.Notes, one) }

// Remarks keeps the remarks of a reader, with the keys that say otherwise. What is said of many
// files of one section is said once.
func (f *Files) Remarks(key string, notes *text.Notes) {
	section, _, _ := strings.Cut(key, "[")
	for _, line := range notes.Lines() {
		line = text.Keys(line)
		name, rest, _ := strings.Cut(line, ": ")
		for i := range f.Notes {
			of, _, listed := strings.Cut(f.Notes[i].Key, "[")
			if first, same, _ := strings.Cut(f.Notes[i].Text, ": "); listed && of == section && same == rest && first != name {
				f.Notes[i].Also++
				rest = ""
				break
			}
		}
		if rest != "" || name == line {
			f.note(Note{Key: key, Text: line})
		}
	}
}

// Message is the remark in words.
func (n Note) Message() string {
	if n.Also == 0 {
		return n.Text
	}
	return fmt.Sprintf("%s (and so for %d other files)", n.Text, n.Also)
}

// maxTraceBytes bounds a movement file: a day of ten thousand vehicles is a
// tenth of it.
const maxTraceBytes = 1 << 30

func (f *Files) Data(name string) ([]byte, error) {
	opened, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	if file, ok := opened.(fs.File); ok {
		if stat, err := file.Stat(); err == nil && stat.Size() > maxTraceBytes {
			return nil, fmt.Errorf("larger than %d bytes", maxTraceBytes) // before it is read
		}
	}
	data, err := io.ReadAll(io.LimitReader(opened, maxTraceBytes+1))
	if err == nil && len(data) > maxTraceBytes {
		err = fmt.Errorf("larger than %d bytes", maxTraceBytes)
	}
	return data, err
}

// copyOf keeps a file that was read.
func (f *Files) copyOf(name string, data []byte) Copy {
	c := Copy{Name: filepath.Base(name), As: name, Data: data}
	if f.Where == nil {
		return c
	}
	if path, err := filepath.Abs(f.Where(name)); err == nil {
		if _, err := os.Stat(path); err == nil {
			c.From = path
		}
	}
	return c
}
