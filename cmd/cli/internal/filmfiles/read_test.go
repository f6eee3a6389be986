package filmfiles

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"bellwether/trace"
)

// Traces of live agents have one clock, that of the first to begin; any other trace among them, or one
// alone, begins at its own zero.
func TestTracesOfAgentsHaveOneClock(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, zero int64) string {
		path := filepath.Join(dir, name)
		var b bytes.Buffer
		if err := trace.NewWriter(&b, trace.WriterOptions{Zero: zero}).Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	late, early, run := file("late", 1_790_000_000_000_000_007), file("early", 1_790_000_000_000_000_005), file("run", 0)
	for _, c := range []struct {
		names []string
		want  int64
	}{
		{[]string{late, early}, 1_790_000_000_000_000_005},
		{[]string{late}, 0},
		{[]string{early, run}, 0},
		{[]string{early, filepath.Join(dir, "none")}, 0},
	} {
		if zero := earliest(c.names); zero != c.want {
			t.Errorf("%v: %d, want %d", c.names, zero, c.want)
		}
	}
}
