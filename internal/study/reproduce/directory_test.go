package reproduce

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

// A directory keeps one study, which may grow; other files are not changed.
func TestADirectoryKeepsOneStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("a study run three times")
	}
	dir, _ := ran(t)
	change := func(change func(*Options)) Options {
		o := least(dir)
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		then    Options
		refused string
		figures []int
		runs    int
	}{
		"the same":        {change(func(*Options) {}), "", []int{5}, 1},
		"more runs":       {change(func(o *Options) { o.Runs = 4 }), "", []int{5}, 4},
		"all figures":     {change(func(o *Options) { o.Figures = nil }), "", []int{5, 8, 9, 10}, 1},
		"another figure":  {change(func(o *Options) { o.Figures = []int{8} }), "", []int{5, 8}, 1},
		"the whole study": {change(func(o *Options) { o.Quick = false }), "keeps another study, vkt04-exchange-hello-ideal-quick; this one is vkt04-exchange-hello-ideal: begin in another directory", nil, 0},
		"another reading": {change(func(o *Options) { o.Merge = ByBeacon }), "this one is vkt04-beacon-hello-ideal-quick", nil, 0},
		"another medium":  {change(func(o *Options) { o.Access = Contended }), "csma", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.then.fill(); err != nil {
				t.Fatal(err)
			}
			grown, err := c.then.grown()
			switch {
			case c.refused == "" && (err != nil || !slices.Equal(grown.Figures, c.figures) || grown.Runs != c.runs):
				t.Errorf("figures %v, %d runs, %v", grown.Figures, grown.Runs, err)
			case c.refused != "" && (!errors.Is(err, ErrDirectory) || !strings.Contains(err.Error(), c.refused)):
				t.Errorf("error %v, want %q", err, c.refused)
			}
		})
	}
}

// A smaller session prints its own part, but tables and pictures in the directory are of all
// its runs.
func TestASmallerSessionLosesNothing(t *testing.T) {
	if !sample.Whole() {
		t.Skip("21 hours of up to 120 nodes")
	}
	dir, _ := ran(t)
	o := least(dir)
	o.Figures = []int{10}
	s, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Figures) != 1 || s.Figures[0].Number != 10 || len(s.Values) != 9 {
		t.Errorf("%d figures, %d points", len(s.Figures), len(s.Values))
	}
	kept, err := Stored(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	if done, all := kept.Done(); done != 21 || all != 21 || kept.Command() != "bellwether reproduce vkt04 --merge exchange --quick --figure 5,10 --runs 1" {
		t.Errorf("%d of %d runs: %s", done, all, kept.Command())
	}
	if text := read(t, filepath.Join(o.Out, jsonFile)); !strings.Contains(text, "--figure 5,10 --runs 1") {
		t.Errorf("saved is %s", text)
	}
}

func TestOthersDirectoriesAreRefused(t *testing.T) {
	for file, refused := range map[string]string{
		"index.json":  "keeps the results of a run or a sweep",
		"hello.txt":   "holds hello.txt, and no study that can go on: begin in another directory",
		"runs.ndjson": "holds runs.ndjson", // a study of an earlier form
		"vkt04.json":  "holds vkt04.json",  // a recorded one
		"lost+found/": "holds lost+found",
		"lock":        "",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, file)
		if strings.HasSuffix(file, "/") {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := least(dir)
		if err := o.fill(); err != nil {
			t.Fatal(err)
		}
		if _, err := o.grown(); (err == nil) != (refused == "") || err != nil && !strings.Contains(err.Error(), refused) {
			t.Errorf("%s: error %v, want %q", file, err, refused)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
