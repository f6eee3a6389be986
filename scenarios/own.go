package scenarios

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/sim/userparts"
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
)

var ownName = regexp.MustCompile(`^[a-z][a-z0-9._-]*$`)

// validateOwn refuses Options whose own faults, models or losses no file could name. Such an
// error is one of the program, not of a file.
func (o *Options) validateOwn() error {
	var wrong []error
	seen := map[string]bool{}
	for i := range o.Faults {
		f := &o.Faults[i]
		if err := f.Validate(); err != nil {
			wrong = append(wrong, errs.Scenarios.Errorf("%w", err))
		}
		if seen[f.Name] {
			wrong = append(wrong, errs.Scenarios.Errorf("two faults of one's own are called %s", f.Name))
		}
		seen[f.Name] = true
	}
	check := func(what, name string, made bool) {
		switch {
		case !ownName.MatchString(name):
			wrong = append(wrong, errs.Scenarios.Errorf("%s of one's own is called %q: want small letters, digits, dots, underscores and hyphens", what, name))
		case !made:
			wrong = append(wrong, errs.Scenarios.Errorf("%s %s is nil", what, name))
		}
	}
	for _, name := range o.models() {
		check("a model of movement", name, o.Models[name] != nil)
	}
	for _, name := range o.losses() {
		check("a loss", name, o.Losses[name] != nil)
	}
	return errors.Join(wrong...)
}

func (o *Options) models() []string { return slices.Sorted(maps.Keys(o.Models)) }
func (o *Options) losses() []string { return slices.Sorted(maps.Keys(o.Losses)) }

func (o *Options) faults() []string {
	var names []string
	for _, f := range o.Faults {
		names = append(names, f.Name)
	}
	return names
}

// ownFault is the program's fault that an entry names; nil if there is none.
func (o *Options) ownFault(name string) *emulator.OwnFault {
	n := slices.IndexFunc(o.Faults, func(f emulator.OwnFault) bool { return f.Name == name })
	if n < 0 {
		return nil
	}
	return &o.Faults[n]
}

// named checks that what a key names is known to the program.
func (r *reader) named(path, what, name string, known []string) {
	switch {
	case !r.Sound(path) || slices.Contains(known, name):
	case name == "":
		r.Fault(path, "is missing: which %s of the program's own%s", what, theirs(known))
	default:
		r.Fault(path, "this program has no %s called %s%s%s", what, name, theirs(known), strictyaml.DidYouMean(name, known))
	}
}

// theirs lists what a program has of its own.
func theirs(known []string) string {
	if len(known) == 0 {
		return ": it has none of its own, as another program may"
	}
	return ": its own are " + strings.Join(known, ", ")
}

// ownStrikes checks an entry with a fault of the program's own. It reports whether the
// program has that fault.
func (r *reader) ownStrikes(path string, f *section.Fault, one *section.Strike) bool {
	r.named(path+".own", "fault", f.Own, r.o.faults())
	own := r.o.ownFault(f.Own)
	if own == nil {
		return false
	}
	one.Lasts = own.End != nil
	if f.Nodes.Kind == "" && r.Sound(path) {
		r.Fault(path, "does not say whom %s strikes: nodes: best", f.Own)
	}
	return true
}

// checkOwn checks the names of the program's own models and losses in the file.
func (r *reader) checkOwn() {
	s := r.s
	for _, m := range s.movings() {
		if m.Model == section.WordOwn && !s.Radio.Placeless() {
			r.named(m.Path+".name", "model of movement", m.Name, r.o.models())
		}
	}
	if l := s.Radio.Loss; l.Model == section.WordOwn {
		r.named("radio.loss.name", "loss", l.Name, r.o.losses())
	}
}

// ownModel makes the program's model of movement.
func (s *Scenario) ownModel(name string, area mobility.Area) (mobility.Model, error) {
	return userparts.Model(name, s.options.Models[name])(area)
}
