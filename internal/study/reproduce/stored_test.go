package reproduce

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/base/build"
	"bellwether/internal/study/results"
	"bellwether/internal/testkit/sample"
)

// TestMain makes the worlds of a quick study small, except in campaigns: 120 nodes take seconds.
func TestMain(m *testing.M) {
	sample.CollectLess()
	if !sample.Whole() {
		quickNodes = []int{20, 25, 30}
	}
	os.Exit(m.Run())
}

// least returns the options of the shortest study: 12 runs.
func least(dir string) Options {
	return Options{Figures: []int{5}, Quick: true, Runs: 1, Jobs: 2, Out: dir, Program: build.Program{Build: build.Build{Version: "v1", Go: "go9"}}}
}

// ran returns a new directory with that study, which is run once for all tests.
func ran(t *testing.T) (dir string, s *Study) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "study")
	once.Do(func() {
		o := least(dir)
		if once.study, once.err = Run(t.Context(), o); once.err == nil {
			once.files, once.err = filesOf(dir)
		}
	})
	if once.err != nil {
		t.Fatal(once.err)
	}
	if err := os.CopyFS(dir, once.files); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	return dir, once.study
}

var once struct {
	sync.Once
	study *Study
	files fstest.MapFS
	err   error
}

// filesOf reads the files of a directory.
func filesOf(dir string) (fstest.MapFS, error) {
	entries, err := os.ReadDir(dir)
	files := fstest.MapFS{}
	for _, e := range entries {
		text, failed := os.ReadFile(filepath.Join(dir, e.Name()))
		files[e.Name()], err = &fstest.MapFile{Data: text, Mode: 0o600}, errors.Join(err, failed)
	}
	return files, err
}

// Stored returns the study that was run in a directory.
func TestStoredIsWhatWasRun(t *testing.T) {
	if testing.Short() {
		t.Skip("a study that is run; one that was killed is looked at below")
	}
	dir, s := ran(t)
	again, err := Stored(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Tables(), again.Tables()); diff != "" {
		t.Error(diff)
	}
	if done, all := again.Done(); done != 12 || all != 12 || again.Version != "v1, go9" {
		t.Errorf("%d of %d runs by %s", done, all, again.Version)
	}
}

// A killed study has the runs that were kept, and no table states more runs.
func TestStoredOfAKilledStudy(t *testing.T) {
	dir, _ := ran(t)
	runs := filepath.Join(dir, results.SweepLines)
	lines := strings.SplitAfter(read(t, runs), "\n")
	cut := strings.Join(lines[:5], "") + lines[5][:len(lines[5])/2] // it was writing the sixth
	if err := os.WriteFile(runs, []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Stored(dir)
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
	// A line of another study, or one that was changed, is refused.
	other := strings.Replace(lines[5], `"seed":1,`, `"seed":2,`, 1)
	if err := os.WriteFile(runs, []byte(strings.Join(lines[:5], "")+other), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Stored(dir); err == nil || !strings.Contains(err.Error(), "the line was changed") {
		t.Errorf("a changed line: %v", err)
	}
}

// A figure that a killed session left incomplete is not drawn by another session, which
// warns of it. A figure whose points all have runs is drawn with the others.
func TestFiguresThatWereBegunAreNotDrawn(t *testing.T) {
	for kept, drawn := range map[int]bool{5: false, 12: true} {
		dir, _ := ran(t)
		runs := filepath.Join(dir, results.SweepLines)
		lines := strings.SplitAfter(read(t, runs), "\n")
		if err := os.WriteFile(runs, []byte(strings.Join(lines[:kept], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Stored(dir)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for figure, drawn := range map[int]bool{10: drawn, 5: true} { // asked for in this session
			o := least(t.TempDir())
			o.Figures, o.Warn = []int{figure}, func(text string) { said = append(said, text) }
			if err := s.illustrate(&o); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(o.Out, "fig5.svg")); (err == nil) != drawn {
				t.Errorf("%d runs, a session of Fig. %d: %v", kept, figure, err)
			}
		}
		if drawn != (said == nil) || !drawn && !strings.HasPrefix(said[0], "Fig. 5 is not drawn: its points have 0 to 1 of 1 runs; it goes on with --figure 5 --out ") {
			t.Errorf("%d runs: it says %q", kept, said)
		}
	}
}

// A recorded study that was saved has values but no lines.
func TestStoredOfARecordedStudy(t *testing.T) {
	dir := t.TempDir()
	whole, err := Recorded(Reading{ByBeacon, ByHello, ChildAssumed})
	if err != nil {
		t.Fatal(err)
	}
	part, err := whole.Of(10)
	if err != nil {
		t.Fatal(err)
	}
	if err := part.Save(dir); err != nil {
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
		"hello":                              "vkt04.json: invalid character",
		`{"figures": [7]}`:                   "no such figure 7",
		`{"figures": [5], "merge": "magic"}`: `no such way to notice merges "magic"`,
		`{"figures": [5], "merge": "beacon", "neighbours": "never"}`: `no such neighbour list "never"`,
		`{"figures": [5], "colour": "red"}`:                          `unknown field "colour"`,
	} {
		if err := os.WriteFile(filepath.Join(dir, jsonFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Stored(dir); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, ErrNoStudy) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
