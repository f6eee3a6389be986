package keys

import (
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
)

// Named checks that what a key names is known to the program.
func (f *File) Named(path, what, name string, known []string) {
	switch {
	case !f.Sound(path) || slices.Contains(known, name):
	case name == "":
		f.Fault(path, "is missing: which %s of the program's own%s", what, theirs(known))
	default:
		f.Fault(path, "this program has no %s called %s%s%s", what, name, theirs(known), strictyaml.DidYouMean(name, known))
	}
}

// theirs lists what a program has of its own.
func theirs(known []string) string {
	if len(known) == 0 {
		return ": it has none of its own, as another program may"
	}
	return ": its own are " + strings.Join(known, ", ")
}
