package foreign

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// python lets a class of the helper answer lines, each of which must contain what is wanted; start comes first.
func python(t *testing.T, class string, want map[string]string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	helper, err := os.ReadFile("../../../cmd/internal/scaffold/languages/python/bellwether.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bellwether.py": string(helper), "mine.py": "import bellwether\nclass Mine(bellwether.Node):" + class + "bellwether.serve(Mine)\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := start(Command{Words: []string{"python3", "mine.py"}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	lines := slices.SortedFunc(maps.Keys(want), func(a, b string) int { return strings.Compare(b, a) })
	for _, line := range append([]string{`{"bellwether":1,"call":"run","row":"mine","detection":{"interval_ns":2,"misses":3},"hysteresis":{"per_mille":0,"bonus":0},"params":{}}`}, lines...) {
		if answer, err := p.exchange([]byte(line + "\n")); err != nil || !strings.Contains(string(answer), want[line]) {
			t.Fatalf("%s: got %s, %v, want %s", line, answer, err, want[line])
		}
	}
}
