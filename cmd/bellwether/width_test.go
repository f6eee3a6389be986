package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The whole comparison with its default columns fits a terminal 160 columns wide,
// and each goal that is not the best has its footnote.
func TestComparisonsFitATerminal(t *testing.T) {
	for _, scenario := range []string{"campus-walk", "two-islands", "city-cars"} {
		printed := printedBy(t, "run "+scenario+" --runs 2 --until 75s --quiet")
		rows := 0
		for _, line := range printed {
			if !strings.HasPrefix(line, "│") {
				continue
			}
			rows++
			if n := utf8.RuneCountInString(line); n > 160 {
				t.Errorf("%s: %d columns: %s", scenario, n, line)
			}
		}
		if rows < 10 {
			t.Errorf("%s: a table of %d lines", scenario, rows)
		}
		for _, want := range []string{"any single node", "the smallest ID", "the node with the fewest restarts"} {
			if !strings.Contains(strings.Join(printed, "\n"), "elects "+want+", not the best") {
				t.Errorf("%s: no footnote says %q", scenario, want)
			}
		}
	}
}
