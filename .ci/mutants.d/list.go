package mutants

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Dir is the directory of the list, relative to the root of the module.
const Dir = ".ci/mutants.d"

// A List holds the mutants, and the columns that may convict them.
type List struct {
	Mutants []Mutant
	Columns []Column
}

// Read reads the list of the module at a root: the files *.mutants, in the order of their
// names, and columns. The error has all faults.
func Read(root string) (*List, error) {
	columns, err := readColumns(filepath.Join(root, Dir, "columns"))
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, Dir, "*.mutants"))
	if err != nil {
		return nil, err
	}
	l := &List{Columns: columns}
	var faults []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := parse(filepath.Base(file), string(text))
		l.Mutants = append(l.Mutants, found...)
		faults = append(faults, err)
	}
	faults = append(faults, l.validate())
	return l, errors.Join(faults...)
}

func (l *List) validate() error {
	var names []string
	for _, c := range l.Columns {
		names = append(names, c.Name)
	}
	var faults []error
	seen := map[string]string{}
	for i := range l.Mutants {
		m := &l.Mutants[i]
		if err := m.validate(names); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", m.Where, err))
		}
		if before, twice := seen[m.Name]; twice {
			faults = append(faults, fmt.Errorf("%s: %s is at %s too", m.Where, m.Name, before))
		}
		seen[m.Name] = m.Where
	}
	return errors.Join(faults...)
}

// A field is one "key: value" of a list.
type field struct {
	key, value string
	line       int
}

// fields splits a text into fields. A line that begins with white space continues the value
// before it; a line that begins with # is a comment.
func fields(text string) (out []field, err error) {
	for n, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || strings.HasPrefix(line, "#"):
		case line[0] == ' ' || line[0] == '\t':
			if len(out) == 0 {
				return out, fmt.Errorf("line %d continues a value, and there is none before it", n+1)
			}
			last := &out[len(out)-1]
			last.value = strings.TrimSpace(last.value + "\n" + bare)
		default:
			key, value, is := strings.Cut(line, ":")
			if !is {
				return out, fmt.Errorf("line %d: want key: value", n+1)
			}
			out = append(out, field{key, strings.TrimSpace(value), n + 1})
		}
	}
	return out, nil
}

// parse reads the mutants of one file.
func parse(name, text string) (out []Mutant, err error) {
	all, err := fields(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var in Edit // package and function of the edits that follow
	for _, f := range all {
		if f.key == "mutant" {
			out = append(out, Mutant{Name: f.value, Where: fmt.Sprintf("%s:%d", name, f.line)})
			in = Edit{}
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%s:%d: a list begins with mutant: NAME", name, f.line)
		}
		if err := out[len(out)-1].set(f, &in); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, f.line, err)
		}
	}
	return out, nil
}

// set sets a field of a mutant. in is the package and function of the edits that follow.
func (m *Mutant) set(f field, in *Edit) error {
	switch f.key {
	case "in":
		words := strings.Fields(f.value)
		if len(words) != 2 {
			return fmt.Errorf("in: want a package and a function, got %q", f.value)
		}
		in.Package, in.Function = words[0], words[1]
	case "was":
		if in.Function == "" {
			return errors.New("was: in which function? in comes first")
		}
		m.Edits = append(m.Edits, Edit{Package: in.Package, Function: in.Function, Was: f.value})
	case "now":
		if len(m.Edits) == 0 || m.Edits[len(m.Edits)-1].replaced {
			return errors.New("now: in place of what? was comes first")
		}
		last := &m.Edits[len(m.Edits)-1]
		last.Now, last.replaced = f.value, true
	case "breaks":
		m.Breaks = sentence(f.value)
	case "outcome":
		m.Outcome = Outcome(f.value)
	case "convicts":
		m.Convicts = strings.Fields(f.value)
	case "equivalent":
		m.Equivalent = sentence(f.value)
	default:
		return fmt.Errorf("there is no field %q", f.key)
	}
	return nil
}

// sentence joins the words of a text by single spaces.
func sentence(s string) string { return strings.Join(strings.Fields(s), " ") }

// Pick keeps the mutants whose names contain one of these words; all if no word is given.
func (l *List) Pick(words []string) error {
	if len(words) == 0 {
		return nil
	}
	l.Mutants = slices.DeleteFunc(l.Mutants, func(m Mutant) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(m.Name, w) })
	})
	if len(l.Mutants) == 0 {
		return fmt.Errorf("mutants: no name contains %s", strings.Join(words, ", "))
	}
	return nil
}
