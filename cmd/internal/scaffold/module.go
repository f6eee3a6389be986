package scaffold

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A Module is a directory with a go.mod.
type Module struct {
	Root string // absolute
	Path string // the import path of its root
}

// Ours reports whether this is bellwether's own module.
func (m *Module) Ours() bool { return m.Path == ours() }

// errNoModule says what to do if there is no go.mod.
var errNoModule = errors.New(`there is no go.mod here nor above; make one, and tell it where your copy of bellwether is:

  go mod init example.org/mine
  go mod edit -require=` + ours() + `@v0.0.0 -replace=` + ours() + `=../bellwether`)

// moduleOf finds the module of a directory, which is an absolute path.
func moduleOf(dir string) (*Module, error) {
	for at := dir; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		switch {
		case err == nil:
			name, err := modulePath(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(at, "go.mod"), err)
			}
			return &Module{at, name}, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case filepath.Dir(at) == at:
			return nil, errNoModule
		}
	}
}

// modulePath reads the line "module …" of a go.mod (Go Modules Reference, "Module path").
func modulePath(text []byte) (string, error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "//")
		words := strings.Fields(line)
		if len(words) != 2 || words[0] != "module" {
			continue
		}
		if plain, err := strconv.Unquote(words[1]); err == nil {
			return plain, nil
		}
		return words[1], nil
	}
	return "", errors.New("it has no line module")
}

// importPath is the import path of a directory of the module.
func (m *Module) importPath(dir string) (string, error) {
	below, err := filepath.Rel(m.Root, dir)
	if err != nil {
		return "", err
	}
	return path.Join(m.Path, filepath.ToSlash(below)), nil
}
