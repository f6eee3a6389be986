package report

import (
	"strings"
	"testing"

	"bellwether/internal/study/results"
)

// A page states how many runs have no hash, and shows the hashes of the others.
func TestRunsWithoutAHashAreTold(t *testing.T) {
	for _, c := range []struct {
		hashes []string
		rows   int
		says   string
	}{
		{[]string{"a", "b"}, 2, ""},
		{[]string{"", "b", ""}, 1, "2 of 3 runs were kept without"},
		{[]string{""}, 0, "No run was kept with the hash"},
	} {
		s := &source{lines: make([]results.Line, len(c.hashes))}
		for i, hash := range c.hashes {
			s.lines[i].TraceSHA256 = hash
		}
		table, without := s.hashes()
		rows := 0
		if table != nil {
			rows = len(table.Rows)
		}
		if rows != c.rows || c.says == "" != (without == "") || !strings.HasPrefix(without, c.says) {
			t.Errorf("%q: %d rows and %q, want %d and %q", c.hashes, rows, without, c.rows, c.says)
		}
	}
}
