package cli

import "testing"

// A trace is hashed if the output contains the hash, and not for a table.
func TestTablesNeedNoHash(t *testing.T) {
	for _, c := range []struct {
		f    runFlags
		want bool
	}{
		{runFlags{hash: true, format: "text"}, false},
		{runFlags{hash: true, format: "csv"}, false},
		{runFlags{hash: true, format: "json"}, true},
		{runFlags{hash: true, format: "text", out: "results"}, true},
		{runFlags{format: "json", out: "results"}, false},
	} {
		if got := c.f.hashed(); got != c.want {
			t.Errorf("hash %t, format %s, out %q: hashed %t", c.f.hash, c.f.format, c.f.out, got)
		}
	}
}
