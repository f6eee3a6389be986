package layers

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unrun are packages whose example cannot be run, each with the reason.
var unrun = map[string]string{
	"protocol/conformance": "conformance.Run takes a *testing.T, and an example has none",
}

// TestPublicPackagesHaveExamples: each public package has an example that go test runs and
// whose output it compares, since newcomers copy examples.
func TestPublicPackagesHaveExamples(t *testing.T) {
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(surfaces(t))) {
		shown, run := examples(t, filepath.Join("../../..", name))
		if !run && (unrun[name] == "" || !shown) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("without an example with // Output: %s", strings.Join(missing, ", "))
	}
}

// examples reports whether the tests of a package have an example, and one with an output.
func examples(t *testing.T, dir string) (shown, run bool) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for _, e := range doc.Examples(files...) {
		shown, run = true, run || e.Output != ""
	}
	return shown, run
}
