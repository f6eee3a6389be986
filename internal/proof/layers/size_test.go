package layers

import (
	"go/ast"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Bounds on what a reader has to hold in mind at once: lines of a function, and of a file.
const (
	mostOfFunction = 70
	mostOfFile     = 400
)

// TestFunctionsAndFilesAreShort measures all files except tests.
func TestFunctionsAndFilesAreShort(t *testing.T) {
	measured := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "../../.." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := syntaxOf(path)
		if err != nil {
			return err
		}
		if n := read.positions.Position(file.FileEnd).Line; n > mostOfFile {
			t.Errorf("%s has %d lines, at most %d", path, n, mostOfFile)
		}
		for _, d := range file.Decls {
			if f, is := d.(*ast.FuncDecl); is {
				measured++
				if n := read.positions.Position(f.End()).Line - read.positions.Position(f.Pos()).Line + 1; n > mostOfFunction {
					t.Errorf("%s: %s has %d lines, at most %d", path, f.Name.Name, n, mostOfFunction)
				}
			}
		}
		return nil
	})
	if err != nil || measured < 3000 {
		t.Fatalf("%d functions, %v", measured, err)
	}
}
