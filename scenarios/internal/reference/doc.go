// Package reference describes the format of scenario files and the algorithms for people: the
// page REFERENCE.md, one model for a terminal, one algorithm for a terminal.
//
// It takes everything from the types, the schema and the algorithm's own tables, so that it
// cannot say anything else than the code does. It needs a Format, which package scenarios
// fills in. It writes to buffers and writers only, and panics if the schema does not fit the
// types, which a test excludes.
package reference

// A Format is what the descriptions are made from.
type Format struct {
	Schema []byte // the JSON Schema, which has the meaning of each key
	Whole  any    // a pointer to a scenario; its type has the keys
	Row    any    // a pointer to the fields of a row of algorithms
	// Assume returns the scenario, not a pointer, of a text, with the defaults that depend
	// on other keys and without a name.
	Assume func(text string) any
}
