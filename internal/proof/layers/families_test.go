package layers

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ownRoom is where "bellwether new" writes in a clone, beside the families.
const ownRoom = "internal/own"

// TestFamiliesStandOnWhatTheyMay compares the imports of each family with its row.
func TestFamiliesStandOnWhatTheyMay(t *testing.T) {
	for i, f := range Families {
		for _, other := range f.Ours {
			if slices.ContainsFunc(Families[i:], func(g Family) bool { return g.Name == other }) {
				t.Errorf("family %s: its row names %s, which does not precede it", f.Name, other)
			}
		}
	}
	for _, p := range house(t) {
		for _, fault := range strays(p.name(), p.Imports) {
			t.Errorf("%s: %s", p.name(), fault)
		}
	}
}

// strays returns the faults in the place and the imports of a package of internal.
func strays(name string, imports []string) (faults []string) {
	rest, inside := strings.CutPrefix(name, "internal/")
	if !inside || strings.HasPrefix(name, ownRoom+"/") {
		return nil
	}
	family := familyOf(name)
	i := slices.IndexFunc(Families, func(f Family) bool { return f.Name == family })
	switch {
	case i < 0:
		return []string{"lies in internal beside the families: choose one of them"}
	case rest == family && !slices.Contains(heads, family):
		return []string{"lies directly in internal: a package has a folder in its family"}
	}
	for _, path := range imports {
		other, ours := strings.CutPrefix(path, module+"/")
		if to := familyOf(other); ours && to != family && !slices.Contains(Families[i].Ours, to) {
			faults = append(faults, "family "+family+" may not import "+to+": "+other)
		}
	}
	return faults
}

// heads are the families whose folder is a package as well: the family's list or entry.
var heads = []string{"formats", "viewer"}

func TestStraysAreSeen(t *testing.T) {
	for _, c := range []struct {
		name, imported, want string
	}{
		{"internal/errs", "", "beside the families"},
		{"internal/base", "", "directly in internal"},
		{"internal/base/errs", "trace", "family base may not import trace"},
		{"internal/contract/goals", "internal/sim/phy", "family contract may not import sim"},
		{"internal/contract/goals", "emulator/internal/kernel", "family contract may not import emulator"},
	} {
		var imports []string
		if c.imported != "" {
			imports = []string{module + "/" + c.imported}
		}
		if got := strays(c.name, imports); len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s imports %s: %q, want %q", c.name, c.imported, got, c.want)
		}
	}
	if got := strays("internal/contract/goals", []string{module + "/internal/base/errs", "fmt"}); got != nil {
		t.Errorf("a package that fits: %q", got)
	}
}

// fewLines is the size below which a package with one importer must say why it is one.
const fewLines = 200

// TestSmallPackagesHaveAReason: each package is one more look-up for a reader. A small package
// with one importer could be files of its importer.
func TestSmallPackagesHaveAReason(t *testing.T) {
	all := house(t)
	importers := map[string]int{}
	for _, p := range all {
		for _, path := range p.Imports {
			importers[path]++
		}
	}
	for _, p := range all {
		row, _ := find(Table, p.name())
		if strings.HasPrefix(p.name(), "internal/") && needsReason(row, importers[p.ImportPath], linesOf(t, p)) {
			t.Errorf("%s has %d lines and %d importers: merge it, or state the reason in its row (Small)", p.name(), linesOf(t, p), importers[p.ImportPath])
		}
	}
}

func needsReason(r Row, importers, lines int) bool {
	return importers <= 1 && lines < fewLines && r.Small == "" && !r.Tests && !strings.HasPrefix(r.Package, ownRoom)
}

func TestReasonsAreAsked(t *testing.T) {
	if !needsReason(Row{}, 1, fewLines-1) || needsReason(Row{}, 2, 1) || needsReason(Row{}, 1, fewLines) || needsReason(Row{Small: "so"}, 1, 1) {
		t.Error("a small package with one importer needs a reason, and no other")
	}
}

func linesOf(t *testing.T, p pkg) (lines int) {
	t.Helper()
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	return lines
}
