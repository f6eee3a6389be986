package campaign

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/base/build"
)

// A campaign of several scenarios that one directory refuses changes no other directory, and
// leaves none that it made.
func TestARefusedCampaignChangesNothing(t *testing.T) {
	dir := t.TempDir()
	world := func(name string, runs int) string {
		file := filepath.Join(dir, name+".yaml")
		text := fmt.Sprintf("schema: 2\nname: %s\nduration: 5s\nwarmup: 1s\nnodes: 3\nruns: %d\nalgorithms: [bully]\n", name, runs)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	out := filepath.Join(dir, "out")
	do := func(files ...string) error {
		job := Job{Scenarios: files, Format: "text", Stdout: io.Discard, Warn: func(string) {}, Options: Options{Jobs: 2},
			Out: out, Program: build.Program{Build: build.Build{Version: "v1"}}}
		return job.Do(context.Background())
	}
	if err := do(world("first", 1), world("second", 2)); err != nil {
		t.Fatal(err)
	}
	before := everything(t, out)
	err := do(world("first", 3), world("third", 1), world("second", 1))
	if err == nil || !strings.Contains(err.Error(), `it has "runs: 2", this "runs: 1"`) {
		t.Errorf("it ends with %v", err)
	}
	if after := everything(t, out); after != before {
		t.Errorf("it was\n%s\nis\n%s", before, after)
	}
}

// everything returns the files below a directory with their times.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			fmt.Fprintln(&out, path)
			return err
		}
		stat, err := e.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&out, "%s %d %q\n", path, stat.ModTime().UnixNano(), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
