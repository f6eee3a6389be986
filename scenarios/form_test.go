package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/scenarios/strict"
)

// A file states its form; one of a form to come is refused with its place, and what
// is written is of the present one.
func TestFilesStateTheirForm(t *testing.T) {
	for text, want := range map[string]string{
		"schema: 2\nnodes: 4\n": "",
		"schema: 1\nnodes: 4\n": "",
		"nodes: 4\n":            "",
		"schema: 3\nnodes: 4\n": "x.yaml:1:9: schema: form 3 is later than this bellwether, which reads up to 2",
		"schema: 0\nnodes: 4\n": "x.yaml:1:9: schema: must be at least 1",
		"schema: v2\n":          "x.yaml:1:9: schema: must be a whole number, got v2",
		"schem: 2\n":            "did you mean schema?",
	} {
		s, err := Read("x.yaml", []byte(text), Options{})
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want == "" && !strings.Contains(string(s.YAML()), fmt.Sprintf("\nschema: %d\n", Form)):
			t.Errorf("%q is written as\n%s", text, s.YAML())
		}
	}
}

// The built-in scenarios are of the present form, so that nobody copies an old one.
func TestBuiltInScenariosAreOfThePresentForm(t *testing.T) {
	for _, name := range Builtin() {
		text, _ := Source(name)
		if !strings.Contains(string(text), fmt.Sprintf("\nschema: %d\n", Form)) {
			t.Errorf("%s states no schema: %d", name, Form)
		}
	}
}

// What an older form meant is kept with a word, or refused with what to write.
func TestOlderFormsAreKeptOrRefused(t *testing.T) {
	reading := func(form int) *reader {
		r, err := newReader("nodes: 4\n")
		if err != nil {
			t.Fatal(err)
		}
		r.form = form
		return r
	}
	if r := reading(Form); r.before(Form) {
		t.Error("the present form is before itself")
	}
	r := reading(firstForm)
	if !r.before(Form) {
		t.Error("the first form is not before the present one")
	}
	r.formerly("nodes", "there were ten more", "nodes: 14")
	want := "x.yaml:1:8: nodes: there were ten more, as the file states no schema and so is of form 1; to keep that write schema: 2 and nodes: 14, else only schema: 2"
	if got := fmt.Sprint(r.s.Warnings()); got != "["+want+"]" {
		t.Errorf("warned of %s\nwant %s", got, want)
	}
	r.refused("nodes", "they count from 0", "nodes: 5")
	want = "x.yaml:1:8: nodes: they count from 0, as the file states no schema and so is of form 1, and that is no more; write schema: 2 and nodes: 5"
	if err := r.Err(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("refused with %v\nwant %s", err, want)
	}
}

// newReader begins to read a scenario.
func newReader(text string) (*reader, error) {
	doc, err := strict.Parse("x.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	return &reader{source: source{name: "x.yaml"}, Document: doc, s: new(Scenario)}, nil
}
