package scenarios

import (
	"bellwether/scenarios/internal/keys"
)

// Form is the version of the form of scenario files that this program writes, and
// that a file states as "schema: 2". The versions:
//
//	1  files without the key: all before there were versions
//	2  what this package describes
//
// A key keeps its meaning within a version. Where a later version gives a key, or
// its absence, another meaning, the part of the loader that reads it asks
// [keys.File.Before] and warns: what the file means now, what it meant, and what to
// write for either. So no old file gives other results without a warning.
//
// The former meanings are not kept: each of them was a wrong number (batteries that
// the file did not ask for, teams whose members were faster than their speed, a recording
// that ended long before the run). Files without the key are not refused either, so that a
// first scenario can be written without knowledge of versions.
const Form = keys.Form

// firstForm is that of files which do not state it.
const firstForm = 1

// readForm takes what the file states. A form that is yet to come is refused: its
// keys may mean anything.
func (r *reader) readForm() {
	s := r.s
	form := s.Schema
	if !r.Given("schema") {
		form = firstForm
	}
	r.SetForm(form)
	if form > Form {
		r.Fault("schema", "form %d is later than this bellwether, which reads up to %d: a later one reads it", form, Form)
	}
	// What is loaded leaves nothing open, and is written in the present form.
	s.Schema = Form
}
