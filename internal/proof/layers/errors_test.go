package layers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// takesApart matches code that reads the text of an error.
var takesApart = regexp.MustCompile(`strings\.(Trim|Cut|Contains|HasPrefix|HasSuffix|Index|LastIndex|Split|Fields)\w*\(\w*[eE]rr\w*\.Error\(\)`)

// mayTakeApart are the files that have no other way.
var mayTakeApart = map[string]string{
	"internal/live/membership/internal/rejoin/explain.go": "memberlist's errors have no types",
	"protocol/conformance/machine.go":                     "a law asks how the text begins",
}

// TestNoErrorIsTakenApartByItsText: code that must distinguish errors gives them a type or
// a value, like package errs.
func TestNoErrorIsTakenApartByItsText(t *testing.T) {
	met := 0
	for _, p := range house(t) {
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			found := takesApart.FindString(string(text))
			if found == "" {
				continue
			}
			if mayTakeApart[p.name()+"/"+name] == "" {
				t.Errorf("%s/%s: %s…: find out what the error is by errors.Is, errors.As, refuse.Why, refuse.Concerns", p.name(), name, strings.TrimSpace(found))
			}
			met++
		}
	}
	if met != len(mayTakeApart) {
		t.Errorf("%d files read the text of errors, %d may: remove those that no longer do", met, len(mayTakeApart))
	}
}
