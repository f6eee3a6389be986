package scaffold

import (
	"fmt"
	"go/doc"
	"go/format"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Line is the line for the package in a list, either of all algorithms or of a program's;
// Import is the import that the line needs.
func (w *Written) Line() string { return fmt.Sprintf(places[w.Kind].item, w.Name, w.name()) }

func (w *Written) Import() string {
	quoted := strconv.Quote(w.Package)
	if w.name() != w.base() {
		return w.name() + " " + quoted
	}
	return quoted
}

// name is what a program calls the package: its own name, unless the program has another use of
// that, for a package that it imports or a word of the language.
func (w *Written) name() string {
	if slices.Contains(imported, w.base()) || doc.IsPredeclared(w.base()) || w.base() == "init" {
		return "my" + w.base()
	}
	return w.base()
}

func (w *Written) base() string { return path.Base(w.Package) }

// imported are the packages that the list or a program with its own parts imports.
var imported = []string{"cli", "context", "os", "protocol", "mobility", "radio", "measure", "emulator", "trace"}

// List is bellwether's file with the list of algorithms.
const List = "baseline/list.go"

// Register adds both lines at the end of the list and of its imports.
func (w *Written) Register() error {
	name := filepath.Join(w.Home.Root, filepath.FromSlash(List))
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	const last, end = "\t}\n}\n", ")\n" // the end of the list that All returns, and of the imports
	at, imports := strings.LastIndex(string(text), last), strings.Index(string(text), end)
	if at < 0 || imports < 0 {
		return fmt.Errorf("%s has another form: add the lines yourself", List)
	}
	changed := string(text[:imports]) + "\t" + w.Import() + "\n" + string(text[imports:at]) + "\t\t" + w.Line() + "\n" + string(text[at:])
	formatted, err := format.Source([]byte(changed))
	if err != nil {
		return fmt.Errorf("%s: %w", List, err)
	}
	return os.WriteFile(name, formatted, 0o644)
}
