package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// A file states its form. A form later than the present one is refused with its place, and
// a scenario is always written in the present form.
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

// The built-in scenarios have the present form, so that nobody copies an old one.
func TestBuiltInScenariosHaveThePresentForm(t *testing.T) {
	for _, name := range Builtin() {
		text, _ := Source(name)
		if !strings.Contains(string(text), fmt.Sprintf("\nschema: %d\n", Form)) {
			t.Errorf("%s does not have schema: %d", name, Form)
		}
	}
}

// A file of an older form whose meaning has changed has a warning, which says what to
// write. A file of the present form, or whose meaning is the same, has none.
func TestChangedMeaningsHaveWarnings(t *testing.T) {
	const tells = "schema"
	for text, want := range map[string]string{
		"duration: 30m\n": "energy: no node has a battery",
		"energy: {profile: none}\nmobility: {model: gauss-markov}\n": "mobility.deviation.speed",
		"energy: {profile: none}\n":                                  "",
	} {
		for form, head := range map[int]string{1: "", Form: "schema: 2\n"} {
			s, err := Read("x.yaml", []byte(head+text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			told := ""
			for _, w := range s.Warnings() {
				if strings.Contains(fmt.Sprint(w), tells) {
					told += fmt.Sprint(w)
				}
			}
			if form == Form && told != "" || form == 1 && (want == "") != (told == "") || form == 1 && !strings.Contains(told, want) {
				t.Errorf("form %d, %q: warned %q, want %q", form, text, told, want)
			}
		}
	}
}
