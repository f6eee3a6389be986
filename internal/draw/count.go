package draw

import (
	"fmt"
	"strings"

	"bellwether/internal/plural"
)

// noteCount says how many values stand behind what is drawn: "n = 10 runs each.", or
// from how many to how many. What they are is called as one of them is, with more after a comma.
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
		return fmt.Sprintf("n = %s%s.", plural.Of(most, one), more)
	}
	return fmt.Sprintf("n = %s%s each.", plural.Of(most, one), more)
}

// noteEdge says that values have no place on a logarithmic axis.
func noteEdge(values int) []string {
	if values == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d values of 0 or less stand at the edge of a log scale.", values)}
}
