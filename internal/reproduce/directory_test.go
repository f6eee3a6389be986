package reproduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A directory keeps one study, which may grow; what anything else wrote is left alone.
func TestADirectoryKeepsOneStudy(t *testing.T) {
	five := Options{Figure: 5, Merge: ByExchange, List: ByHello, Access: Ideal, Quick: true, Runs: 3}
	change := func(change func(*Options)) Options {
		o := five
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		then    Options
		refused string
	}{
		"the same":        {five, ""},
		"more runs":       {change(func(o *Options) { o.Runs = 4 }), ""},
		"all figures":     {change(func(o *Options) { o.Figure = 0 }), ""},
		"fewer runs":      {change(func(o *Options) { o.Runs = 2 }), "2 runs a point"},
		"another figure":  {change(func(o *Options) { o.Figure = 8 }), "figure 8"},
		"the whole study": {change(func(o *Options) { o.Quick = false }), "keeps another study: figure 5, merges by exchange, neighbours as hello, ideal, 3 runs a point, quick; this one is"},
		"another reading": {change(func(o *Options) { o.Merge = ByBeacon }), "merges by beacon"},
		"another medium":  {change(func(o *Options) { o.Access = Contended }), "csma"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			open(t, five, dir, "")
			before := read(t, filepath.Join(dir, studyFile))
			open(t, c.then, dir, c.refused)
			if after := read(t, filepath.Join(dir, studyFile)); c.refused != "" && after != before {
				t.Errorf("refused, and the directory's study is now %s", after)
			}
		})
	}
}

func TestOthersDirectoriesAreRefused(t *testing.T) {
	for file, refused := range map[string]string{
		"index.json":  "keeps the results of a run or a sweep",
		"hello.txt":   "holds hello.txt, which is no result of a reproduction",
		runsFile:      "",
		jsonFile:      "",
		"lost+found/": "holds lost+found",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, file)
		if strings.HasSuffix(file, "/") {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		open(t, Options{Runs: 1}, dir, refused)
	}
}

// open opens a directory for a study, which must be refused with that text, or not at all.
func open(t *testing.T, o Options, dir, refused string) {
	t.Helper()
	o.Out = dir
	k, err := openKept(o)
	switch {
	case err == nil && refused == "":
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
	case err == nil:
		t.Errorf("%s is taken, want it refused: %s", dir, refused)
	case refused == "" || !strings.Contains(err.Error(), refused):
		t.Errorf("error %v, want %q", err, refused)
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
