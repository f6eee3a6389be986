package scenarios

import (
	"errors"
	"maps"
	"regexp"
	"slices"

	"bellwether/internal/base/errs"
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

// checkOwn checks the names of the program's own models and losses in the file.
func (r *reader) checkOwn() {
	s := r.s
	for _, m := range s.movings() {
		if m.Model == section.WordOwn && !s.Radio.Placeless() {
			r.Named(m.Path+".name", "model of movement", m.Name, r.o.models())
		}
	}
	if l := s.Radio.Loss; l.Model == section.WordOwn {
		r.Named("radio.loss.name", "loss", l.Name, r.o.losses())
	}
}
