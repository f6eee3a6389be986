package mutants

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// module writes a module of one package, its test, a list and columns.
func module(t *testing.T, list, columns string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module example\n\ngo 1.26\n",
		"go.sum":             "",
		"p/p.go":             "package p\n\nfunc Greatest(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc Wait(n int) {\n\tfor n > 0 {\n\t\tn--\n\t}\n}\n\ntype Counter struct{ n int }\n\nfunc (c *Counter) Next() int {\n\tc.n++\n\treturn c.n\n}\n",
		"p/p_test.go":        "package p\n\nimport \"testing\"\n\nfunc TestGreatest(t *testing.T) {\n\tWait(3)\n\tif Greatest(2, 1) != 2 {\n\t\tt.Error(\"the lesser\")\n\t}\n}\n",
		Dir + "/p.mutants":   list,
		Dir + "/columns":     columns,
		"p/testdata/read.me": "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	moduleMutants = `
mutant: reversed
in: p Greatest
was: a > b
now: a < b
breaks: The lesser is given.
outcome: changes
convicts: tests

mutant: tie
in: p Greatest
was: a > b
now: a >= b
breaks: Of two equal numbers the other is given.
outcome: same
equivalent: Equal integers cannot be told apart.

mutant: endless
in: p Wait
was: n--
now: n = n + 0
breaks: It never ends.
outcome: changes
convicts: tests

mutant: unseen
in: p Greatest
was: return b
now: return b + 0*a
breaks: Nothing that its test asks for.
outcome: changes
convicts: tests
`
	moduleColumns = "tests p go test -count=1 ./{package}\nlaws q go test ./{package}\nhunt p none: it is not written\n"
)

// gate returns a gate for a module and the mutants whose names contain one of some words, with
// ample time limits, and the verdicts that it tells.
func gate(t *testing.T, root string, only ...string) (*Gate, *[]string) {
	t.Helper()
	l, err := Read(root)
	if err == nil {
		err = l.Pick(only)
	}
	if err != nil {
		t.Fatal(err)
	}
	cache, err := OpenCache(filepath.Join(root, "kept"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cache.Close() })
	var told []string
	o := Options{Root: root, Cache: cache, Least: time.Hour}
	o.Tell = func(m *Mutant, column string, r Result, kept bool) {
		how := "now"
		if kept {
			how = "kept"
		}
		told = append(told, strings.Join([]string{m.Name, column, string(r.Verdict), how}, " "))
	}
	return NewGate(l, o), &told
}

// A verdict is reported and kept, and its command does not run again until something changes.
func TestGateFindsWhoConvicts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs tests of its own")
	}
	root := module(t, moduleMutants, moduleColumns)
	want := []string{"reversed tests convicted", "unseen tests acquitted"}
	for _, how := range []string{" now", " kept"} {
		g, told := gate(t, root, "reversed", "tie", "unseen")
		matrix, err := g.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if len(*told) != len(want) || (*told)[i] != want[i]+how {
				t.Fatalf("told %q, want each of %q%s", *told, want, how)
			}
		}
		var table strings.Builder
		if err := matrix.Write(&table, Markdown); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"| reversed | The lesser is given. | changes | yes | – | not there yet |",
			"| unseen | Nothing that its test asks for. | changes | no | – | not there yet |",
			"- convicted by something: 1 of 2 (50 %); at least 95 %: NOT MET",
			"- called equivalent: 1 of 3 (33 %); at most 5 %: NOT MET",
			"- unseen: tests was expected to convict it",
			"tie is called equivalent: Equal integers cannot be told apart.",
		} {
			if !strings.Contains(table.String(), line) {
				t.Errorf("the table lacks %q:\n%s", line, table.String())
			}
		}
	}
	// A file that the test reads has changed, so its command runs again.
	if err := os.WriteFile(filepath.Join(root, "p/testdata/read.me"), []byte("more"), 0o644); err != nil {
		t.Fatal(err)
	}
	g, told := gate(t, root, "reversed")
	if _, err := g.Run(t.Context()); err != nil || !slices.Equal(*told, []string{"reversed tests convicted now"}) {
		t.Errorf("after a change: told %q, %v", *told, err)
	}
}

// whole reports whether a campaign runs, or .ci/run, in which tests take their time.
func whole() bool { return os.Getenv("BELLWETHER_DRAWS") != "" }

// A command that does not end is killed, and convicts.
func TestEndlessIsConvicted(t *testing.T) {
	if !whole() {
		t.Skip("builds and runs tests of its own")
	}
	g, told := gate(t, module(t, moduleMutants, moduleColumns), "endless")
	g.Least, g.Factor = time.Second, 1
	if _, err := g.Run(t.Context()); err != nil || !slices.Equal(*told, []string{"endless tests endless now"}) {
		t.Errorf("told %q, %v", *told, err)
	}
}

// A mutant that does not build is an error, and so are a command that convicts the unchanged module
// and an interrupt.
func TestGateRefuses(t *testing.T) {
	if !whole() {
		t.Skip("builds and runs tests of its own")
	}
	broken := strings.Replace(moduleMutants, "now: a < b", "now: a < nobody", 1)
	for name, test := range map[string]struct{ list, columns, want string }{
		"a mutant that does not build":     {broken, moduleColumns, "reversed: it does not build"},
		"a command that convicts anything": {moduleMutants, "tests p go test -count=1 -run ( ./{package}\n", "convicts the unchanged module"},
	} {
		g, _ := gate(t, module(t, test.list, test.columns))
		if _, err := g.Run(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	g, _ := gate(t, module(t, broken, moduleColumns))
	if err := g.Build(t.Context()); err == nil || strings.Count(err.Error(), "does not build") != 1 {
		t.Errorf("of four mutants one does not build: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	g, _ = gate(t, module(t, moduleMutants, moduleColumns))
	if _, err := g.Run(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
