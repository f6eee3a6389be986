package baseline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/protocol"
)

// Whoever wants to know what an algorithm says finds its normal run, a crash, a lost
// message, a merge and a resignation told; the packages' own tests play them.
func TestEveryAlgorithmTellsItsStories(t *testing.T) {
	told := map[string]bool{}
	files, err := filepath.Glob("internal/*/testdata/*.story")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kind := strings.TrimSuffix(filepath.Base(file), ".story")
		kind = kind[strings.LastIndex(kind, "_")+1:] // replacing_crash
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) > 1 && words[0] == "nodes" {
				told[words[1]+" "+kind] = true
			}
		}
	}
	each(t, func(t *testing.T, a protocol.Algorithm) {
		for _, kind := range []string{"normal", "crash", "lost", "merge", "resign"} {
			if !told[a.Name+" "+kind] {
				t.Errorf("no %s.story", kind)
			}
		}
	})
}
