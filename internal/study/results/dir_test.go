package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/base/build"
)

// The id of a run is fixed: it must be the same for all future programs and machines.
func TestIDIsFixed(t *testing.T) {
	task := Task{Digest: "d1ab", Row: "bully bully {}", Seed: 7, Build: "v1"}
	base := task.ID()
	if len(base) != 64 {
		t.Fatalf("it is %s", base)
	}
	if base != fixedID {
		t.Errorf("it is %s, was %s", base, fixedID)
	}
	for _, other := range []Task{
		{"d1ac", task.Row, 7, "v1"}, {"d1ab", "bully b {}", 7, "v1"}, {"d1ab", task.Row, 8, "v1"}, {"d1ab", task.Row, 7, "v2"},
	} {
		if other.ID() == base {
			t.Errorf("%+v has the same", other)
		}
	}
}

func content(data string) Content {
	return Content{Kind: Run, Name: "x", Documents: []File{{Name: ScenarioFile, Data: []byte(data)}}, Made: []string{"table.md"},
		Program: build.Program{Build: build.Build{Version: "v1"}}, Holds: func(Readings) func(Place, *Line) error { return func(Place, *Line) error { return nil } }}
}

// If a process was killed before it wrote the index, the directory is begun again, and its
// temporary files are removed.
func TestBeginningThatWasKilled(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{ScenarioFile: "a", ".scenario.yaml.123.part": "a", ".index.json.9.part": "", ".others.part": "mine"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Open(dir, content("a"), func(string) {})
	if err != nil || d.Settle() != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, content("a"), func(string) {}); err == nil || !strings.Contains(err.Error(), "in use by process") {
		t.Errorf("a second one: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != ".others.part index.json lock runs.ndjson scenario.yaml" {
		t.Errorf("it holds %s", got)
	}
}

// An index of a later form, and a file that is not an index, are refused with their name.
func TestStrangeIndexes(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema":3}`:              "index.json is of form 3, later than this bellwether, which reads up to 2",
		`{"schema":2,"kind":"cat"}`: `no index of results: it states schema 2 and kind "cat"`,
		`{`:                         "no index of results",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, IndexFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, content("a"), func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: opened with %v", text, err)
		}
		if _, err := Load(dir, func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: loaded with %v", text, err)
		}
	}
}

// fixedID is the output of sha256sum for the five lines that the package comment names.
const fixedID = "a5cff132ebcc929048ec67cb9893e05ad970bd866041d294ea801da11138282a"
