package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Language is one in which an election can be written as a program of its own.
type Language string

// The languages beside Go, for which there is a helper.
const (
	Python     Language = "python"
	JavaScript Language = "javascript"
	C          Language = "c"
)

// A program is what is written for a language. %s stands for the name of the election.
type program struct {
	helper, source, test string // files; test "": none
	start, try           string // commands: of the election, and of what comes before
	examples             []string
}

var programs = map[Language]program{
	Python: {"bellwether.py", "%s.py", "test_%s.py", "python3 %s.py", "python3 -m unittest",
		[]string{"lowest-id", "echo", "vasudevan"}},
	JavaScript: {"bellwether.mjs", "%s.mjs", "%s.test.mjs", "node %s.mjs", "node --test", []string{"lowest-id", "echo"}},
	C:          {"bellwether.h", "%s.c", "", "./%s", "cc -O2 -o %[1]s %[1]s.c", []string{"lowest-id", "echo"}},
}

// Languages are the languages for programs.
func Languages() []string { return []string{string(Python), string(JavaScript), string(C)} }

// Examples are the elections that can be written; the first is written if none is named.
func Examples() []string { return programs[Python].examples }

// A Script says what was written for a program in another language.
type Script struct {
	Files []string
	Start string // the command that starts it
	Test  string // the command that tests or compiles it
}

// An Example is an election to begin with, in a language.
type Example struct {
	Language Language
	Like     string // one of Examples; "": the first
	Name     string // of the new election
}

// Do writes an election into a directory, with the helper that it needs. It changes no file that is there: a
// helper of the same content is used.
func (e Example) Do(dir string) (*Script, error) {
	p, known := programs[e.Language]
	like := cmp.Or(e.Like, Examples()[0])
	switch {
	case !known:
		return nil, fmt.Errorf("there is no helper for the language %q: want one of %s; any other can be used, see docs/languages.md", e.Language, strings.Join(Languages(), ", "))
	case !slices.Contains(p.examples, like):
		return nil, fmt.Errorf("there is no example %q in %s: want one of %s", like, e.Language, strings.Join(p.examples, ", "))
	case !nameForm.MatchString(e.Name):
		return nil, fmt.Errorf("%q is no name: small letters, digits and single hyphens, a letter first, like lowest-id", e.Name)
	}
	module := strings.ReplaceAll(e.Name, "-", "_")
	if module == "bellwether" {
		return nil, errors.New("bellwether is the name of the helper: choose another")
	}
	named := func(pattern string) string {
		return strings.ReplaceAll(strings.ReplaceAll(pattern, "%s", module), "%[1]s", module)
	}
	w := &Script{Start: named(p.start), Test: named(p.try)}
	ext := path.Ext(p.source)
	return w, w.write(dir, module, []copied{{p.helper, p.helper}, {like + ext, named(p.source)}, {like + "_test" + ext, named(p.test)}}, e.Language)
}

// copied is a file of a language and what it is called where it is written; "": it is not.
type copied struct{ from, to string }

// write writes files that are not there.
func (w *Script) write(dir, module string, files []copied, l Language) error {
	texts := map[string]string{}
	for _, f := range files {
		if f.to == "" {
			continue
		}
		text, err := patterns.ReadFile(path.Join("languages", string(l), f.from))
		if err != nil {
			return err
		}
		texts[f.to] = strings.ReplaceAll(string(text), "NAME", module)
		switch there, err := os.ReadFile(filepath.Join(dir, f.to)); {
		case err == nil && string(there) == texts[f.to]:
		case err == nil:
			return fmt.Errorf("%s is there already", f.to)
		case errors.Is(err, fs.ErrNotExist):
			w.Files = append(w.Files, f.to)
		default:
			return err
		}
	}
	for _, to := range w.Files {
		if err := os.WriteFile(filepath.Join(dir, to), []byte(texts[to]), 0o644); err != nil {
			return err
		}
	}
	return nil
}
