package mutants

import (
	"fmt"
	"regexp"
	"slices"
)

// A Mutant is one fault.
type Mutant struct {
	Name  string
	Where string // file and line of the list
	Edits []Edit

	Breaks     string   // what it breaks, in a sentence
	Outcome    Outcome  // whether what nodes do changes
	Convicts   []string // the columns that are expected to convict it
	Equivalent string   // why nobody can: an argument; "": it is no equivalent
}

// An Edit replaces what stands in a function, where it stands once.
type Edit struct {
	Package  string // directory of the module
	Function string // its name, a method's after its type and a dot: node.Start, whether that is exported or not
	Was, Now string // Go; any space of Was stands for any other
	replaced bool   // Now was given, perhaps as nothing
}

// Outcome says what a mutant changes.
type Outcome string

// The outcomes.
const (
	Changes Outcome = "changes" // who leads, when, or what it costs; in a judge: a verdict or a number
	Same    Outcome = "same"    // a waste, or a defence that nothing yet needs
)

// Package is the directory of the module that the mutant is in: that of its first edit.
func (m *Mutant) Package() string { return m.Edits[0].Package }

var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// validate says what a mutant lacks; columns are those there are.
func (m *Mutant) validate(columns []string) error {
	switch {
	case !nameForm.MatchString(m.Name):
		return fmt.Errorf("a name is small letters and digits, in words joined by -: %q", m.Name)
	case len(m.Edits) == 0:
		return fmt.Errorf("%s changes nothing: it needs in, was and now", m.Name)
	case m.Breaks == "":
		return fmt.Errorf("%s does not say what it breaks", m.Name)
	case m.Outcome != Changes && m.Outcome != Same:
		return fmt.Errorf("%s: outcome is %s or %s, not %q", m.Name, Changes, Same, m.Outcome)
	case len(m.Convicts) == 0 && m.Equivalent == "":
		return fmt.Errorf("%s: convicts names a column, or equivalent says why none can", m.Name)
	case len(m.Convicts) > 0 && m.Equivalent != "":
		return fmt.Errorf("%s: what is equivalent nobody convicts", m.Name)
	case m.Equivalent != "" && m.Outcome != Same:
		return fmt.Errorf("%s: what is equivalent changes no outcome", m.Name)
	}
	for _, c := range m.Convicts {
		if !slices.Contains(columns, c) {
			return fmt.Errorf("%s: there is no column %q", m.Name, c)
		}
	}
	for _, e := range m.Edits {
		if e.Package != m.Package() {
			return fmt.Errorf("%s is in %s and in %s: a mutant has one package", m.Name, m.Package(), e.Package)
		}
		if e.Was == "" || e.Was == e.Now || !e.replaced {
			return fmt.Errorf("%s replaces nothing, or by itself", m.Name)
		}
	}
	return nil
}
