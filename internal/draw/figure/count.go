package figure

import (
	"fmt"
	"strings"

	"bellwether/internal/base/wording"
)

// noteCount returns the note of how many values a figure shows: "n = 10 runs each.", or the
// least and the greatest number. what names one of them, "run", and may go on after a comma,
// "node, of one run".
func noteCount(counts []int, what string) string {
	if len(counts) == 0 {
		return ""
	}
	least, most := counts[0], counts[0]
	for _, n := range counts {
		least, most = min(least, n), max(most, n)
	}
	one, more, _ := strings.Cut(what, ",")
	if more != "" {
		more = "," + more
	}
	switch {
	case least < most:
		return fmt.Sprintf("n = %d to %d %ss%s.", least, most, one, more)
	case len(counts) == 1:
		return fmt.Sprintf("n = %s%s.", wording.Count(most, one), more)
	}
	return fmt.Sprintf("n = %s%s each.", wording.Count(most, one), more)
}

// noteEdge returns the note of values that have no place on a logarithmic axis, nil if there
// are none.
func noteEdge(values int) []string {
	if values == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d values of 0 or less stand at the edge of a log scale.", values)}
}
