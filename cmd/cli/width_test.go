package cli

import (
	"strings"
	"testing"

	"bellwether/internal/base/wording"
)

// The comparison of all algorithms fits terminals of 80 and 120 columns with a row for
// each algorithm, and a terminal of 160 columns with all its columns. Each goal other
// than the best has a footnote.
func TestComparisonsFitATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whose tables are laid out at every width")
	}
	const command = "run two-islands --runs 2 --until 75s --quiet --width "
	for _, width := range []struct {
		asked   string
		columns int
	}{{"80", 80}, {"120", 120}} {
		rows := 0
		printed := printedBy(t, command+width.asked)
		for _, line := range printed {
			if strings.HasPrefix(line, "│") {
				rows++
			}
			if n := wording.Width(line); n > width.columns && !strings.HasPrefix(line, "The same again") {
				t.Errorf("%d columns on %d: %s", n, width.columns, line)
			}
		}
		if rows < 19 {
			t.Errorf("width %d: a table of %d lines", width.columns, rows)
		}
		text := strings.Join(strings.Fields(strings.Join(printed, " ")), " ")
		for _, want := range []string{"elects any single node, not the best", "elects the smallest ID, not the best",
			"elects the node with the fewest restarts, not the best", "(messages_per_election)", "--columns KEY,… chooses columns"} {
			if !strings.Contains(text, want) {
				t.Errorf("width %d: %q is not in\n%s", width.columns, want, strings.Join(printed, "\n"))
			}
		}
	}
}

// Tables of every verb fit the terminal.
func TestEveryTableFitsATerminal(t *testing.T) {
	for _, command := range []string{
		"scenarios list", "scenarios models", "algorithms", "metrics", "mobility formats",
		"reproduce vkt04 --recorded", "explore --algorithm bully --table --nodes 2",
	} {
		for _, width := range []string{"40", "80", "120"} {
			columns := map[string]int{"40": 40, "80": 80, "120": 120}[width]
			printed := printedBy(t, command+" --width "+width)
			for _, line := range printed {
				if n := wording.Width(line); n > columns {
					t.Errorf("%s: %d columns on %d: %s", command, n, columns, line)
				}
			}
			if len(printed) < 4 {
				t.Errorf("%s: no table in %d lines", command, len(printed))
			}
		}
	}
}
