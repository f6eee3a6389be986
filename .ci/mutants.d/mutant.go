package mutants

import (
	"fmt"
	"regexp"
	"slices"
)

// A Mutant is one fault planted in the module.
type Mutant struct {
	Name  string
	Where string // file and line of the list
	Edits []Edit

	Breaks     string   // what it breaks, in a sentence
	Outcome    Outcome  // whether what nodes do changes
	Convicts   []string // the columns that are expected to convict it
	Equivalent string   // why no check can convict it; "": it is not equivalent to the module
}

// An Edit replaces a text in a function that has it exactly once.
type Edit struct {
	Package  string // directory of the module
	Function string // its name, a method's after its type and a dot: node.Start, whether that is exported or not
	Was, Now string // Go source; white space in Was matches any white space
	replaced bool   // Now was given, perhaps empty
}

// Outcome states whether a mutant changes what can be observed.
type Outcome string

// The outcomes.
const (
	Changes Outcome = "changes" // who leads, when, or what it costs; in a checker or a measure: a verdict or a number
	Numbers Outcome = "numbers" // how many frames are lost, retried or sent, and no law speaks of that: a search finds it by accident
	Orders  Outcome = "orders"  // what nodes do, but only after messages in an order that no search draws: tests deliver them by hand
	Same    Outcome = "same"    // wasted work, or a defence that nothing needs yet
)

var outcomes = []Outcome{Changes, Numbers, Orders, Same}

// Package returns the directory of the mutant's package, relative to the root of the module. It
// must have an edit.
func (m *Mutant) Package() string { return m.Edits[0].Package }

var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// validate returns what is wrong with a mutant; columns are the names of all columns.
func (m *Mutant) validate(columns []string) error {
	switch {
	case !nameForm.MatchString(m.Name):
		return fmt.Errorf("a name is words of small letters and digits, joined by -: %q", m.Name)
	case len(m.Edits) == 0:
		return fmt.Errorf("%s changes nothing: it needs in, was and now", m.Name)
	case m.Breaks == "":
		return fmt.Errorf("%s does not say what it breaks", m.Name)
	case !slices.Contains(outcomes, m.Outcome):
		return fmt.Errorf("%s: outcome is one of %s, not %q", m.Name, outcomes, m.Outcome)
	case len(m.Convicts) == 0 && m.Equivalent == "":
		return fmt.Errorf("%s: convicts names a column, or equivalent says why none can", m.Name)
	case len(m.Convicts) > 0 && m.Equivalent != "":
		return fmt.Errorf("%s: no column convicts an equivalent mutant", m.Name)
	case m.Equivalent != "" && m.Outcome != Same:
		return fmt.Errorf("%s: an equivalent mutant changes no outcome", m.Name)
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
			return fmt.Errorf("%s replaces nothing, or a text by itself", m.Name)
		}
	}
	return nil
}
