package foreign

import (
	"bytes"
	"flag"
	"os"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bellwether/internal/testkit/schematest"
)

var update = flag.Bool("update", false, "write docs/languages.schema.json anew")

// published is where people find the schema.
const published = "../../../docs/languages.schema.json"

// TestThePublishedSchemaIsCurrent: it is what the code makes.
func TestThePublishedSchemaIsCurrent(t *testing.T) {
	if *update {
		if err := os.WriteFile(published, Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, Schema()) {
		t.Errorf("%s is old: go test ./internal/contract/foreign -run Schema -update", published)
	}
}

// compile compiles a definition of the schema.
func compile(t *testing.T, def string) *validator.Schema {
	t.Helper()
	s, err := schematest.Compile(Schema(), "/$defs/"+def)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// allows reports whether a definition allows a line.
func allows(t *testing.T, s *validator.Schema, line string) bool {
	t.Helper()
	value, err := validator.UnmarshalJSON(bytes.NewReader([]byte(line)))
	return err == nil && s.Validate(value) == nil
}

// TestTheSchemaRefusesWhatTheReaderRefuses, and allows what it takes.
func TestTheSchemaRefusesWhatTheReaderRefuses(t *testing.T) {
	s := compile(t, "from_program")
	for line, ok := range map[string]bool{
		describes:          true,
		`{"do":[]}`:        true,
		`{"each":[[],[]]}`: true,
		`{"do":[{"op":"trust","node":1},{"op":"elected","leader":2,"computation":{"num":1,"source":2}}]}`: true,
		`{"do":[{"op":"save","state":{"Any":[1]}}]}`:                                                      true,
		`{"ask":"neighbours","each":[[]]}`:                                                                true,
		`{"ask":"random","below":10}`:                                                                     true,
		`{"error":"hot"}`:                                                                                 true,
		`{"ask":"random"}`:                                                                                false,
		`{"ask":"time"}`:                                                                                  false,
		`{"dont":[]}`:                                                                                     false,
		`{"do":[{"op":"jump"}]}`:                                                                          false,
		`{"do":[{"op":"send","to":1}]}`:                                                                   false,
		`{"do":[{"op":"save","state":1,"to":2}]}`:                                                         false,
		`{"do":[{"op":"trust","node":-1}]}`:                                                               false,
		`{"do":[{"op":"set_timer","timer":"beat","after_ns":1.5}]}`:                                       false,
		`{"do":[{"op":"elected","leader":1,"computation":{"num":1}}]}`:                                    false,
		`{"bellwether":2,"goal":"any","needs":"ring","settles":"1s","messages":[]}`:                       false,
	} {
		if allows(t, s, line) != ok {
			t.Errorf("%s: allowed %v, want %v", line, !ok, ok)
		}
	}
}
