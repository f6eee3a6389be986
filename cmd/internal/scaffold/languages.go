package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Language is one in which an election can be written as a program of its own.
type Language string

// The languages beside Go, for which there is a helper.
const (
	Python     Language = "python"
	JavaScript Language = "javascript"
)

// A program is what is written for a language.
type program struct {
	files []string // below languages: the helper, the election, its test
	start string   // of the election
	test  string   // the command that runs the test
}

var programs = map[Language]program{
	Python:     {[]string{"bellwether.py", "election.py", "test_election.py"}, "python3 %s.py", "python3 -m unittest"},
	JavaScript: {[]string{"bellwether.mjs", "election.mjs", "election.test.mjs"}, "node %s.mjs", "node --test"},
}

// Languages are the languages for programs.
func Languages() []string { return []string{string(Python), string(JavaScript)} }

// A Script says what was written for a program in another language.
type Script struct {
	Files []string
	Start string // the command that starts it
	Test  string // the command that tests it
}

// Do writes an election in a language into a directory, with the helper that it imports. It changes no file
// that is there: a helper of the same content is used.
func (l Language) Do(name, dir string) (*Script, error) {
	p, known := programs[l]
	switch {
	case !known:
		return nil, fmt.Errorf("there is no helper for the language %q: want one of %s; any other can be used, see docs/languages.md", l, strings.Join(Languages(), ", "))
	case !nameForm.MatchString(name):
		return nil, fmt.Errorf("%q is no name: small letters, digits and single hyphens, a letter first, like lowest-id", name)
	}
	module := strings.ReplaceAll(name, "-", "_")
	if module == "bellwether" {
		return nil, errors.New("bellwether is the name of the helper: choose another")
	}
	w := &Script{Start: fmt.Sprintf(p.start, module), Test: p.test}
	texts := map[string]string{}
	for _, from := range p.files {
		text, err := patterns.ReadFile(path.Join("languages", from))
		if err != nil {
			return nil, err
		}
		to := strings.ReplaceAll(from, "election", module)
		texts[to] = strings.ReplaceAll(string(text), "NAME", module)
		switch there, err := os.ReadFile(filepath.Join(dir, to)); {
		case err == nil && string(there) == texts[to]:
		case err == nil:
			return nil, fmt.Errorf("%s is there already", to)
		case errors.Is(err, fs.ErrNotExist):
			w.Files = append(w.Files, to)
		default:
			return nil, err
		}
	}
	for _, to := range w.Files {
		if err := os.WriteFile(filepath.Join(dir, to), []byte(texts[to]), 0o644); err != nil {
			return nil, err
		}
	}
	return w, nil
}
