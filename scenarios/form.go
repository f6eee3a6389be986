package scenarios

import "fmt"

// Form is the version of the form of scenario files that this program writes, and
// that a file states as "schema: 2". The versions:
//
//	1  files without the key: all before there were versions
//	2  what this package describes
//
// A key keeps its meaning within a version. Where a later version gives a key, or
// its absence, another meaning, the part of the loader that reads it asks [reader.before],
// gives the file its former meaning, and says so with [reader.formerly]: nobody
// gets other results of an old file without a word. Where the former meaning is
// gone, [reader.refused] says what to write.
const Form = 2

// firstForm is that of files which do not state it.
const firstForm = 1

// readForm takes what the file states. A form that is yet to come is refused: its
// keys may mean anything.
func (r *reader) readForm() {
	s := r.s
	r.form = s.Schema
	if !r.Given("schema") {
		r.form = firstForm
	}
	if r.form > Form {
		r.Fault("schema", "form %d is later than this bellwether, which reads up to %d: a later one reads it", r.form, Form)
	}
	// What is loaded leaves nothing open, and is written in the present form.
	s.Schema = Form
}

// before says that the file is of a form older than the given one.
func (r *reader) before(form int) bool { return r.form < form }

// formerly warns that what path says, or leaves out, was given the meaning that it
// had in the file's form. meant is that meaning; write is what says the same in the
// present form.
func (r *reader) formerly(path, meant, write string) {
	r.oddly(path, "%s, as %s; to keep that write schema: %d and %s, else only schema: %d", meant, r.ofForm(), Form, write, Form)
}

// refused notes that a file of an older form cannot have its meaning any more.
// meant is what it would mean, and write is what to write instead.
func (r *reader) refused(path, meant, write string) {
	r.Fault(path, "%s, as %s, and that is no more; write schema: %d and %s", meant, r.ofForm(), Form, write)
}

// ofForm says of which form the file is, and why.
func (r *reader) ofForm() string {
	if r.Given("schema") {
		return fmt.Sprintf("the file is of form %d", r.form)
	}
	return fmt.Sprintf("the file states no schema and so is of form %d", r.form)
}
