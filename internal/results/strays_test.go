package results

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/build"
)

// kept makes a directory of a run with lines as they are given.
func kept(t *testing.T, lines ...Line) string {
	t.Helper()
	dir := t.TempDir()
	c := content("a")
	c.Rows = []string{"a", "b"}
	d, err := Open(dir, c, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		if err := d.Add(&lines[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// made is a line of a program called v1.
func made(label, digest string, seed uint64) Line {
	l := Line{Schema: Form, Label: label, Seed: seed, ScenarioSHA256: digest, Row: label + " a {}", Build: build.Build{Version: "v1"}.Name()}
	l.ID = l.Task().ID()
	return l
}

// Lines that were pasted in or changed are found before a table is made of them.
func TestStraysAreFound(t *testing.T) {
	changed, stranger := made("a", "d", 2), made("a", "d", 2)
	changed.Seed = 3
	stranger.Build = "v9"
	stranger.ID = stranger.Task().ID()
	for want, line := range map[string]Line{
		"":                                   made("b", "d", 2),
		"it is of another scenario than":     made("b", "e", 2),
		"there is no such row":               made("c", "d", 2),
		"the line was changed":               changed,
		"v9, which index.json does not know": stranger,
	} {
		s, err := Load(kept(t, made("a", "d", 1), line), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Strays(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// A line that is there twice counts once; two lines of one run that differ are refused,
// with the numbers of both.
func TestLinesThatAreThereTwice(t *testing.T) {
	a, b := made("a", "d", 1), made("a", "d", 2)
	s, err := Load(kept(t, a, b, a), func(string) {})
	if err != nil || len(s.Lines) != 2 {
		t.Errorf("%d lines, %v", len(s.Lines), err)
	}
	other := a
	other.Deliveries = 1
	dir := kept(t, a, b, other)
	if _, err := Load(dir, func(string) {}); err == nil || !strings.Contains(err.Error(), RunLines+":3: the run of line 1 with other results") {
		t.Error(err)
	}
	d, err := Open(dir, content("a"), func(string) {})
	if err == nil || !strings.Contains(err.Error(), "without that line its run is made again") {
		t.Errorf("%v, %v", d, err)
	}
	twin := a // of another point of a sweep
	twin.Axes = At{{Path: "x", Value: "2"}}
	if s, err := Load(kept(t, a, twin), func(string) {}); err != nil || len(s.Lines) != 2 {
		t.Errorf("a twin: %d lines, %v", len(s.Lines), err)
	}
}

// A copy that was lost or damaged is written again by who has the file: a directory is
// whole again as soon as something is added.
func TestLostCopiesAreRestored(t *testing.T) {
	dir := t.TempDir()
	c := content("a")
	c.Files = []File{{Name: "m", As: "m", From: "elsewhere", Data: []byte("move")}}
	for _, lose := range []func(string) error{func(string) error { return nil }, os.Remove, func(name string) error { return os.WriteFile(name, []byte("mov"), 0o644) }} {
		if err := lose(filepath.Join(dir, "m")); err != nil {
			t.Fatal(err)
		}
		d, err := Open(dir, c, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		line := made("a", "d", uint64(len(d.Lines)))
		if err := errors.Join(d.Add(&line), d.Close()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "m")); string(text) != "move" {
			t.Errorf("the copy is %q, %v", text, err)
		}
	}
}
