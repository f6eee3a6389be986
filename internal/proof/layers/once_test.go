package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"sync"
	"testing"
)

// The tests of this package ask for the same packages and files. Each is listed or parsed once.
var (
	housed   = sync.OnceValues(list)
	surfaced = sync.OnceValues(func() (map[string]surface, error) { return measured(checkout) })
)

// read has the files that syntaxOf has parsed, by their absolute paths, and their positions.
var read = struct {
	sync.Mutex
	positions *token.FileSet
	files     map[string]*ast.File
}{positions: token.NewFileSet(), files: map[string]*ast.File{}}

// syntaxOf returns a Go file with its comments. Nobody may change it.
func syntaxOf(path string) (*ast.File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	read.Lock()
	defer read.Unlock()
	if file := read.files[path]; file != nil {
		return file, nil
	}
	file, err := parser.ParseFile(read.positions, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err == nil {
		read.files[path] = file
	}
	return file, err
}

// house lists the packages of the modules.
func house(t *testing.T) []pkg {
	t.Helper()
	all, err := housed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// surfaces returns the surfaces of the packages that other modules can import.
func surfaces(t *testing.T) map[string]surface {
	t.Helper()
	rooms, err := surfaced()
	if err != nil {
		t.Fatal(err)
	}
	return rooms
}
