// Package keys has the scenario file that is being read: which keys it gives, which are
// sound, and what is reported about them.
//
// A fault makes loading fail; a warning is about a value that is valid, but may not mean
// what its author thinks. Both are kept with the place of their key, in the order in which
// they are reported. The parts that read a scenario share one File, and nothing else. The
// package decides nothing about values, and opens no file.
package keys

import (
	"fmt"

	"bellwether/internal/base/crash"
	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// Form is the version of the form of scenario files that this program writes.
const Form = 2

// Duration is a span of time with its unit.
type Duration = strictyaml.Duration

// A Warning is about the value of one key.
type Warning struct {
	Place   strictyaml.Place
	Path    string
	Message string
}

// A File is a scenario file that is being read.
type File struct {
	*strictyaml.Document
	name     string // in messages
	form     int    // that the file states
	warnings []Warning
	broken   error // a panic of the program's own code
}

// New returns the file of a document; messages call it by the name.
func New(name string, doc *strictyaml.Document) *File {
	return &File{Document: doc, name: name, form: Form}
}

// SetForm sets the form that the file states.
func (f *File) SetForm(form int) { f.form = form }

// Before reports whether the file is of a form older than the given one.
func (f *File) Before(form int) bool { return f.form < form }

// First is the first of some keys that the file gives, so that a fault is reported where it
// can be corrected. If the file gives none of them, it is the first of all.
func (f *File) First(paths ...string) string {
	for _, path := range paths {
		if f.Given(path) {
			return path
		}
	}
	return paths[0]
}

// Fill sets a value that the file does not give.
func Fill[T any](f *File, path string, value *T, custom T) {
	if !f.Given(path) {
		*value = custom
	}
}

// AtMost reports a range whose least value is above its greatest.
func AtMost[T float64 | Duration](f *File, path string, low, high T) {
	if low > high && f.Sound(path) {
		at := path + ".min"
		if !f.Given(at) {
			at = path + ".max"
		}
		f.Fault(at, "min %v is above max %v", low, high)
	}
}

// Known reports whether a node is in the world, whose nodes are 1 to nodes. If not, it
// reports a fault.
func (f *File) Known(path string, id protocol.ID, nodes int) bool {
	if id >= 1 && int(id) <= nodes {
		return true
	}
	if f.Sound("nodes") {
		f.Fault(path, "there is no node %d: nodes are 1 to %d", id, nodes)
	}
	return false
}

// Warn adds a warning about the value of a key. A key that the file does not give has no line.
func (f *File) Warn(path, format string, args ...any) {
	at := strictyaml.Place{File: f.name}
	if f.Given(path) {
		at = f.Place(path)
	}
	f.warnings = append(f.warnings, Warning{at, path, fmt.Sprintf(format, args...)})
}

// Warnings are all that were reported, in their order.
func (f *File) Warnings() []Warning { return f.warnings }

// Refused reports a fault because of an error. A panic of the program's own code is no fault
// of the file: Err returns it as it is.
func (f *File) Refused(path, why string, err error) {
	if len(crash.Find(err)) > 0 {
		f.broken = fmt.Errorf("%s: %s: %w", f.name, path, err)
		return
	}
	f.Fault(path, "%s", why)
}

// Err is what is wrong so far, nil if nothing is.
func (f *File) Err() error {
	if f.broken != nil {
		return f.broken
	}
	return f.Document.Err()
}
