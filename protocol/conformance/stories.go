package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/emulator/story"
	"bellwether/internal/proof/storytest"
)

// told are the stories that every algorithm must have.
var told = []string{"normal", "crash", "lost", "merge", "resign"}

// stories plays the stories of the algorithm's directory and compares their text. Stories
// of other algorithms in it are skipped.
func stories(t testing.TB, r row) error {
	dir, given := r.facts.directory()
	files, err := filepath.Glob(filepath.Join(dir, "*"+storytest.Suffix))
	if err != nil {
		return err
	}
	if len(files) == 0 && !given {
		t.Skip("there are no stories: bellwether story records them")
	}
	kinds := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !tells(string(text), r.a.Name) {
			continue
		}
		kind := strings.TrimSuffix(filepath.Base(file), storytest.Suffix)
		kinds[kind[strings.LastIndex(kind, "_")+1:]] = true // replacing_crash
		storytest.Play(t.(*testing.T), file, story.Only(r.a))
	}
	for _, kind := range told {
		if !kinds[kind] {
			return &finding{"Facts.Stories", fmt.Sprintf("%s has no %s%s of %s", dir, kind, storytest.Suffix, r.a.Name),
				"that story by hand, and run the test with -rewrite"}
		}
	}
	return nil
}

// tells reports whether a story is about the algorithm.
func tells(text, algorithm string) bool {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "nodes" && words[1] == algorithm {
			return true
		}
	}
	return false
}
