package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A story becomes a page, also one that fails within; a file that is no story is refused.
func TestViewStory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text, said string
		code       int
	}{
		"good.story":  {"nodes flood-max\nA 1\nB 2\nA-B\n\nelect A\n\ndeliver all\n", "for any browser", exitDone},
		"early.story": {"nodes flood-max\nA 1\nB 2\nA-B\n\ndeliver A-C\n", "The story ends early", exitDone},
		"empty.story": {"", "the script is empty", exitUsage},
		"other.story": {"nodes unheard\nA 1\n", "unknown algorithm", exitUsage},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, said strings.Builder
		code := (&App{Stdout: &out, Stderr: &said}).Main(t.Context(), []string{"view", file, "--out", file + ".html"})
		if code != c.code || !strings.Contains(said.String(), c.said) {
			t.Errorf("%s: exit code %d, %q; want %d, %q", name, code, said.String(), c.code, c.said)
		}
	}
}

// A stopper ends the command once it serves.
type stopper struct {
	strings.Builder
	stop context.CancelFunc
}

func (s *stopper) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "http://") {
		s.stop()
	}
	return s.Builder.Write(b)
}

// run --view prints the table, and serves one run of each of four algorithms at most.
func TestRunView(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"run ten-nodes two-islands --view": "one scenario",
		"run ten-nodes --view --runs 2":    "leave out --runs",
		"run ten-nodes --no-open":          "goes with --view",
	} {
		var out, said strings.Builder
		if code := (&App{Stdout: &out, Stderr: &said}).Main(t.Context(), strings.Fields(command)); code != exitUsage || !strings.Contains(said.String(), want) {
			t.Errorf("%s: exit code %d, %q, want %q", command, code, said.String(), want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, said := stopper{stop: cancel}, strings.Builder{}
	trace := filepath.Join(t.TempDir(), "x.ndjson")
	(&App{Stdout: &out, Stderr: &said}).Main(ctx, []string{"run", "ten-nodes", "--view", "--no-open", "--trace", trace})
	if !strings.Contains(out.String(), "chang-roberts") || !strings.Contains(out.String(), "http://127.0.0.1:") || !strings.Contains(said.String(), "the first 4 of 5") {
		t.Errorf("it printed %q and said %q", out.String(), said.String())
	}
	if kept, err := filepath.Glob(filepath.Join(filepath.Dir(trace), "x.*")); err != nil || len(kept) != 4 {
		t.Errorf("traces kept: %q, %v; want 4", kept, err)
	}
}
