package errs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Package is the name with which the messages of a package begin.
type Package string

// The packages whose refusals are shown beside lines of files.
const (
	Mobility Package = "mobility" // and the readers and writers of movement
	Radio    Package = "radio"    // and the readers of walls and losses
	RoadMap  Package = "roadmap"

	Film      Package = "film"
	Emulator  Package = "emulator"
	Measure   Package = "measure"
	Scenarios Package = "scenarios"
	Trace     Package = "trace"
)

// Errorf makes an error of the package; %w wraps, as with [fmt.Errorf].
func (p Package) Errorf(format string, args ...any) error {
	return &refusal{p, fmt.Errorf(format, args...)}
}

// Note adds words to the end of an error's message; whose error it is stays.
func Note(err error, format string, args ...any) error {
	words := fmt.Sprintf(format, args...)
	if r, ok := err.(*refusal); ok {
		return &refusal{r.of, fmt.Errorf("%w %s", r.why, words)}
	}
	return fmt.Errorf("%w %s", err, words)
}

// refusal is an error of a package.
type refusal struct {
	of  Package
	why error
}

func (r *refusal) Error() string { return string(r.of) + ": " + r.why.Error() }
func (r *refusal) Unwrap() error { return r.why }

// located is a fault of a field.
type located struct {
	field string
	why   error
}

func (l *located) Error() string { return l.field + ": " + l.why.Error() }
func (l *located) Unwrap() error { return l.why }

// In puts a field's name before a fault of it; nil stays nil.
func In(field string, err error) error {
	if err == nil {
		return nil
	}
	return &located{field, err}
}

// Why is the message of an error without the name of the package that refuses.
func Why(err error) string {
	if r, ok := err.(*refusal); ok {
		return r.why.Error()
	}
	return err.Error()
}

// Plain returns the message of an error without the names of the packages that refused, for
// users of the command line.
func Plain(err error) string { return plain(err.Error(), err) }

func plain(text string, err error) string {
	if r, ok := err.(*refusal); ok {
		text = strings.Replace(text, r.Error(), r.why.Error(), 1)
	}
	switch of := err.(type) {
	case interface{ Unwrap() error }:
		if why := of.Unwrap(); why != nil {
			text = plain(text, why)
		}
	case interface{ Unwrap() []error }:
		for _, why := range of.Unwrap() {
			text = plain(text, why)
		}
	}
	return text
}

// Each returns every fault of an error separately, without names of packages. A refusal that
// contains refusals has their faults. An error without a refusal is one fault.
func Each(err error) []string {
	if whys := refusals(err); len(whys) > 0 {
		return whys
	}
	return []string{err.Error()}
}

func refusals(err error) (whys []string) {
	for _, one := range unwrapped(err) {
		whys = append(whys, refusals(one)...)
	}
	if r, ok := err.(*refusal); ok && len(whys) == 0 {
		whys = append(whys, r.why.Error())
	}
	return whys
}

// Concerns reports whether an error refuses the field at a path of names, from the outermost
// on. Fields between those named count, too.
func Concerns(err error, path ...string) bool {
	if l, ok := err.(*located); ok && len(path) > 0 && l.field == path[0] {
		path = path[1:]
	}
	return len(path) == 0 || slices.ContainsFunc(unwrapped(err), func(one error) bool { return Concerns(one, path...) })
}

// unwrapped are the errors next inside of one.
func unwrapped(err error) []error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		return several.Unwrap()
	}
	if one := errors.Unwrap(err); one != nil {
		return []error{one}
	}
	return nil
}
