package results

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/base/build"
)

// kept makes a directory of a run with the given lines.
func kept(t *testing.T, lines ...Line) string {
	t.Helper()
	dir := t.TempDir()
	c := content("a")
	c.Rows = []string{"a", "b"}
	d, err := Open(dir, c, func(string) {})
	if err != nil || d.Settle() != nil {
		t.Fatal(err)
	}
	for i := range lines {
		if _, err := d.Add(&lines[i]); err != nil {
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

// Lines that were copied in or changed are found before a table is made of them.
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
		"v9, which index.json does not list": stranger,
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

// An edited value is found before a table is made and before runs are added. Unchanged lines,
// and lines of a version that wrote no hash, are accepted. Reading a line and writing it
// gives the same bytes.
func TestEditedValuesAreFound(t *testing.T) {
	line := made("a", "d", 1)
	text, err := line.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode(text)
	if again, failed := back.Encode(); err != nil || failed != nil || string(again) != string(text) || back.altered {
		t.Errorf("%v, %v:\n%s%s", err, failed, text, again)
	}
	hashed := regexp.MustCompile(`,"sha256":"[0-9a-f]{64}"`)
	for name, c := range map[string]struct {
		edit func(string) string
		want bool
	}{
		"nothing": {func(s string) string { return s }, false},
		"a CR LF": {func(s string) string { return strings.TrimSuffix(s, "\n") + "\r\n" }, false},
		"a value": {func(s string) string {
			return strings.Replace(s, `"leaderless_fraction":null`, `"leaderless_fraction":0`, 1)
		}, true},
		"a count":  {func(s string) string { return strings.Replace(s, `"events":0`, `"events":10`, 1) }, true},
		"the hash": {func(s string) string { return hashed.ReplaceAllString(s, `,"sha256":"00"`) }, true},
		"more":     {func(s string) string { return strings.TrimSuffix(s, "}\n") + `,"more":1}` + "\n" }, true},
		"no hash":  {func(s string) string { return hashed.ReplaceAllString(s, "") }, false},
		"all of it": {func(s string) string {
			return `{"schema":2,"label":"a","sha256":"x","metrics":` + s[strings.Index(s, `{"badly_led`):strings.Index(s, `,"sha256"`)] + "}\n"
		}, true},
	} {
		edited := c.edit(string(text))
		if name != "nothing" && edited == string(text) {
			t.Fatalf("%s: nothing was edited", name)
		}
		got, err := decode([]byte(edited))
		if err != nil || got.altered != c.want {
			t.Errorf("%s: altered %v, %v", name, got.altered, err)
		}
		dir := kept(t)
		if err := os.WriteFile(filepath.Join(dir, RunLines), []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		if !c.want || name == "all of it" {
			continue
		}
		const why = "its sha256 is not that of the rest of the line"
		if s, err := Load(dir, func(string) {}); err != nil || s.Strays() == nil || !strings.Contains(s.Strays().Error(), why) {
			t.Errorf("%s: a table is made of it: %v", name, err)
		}
		if d, err := Open(dir, content("a"), func(string) {}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: it is gone on with: %v, %v", name, d, err)
		}
	}
}

// A line without a hash is refused if its program writes hashes: it is this program, or it
// made another line that has one. Lines of other programs, such as earlier versions, are
// accepted.
func TestHashesThatWereCutOffAreFound(t *testing.T) {
	this, err := build.This()
	if err != nil {
		t.Fatal(err)
	}
	hashed := regexp.MustCompile(`,"sha256":"[0-9a-f]{64}"`)
	for name, c := range map[string]struct {
		build string
		cut   int // this many of two lines
		want  bool
	}{
		"one of two":        {build.Build{Version: "v1"}.Name(), 1, true},
		"all of a stranger": {build.Build{Version: "v1"}.Name(), 2, false},
		"all of ours":       {this.Build.Name(), 2, true},
	} {
		var text string
		for seed := range uint64(2) {
			line := made("a", "d", seed+1)
			line.Build = c.build
			line.ID = line.Task().ID()
			whole, err := line.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if seed < uint64(c.cut) {
				whole = hashed.ReplaceAll(whole, nil)
			}
			text += string(whole)
		}
		dir := kept(t)
		if err := os.WriteFile(filepath.Join(dir, RunLines), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(dir, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		const why = "it has no sha256, and its program writes one"
		if err := s.Strays(); c.want != (err != nil && strings.Contains(err.Error(), why)) {
			t.Errorf("%s: a table: %v", name, err)
		}
	}
}

// Two equal lines count once. Two different lines of one run are refused with both their
// numbers.
func TestLinesThatAreThereTwice(t *testing.T) {
	a, b := made("a", "d", 1), made("a", "d", 2)
	s, err := Load(kept(t, a, b, a), func(string) {})
	if err != nil || len(s.Lines) != 2 {
		t.Errorf("%d lines, %v", len(s.Lines), err)
	}
	other := a
	other.Deliveries = 1
	dir := kept(t, a, b, other)
	if _, err := Load(dir, func(string) {}); err == nil || !strings.Contains(err.Error(), RunLines+":3: the same run as line 1 with other results") {
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

// A copy that was lost or damaged is written again when the directory is opened with the
// file.
func TestLostCopiesAreRestored(t *testing.T) {
	dir := t.TempDir()
	c := content("a")
	c.Files = []File{{Name: "m", As: "m", From: "elsewhere", Data: []byte("move")}}
	for _, lose := range []func(string) error{func(string) error { return nil }, os.Remove, func(name string) error { return os.WriteFile(name, []byte("mov"), 0o644) }} {
		if err := lose(filepath.Join(dir, "m")); err != nil {
			t.Fatal(err)
		}
		d, err := Open(dir, c, func(string) {})
		if err != nil || d.Settle() != nil {
			t.Fatal(err)
		}
		line := made("a", "d", uint64(d.Kept))
		_, err = d.Add(&line)
		if err := errors.Join(err, d.Close()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "m")); string(text) != "move" {
			t.Errorf("the copy is %q, %v", text, err)
		}
	}
}
