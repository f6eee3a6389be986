//go:build unix

package sensors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A command that goes on failing does not keep its last value for ever: after some failures in a row the node
// offers nothing, until the command succeeds again.
func TestAScriptThatGoesOnFailingOffersNothing(t *testing.T) {
	flag := filepath.Join(t.TempDir(), "well")
	s, err := NewScript(ScriptOptions{Command: "test -e " + flag + " && echo 7", Failures: 3, Timeout: patient})
	if err != nil {
		t.Fatal(err)
	}
	step := func(well bool) (int64, string) {
		os.Remove(flag)
		if well {
			if err := os.WriteFile(flag, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		v, err := s.Value(t.Context(), Heard{})
		if err != nil {
			return v, err.Error()
		}
		return v, ""
	}
	for i, c := range []struct {
		well bool
		want int64
		says string
	}{
		{true, 7, ""}, {false, 7, "the value stays 7"}, {false, 7, "the value stays 7"}, {true, 7, ""},
		{false, 7, "stays 7"}, {false, 7, "stays 7"}, {false, 0, "it has failed 3 times in a row, so the value is 0"}, {false, 0, "4 times in a row"},
		{true, 7, ""}, {false, 7, "stays 7"},
	} {
		if v, said := step(c.well); v != c.want || !strings.Contains(said, c.says) {
			t.Errorf("step %d: %d %q, want %d %q", i, v, said, c.want, c.says)
		}
	}
}
