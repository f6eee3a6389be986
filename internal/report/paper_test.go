package report

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/plots"
)

// A table of nineteen columns is taken apart so that each part fits paper, and none of
// its cells is lost.
func TestWideTablesAreTakenApartForPaper(t *testing.T) {
	table := plots.Table{Title: "every metric", Header: []string{"metric"}, Right: []bool{false}, Rows: [][]string{{"instability"}}}
	for i := range 19 {
		table.Header = append(table.Header, fmt.Sprintf("row %d", i))
		table.Right = append(table.Right, true)
		table.Rows[0] = append(table.Rows[0], fmt.Sprintf("25.35 [17.90, 36.40] %d", i))
	}
	parts := onPaper([]plots.Table{table})
	if len(parts) < 4 {
		t.Fatalf("%d parts", len(parts))
	}
	seen := 0
	for _, p := range parts {
		line := strings.Join(p.Rows[0], "  ")
		if len(line) > paperLetters || p.Rows[0][0] != "instability" || len(p.Header) != len(p.Rows[0]) || len(p.Right) != len(p.Header) {
			t.Errorf("a part of %d letters: %q", len(line), line)
		}
		seen += len(p.Header) - 1
	}
	if seen != 19 {
		t.Errorf("%d of 19 columns", seen)
	}
	if small := onPaper([]plots.Table{{Title: "t", Header: []string{"a", "b"}}}); len(small) != 1 || small[0].Title != "t" {
		t.Errorf("a small table became %v", small)
	}
}
