package layers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	rewriting = regexp.MustCompile(`go test \./election \./baseline/\.\.\. -run '([^']+)' -rewrite`)
	replaying = regexp.MustCompile(`(?m)^func (Test\w+)\((?:.*\n)(?:\t.*\n)*?.*\b(storytest|conformance)\.Run\(`)
)

// The command of CONTRIBUTING.md that records stories anew includes each package that has
// stories.
func TestStoriesAreRecordedByTheCommandOfThePage(t *testing.T) {
	const root = "../../.."
	page, err := os.ReadFile(root + "/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	command := rewriting.FindStringSubmatch(strings.Join(strings.Fields(string(page)), " "))
	if command == nil {
		t.Fatal("the page has no such command")
	}
	selected := func(name string) bool {
		for one := range strings.SplitSeq(command[1], "|") {
			test, law, deeper := strings.Cut(one, "/")
			if strings.Contains(name, test) && (!deeper || law == "Stories") {
				return true
			}
		}
		return false
	}
	stories, _ := filepath.Glob(root + "/baseline/internal/*/testdata/*.story")
	stories = append(stories, root+"/election/testdata/any.story")
	asked := map[string]bool{}
	for _, story := range stories {
		dir := filepath.Dir(filepath.Dir(story))
		if asked[dir] {
			continue
		}
		asked[dir] = true
		sources, _ := filepath.Glob(dir + "/*_test.go")
		tests := 0
		for _, source := range sources {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range replaying.FindAllStringSubmatch(string(text), -1) {
				if tests++; !selected(found[1]) {
					t.Errorf("%s: %q leaves out %s", source, command[1], found[1])
				}
			}
		}
		if tests == 0 {
			t.Errorf("%s has stories, and no test of them was found", dir)
		}
	}
	if len(asked) < 10 {
		t.Errorf("only %d packages have stories", len(asked))
	}
}
