package cli

import (
	"io"
	"strings"
	"testing"

	"bellwether/cmd/cli/internal/interrupt"
)

// Agents and workers leave in their own time. What reads their traces ends within the second.
func TestVerbsThatEndInTheirOwnTime(t *testing.T) {
	root := rootCommand(io.Discard, nil)
	for verb, want := range map[string]bool{
		"run": false, "sweep": false, "sweep work": true, "live": true, "live demo": true, "live replay": false, "live calibrate": false,
	} {
		cmd, _, err := root.Find(strings.Fields(verb))
		if err != nil || cmd.CommandPath() != "bellwether "+verb || interrupt.EndsInOwnTime(cmd) != want {
			t.Errorf("%s: %t, want %t: %v", cmd.CommandPath(), interrupt.EndsInOwnTime(cmd), want, err)
		}
	}
}
