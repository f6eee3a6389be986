package layers

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBubblesAreOpenedInOnePlace: a bubble that is opened otherwise may end its test with
// SIGSEGV under the race detector; package bubble says why.
func TestBubblesAreOpenedInOnePlace(t *testing.T) {
	opens := "synctest." + "Test("
	var places []string
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), opens) {
			places = append(places, path)
		}
		return err
	})
	if want := "../../../internal/testkit/bubble/bubble.go"; err != nil || len(places) != 1 || places[0] != want {
		t.Errorf("bubbles are opened in %q, %v; want %s alone", places, err, want)
	}
}
