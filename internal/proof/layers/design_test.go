package layers

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of docs/design.md anew")

const designPage = checkout + "/docs/design.md"

// TestTheDesignPageHasTheTables: docs/design.md has the tables of this package, and each
// package of the modules has a row.
func TestTheDesignPageHasTheTables(t *testing.T) {
	old, err := os.ReadFile(designPage)
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]string{}
	for _, p := range house(t) {
		packages[p.name()] = owned(p)
	}
	page := string(old)
	for name, table := range map[string]string{"families": familyTable(), "packages": packageTable(packages)} {
		if page, err = between(page, name, table); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case page == string(old):
	case *update:
		if err := os.WriteFile(designPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the tables of docs/design.md are out of date: go test ./internal/proof/layers -update")
	}
}

// between replaces the lines between the two comments of a name.
func between(page, name, table string) (string, error) {
	before, rest, begun := strings.Cut(page, "<!-- "+name+": made by")
	mark, rest, marked := strings.Cut(rest, "\n")
	_, after, ended := strings.Cut(rest, "<!-- end of "+name+" -->")
	if !begun || !marked || !ended {
		return "", fmt.Errorf("docs/design.md has no place for its %s", name)
	}
	return before + "<!-- " + name + ": made by" + mark + "\n" + table + "<!-- end of " + name + " -->" + after, nil
}

func familyTable() string {
	var b strings.Builder
	b.WriteString("| family | what it owns |\n|---|---|\n")
	for _, f := range Families {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.Owns)
	}
	return b.String()
}

// owned is what a package owns: by its row, or by its comment if its row is a pattern for several.
func owned(p pkg) string {
	row, _ := find(Table, p.name())
	if !strings.HasSuffix(row.Package, "/*") {
		return row.Owns
	}
	_, text, _ := strings.Cut(strings.TrimSuffix(p.Doc, "."), " ") // Package
	_, text, _ = strings.Cut(text, " ")                            // its name
	for _, aside := range []string{":", " (", "; "} {
		text, _, _ = strings.Cut(text, aside)
	}
	return text
}

// packageTable lists packages by their rooms: those at the top first, then each family.
func packageTable(packages map[string]string) string {
	rooms := []string{""}
	for _, f := range Families {
		rooms = append(rooms, f.Name)
	}
	var b strings.Builder
	b.WriteString("| package | what it owns |\n|---|---|\n")
	for _, room := range rooms {
		for _, name := range slices.Sorted(maps.Keys(packages)) {
			if _, inside := strings.CutPrefix(name, "internal/"); !inside && room == "" || inside && room == familyOf(name) {
				fmt.Fprintf(&b, "| `%s` | %s |\n", name, packages[name])
			}
		}
	}
	return b.String()
}

// TestThePictureIsTrue holds the picture of docs/design.md to the imports: each family and each
// package at the top imports from lines below its own.
func TestThePictureIsTrue(t *testing.T) {
	page, err := os.ReadFile(designPage)
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(page), "```\n")
	picture, _, _ = strings.Cut(picture, "```")
	height := map[string]int{}
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	for i, line := range lines {
		for _, name := range strings.Fields(line) {
			height[name] = len(lines) - i
		}
	}
	for _, f := range Families {
		if height[f.Name] == 0 {
			t.Errorf("family %s is not in the picture", f.Name)
		}
	}
	for _, p := range house(t) {
		from := familyOf(p.name())
		for _, path := range p.Imports {
			other, ours := strings.CutPrefix(path, module+"/")
			if to := familyOf(other); ours && to != from && height[from] > 0 && height[to] >= height[from] {
				t.Errorf("%s imports %s, and %s is not above %s in the picture", p.name(), other, from, to)
			}
		}
	}
}
