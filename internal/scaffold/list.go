package scaffold

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
)

// Line is the line by which a list has the package, that of all algorithms or a program's,
// and Import the one above it that the line needs.
func (w *Written) Line() string   { return fmt.Sprintf(places[w.Kind].item, w.Name, w.name()) }
func (w *Written) Import() string { return `"` + w.Package + `"` }

func (w *Written) name() string { return w.Package[strings.LastIndexByte(w.Package, '/')+1:] }

// List is the file of bellwether that has the line of an algorithm.
const List = "baseline/list.go"

// Register writes both lines into the list, at the end of what it has.
func (w *Written) Register() error {
	name := filepath.Join(w.Home.Root, filepath.FromSlash(List))
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	const last, end = "\t}\n}\n", ")\n" // of the list that All returns, and of the imports
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
