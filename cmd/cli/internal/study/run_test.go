package study

import (
	"bellwether/cmd/cli/internal/cmdline"
	"testing"
)

// A trace is hashed if the output contains the hash, and not for a table.
func TestTablesNeedNoHash(t *testing.T) {
	for _, c := range []struct {
		f    runFlags
		want bool
	}{
		{runFlags{hash: true, Worlds: cmdline.Worlds{Format: "text"}}, false},
		{runFlags{hash: true, Worlds: cmdline.Worlds{Format: "csv"}}, false},
		{runFlags{hash: true, Worlds: cmdline.Worlds{Format: "json"}}, true},
		{runFlags{hash: true, Worlds: cmdline.Worlds{Format: "text"}, out: "results"}, true},
		{runFlags{Worlds: cmdline.Worlds{Format: "json"}, out: "results"}, false},
	} {
		if got := c.f.hashed(); got != c.want {
			t.Errorf("hash %t, format %s, out %q: hashed %t", c.f.hash, c.f.Format, c.f.out, got)
		}
	}
}
