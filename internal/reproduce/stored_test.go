package reproduce

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// least is the shortest study: 12 runs.
func least(dir string) Options {
	return Options{Figure: 5, Quick: true, Runs: 1, Jobs: 2, Out: dir, Version: "v1"}
}

// A directory gives the study that was run in it.
func TestStoredIsWhatWasRun(t *testing.T) {
	dir := t.TempDir()
	s, err := Run(t.Context(), least(dir))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Stored(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Tables(), again.Tables()); diff != "" {
		t.Error(diff)
	}
	if done, all := again.Done(); done != 12 || all != 12 || again.Version != "v1" {
		t.Errorf("%d of %d runs by %s", done, all, again.Version)
	}
}

// A study that was killed is known by what it wrote when it began, and has the runs
// that were kept: no table says that it has more.
func TestStoredOfAKilledStudy(t *testing.T) {
	dir := t.TempDir()
	if _, err := Run(t.Context(), least(dir)); err != nil {
		t.Fatal(err)
	}
	runs := filepath.Join(dir, runsFile)
	text, err := os.ReadFile(runs)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	begun := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Run(ctx, least(begun)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	cut := strings.Join(lines[:5], "") + lines[5][:len(lines[5])/2] // it was writing the sixth
	if err := os.WriteFile(filepath.Join(begun, runsFile), []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Stored(begun)
	if err != nil {
		t.Fatal(err)
	}
	if done, all := s.Done(); done != 5 || all != 12 {
		t.Errorf("%d of %d runs, want 5 of 12", done, all)
	}
	tables := s.Tables()
	if want := "(not finished: 5 of 12 runs)"; !strings.Contains(tables[0].Title, want) {
		t.Errorf("%q does not say %q", tables[0].Title, want)
	}
	if want := "(0 to 1 of 1 runs of 60 min, "; !strings.Contains(tables[1].Title, want) {
		t.Errorf("%q does not say %q", tables[1].Title, want)
	}
}

// A recorded study that was saved has values and no runs; runs of another version,
// which a directory may have beside it, are not mixed with it.
func TestStoredOfARecordedStudy(t *testing.T) {
	dir := t.TempDir()
	if _, err := Run(t.Context(), least(dir)); err != nil {
		t.Fatal(err)
	}
	whole, err := Recorded(Reading{ByBeacon, ByHello})
	if err != nil {
		t.Fatal(err)
	}
	part, err := whole.Of(10)
	if err != nil {
		t.Fatal(err)
	}
	if err := part.saveNumbers(dir); err != nil {
		t.Fatal(err)
	}
	s, err := Stored(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(part.Tables(), s.Tables()); diff != "" {
		t.Error(diff)
	}
}

func TestStoredRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Stored(dir); !errors.Is(err, ErrNoStudy) {
		t.Errorf("an empty directory: %v", err)
	}
	for text, want := range map[string]string{
		"hello":                                   "vkt04.json: invalid character",
		`{"figures": [7]}`:                        "no such figure 7",
		`{"figures": [5], "merge": "magic"}`:      `no such way to notice merges "magic"`,
		`{"figures": [5], "colour": "red"}`:       `unknown field "colour"`,
		`{"figures": [5], "neighbours": "never"}`: `no such neighbour list "never"`,
	} {
		if err := os.WriteFile(filepath.Join(dir, jsonFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Stored(dir); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, ErrNoStudy) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
