package hunt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/study/registry"
)

// TestAFindOfAProgramSaysWhichOne in the command that shows it again.
func TestAFindOfAProgramSaysWhichOne(t *testing.T) {
	f := &Find{Breach: &Breach{Law: lawContract}, Started: "mine=python3 mine.py"}
	if got, want := f.Command("bellwether", "a.yaml"), "bellwether hunt a.yaml --worlds 1 --algorithm 'mine=python3 mine.py'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAScenarioWithAProgramIsNoBase: that its program was not started would be found.
func TestAScenarioWithAProgramIsNoBase(t *testing.T) {
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "evil.yaml")
	if err := os.WriteFile(file, []byte("nodes: 3\nduration: 5s\nwarmup: 0s\nalgorithms: [bully, {name: mine, command: [python3, mine.py]}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadBase(file, nil, reg); err == nil || !strings.Contains(err.Error(), "--algorithm 'mine=python3 mine.py'") {
		t.Errorf("got %v", err)
	}
	if _, err := LoadBase(file, []string{"bully"}, reg); err != nil {
		t.Errorf("without the program: %v", err)
	}
}
