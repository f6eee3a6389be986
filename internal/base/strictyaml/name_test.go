package strictyaml

import (
	"strings"
	"testing"
)

func TestNamesOfFiles(t *testing.T) {
	for file, want := range map[string]string{
		"a/b/Town Walk.yaml": "town-walk", "x.yml": "x", "Ärger.yaml": "rger", "../--.yaml": "scenario", "plain": "plain",
		strings.Repeat("long", 40) + ".yaml": strings.Repeat("long", 16),
	} {
		if got := NameOf(file); got != want {
			t.Errorf("%s is called %q, want %q", file, got, want)
		}
	}
}
