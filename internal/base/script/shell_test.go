package script

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A system without a shell is found before a command is to run.
func TestAMissingShellIsFound(t *testing.T) {
	there := filepath.Join(t.TempDir(), "sh")
	if err := os.WriteFile(there, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		system, file string
		missing      bool
	}{{"linux", there, false}, {"linux", there + "none", true}, {"windows", there + "none", false}} {
		if err := checkShell(c.system, c.file); errors.Is(err, ErrNoShell) != c.missing {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
