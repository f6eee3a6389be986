package scenarios

import (
	"io"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/reference"
)

// format is what the descriptions of the format are made from.
func format() reference.Format {
	return reference.Format{Schema: schema, Whole: new(Scenario), Row: new(entryFields), Assume: assumed}
}

// Reference writes the page REFERENCE.md: every key of a scenario with its type,
// unit, bounds, default and meaning, a table for each model, and the radios and
// batteries that have names. All of it comes from the code.
func Reference() []byte { return format().Page() }

// Models returns a row for each word of each key that chooses a model: the key, the
// word, and the keys that have a meaning beside it.
func Models() [][]string { return format().Models() }

// DescribeModels writes what the code knows of the models that a word chooses,
// whatever the key; of a key.word only there. An unknown one is an error.
func DescribeModels(w io.Writer, name string) error { return format().Describe(w, name) }

// Describe writes what the code knows of an algorithm, for people.
func Describe(w io.Writer, a protocol.Algorithm) error {
	var s Scenario
	strictyaml.Default(&s)
	config, faults := s.setup(Entry{Name: a.Name}, a)
	if len(faults) > 0 {
		return reference.Algorithm(w, a, nil)
	}
	return reference.Algorithm(w, a, &config)
}

// assumed is the scenario of a sound text, with the defaults that depend on other keys. It
// has no name: a scenario has that of its file.
func assumed(text string) any {
	doc, err := strictyaml.Parse("", []byte(text+"\n"))
	if err != nil {
		panic("scenarios: " + err.Error()) // a word of an enumeration
	}
	r := &reader{File: keys.New("", doc), s: new(Scenario)}
	doc.Decode(r.s)
	r.dependents()
	r.s.Name = ""
	return *r.s
}
