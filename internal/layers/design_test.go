package layers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheHouseListsEveryPackage finds each package of the module in the table of
// docs/design.md: by its name, or below a name that ends in an ellipsis or has a table of
// its own, like formats and the emulator's parts.
func TestTheHouseListsEveryPackage(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../../docs/design.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| package | what it owns |")
	table, parts, _ := strings.Cut(table, "\n\n")
	listed := 0
	for _, p := range house(t) {
		name := p.name()
		part, ofEmulator := strings.CutPrefix(name, "emulator/internal/")
		switch parent := name[:max(strings.LastIndexByte(name, '/'), 0)]; {
		case strings.Contains(table, "`"+name+"`"), strings.Contains(table, "`"+name+"/…`"):
			listed++
		case ofEmulator && strings.Contains(parts, "\n| `"+part+"` |"):
		case parent != "" && strings.Contains(table, "`"+parent+"/…`"):
		case parent != "" && parent != "internal" && strings.Contains(table, "`"+parent+"`") && strings.HasPrefix(name, "internal/"):
		default:
			t.Errorf("docs/design.md has no row for %s", name)
		}
	}
	if listed < 60 {
		t.Errorf("only %d packages are in the table", listed)
	}
}
