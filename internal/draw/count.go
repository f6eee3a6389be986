package draw

import "fmt"

// noteCount says how many values stand behind what is drawn: "n = 10 runs each.", or
// from how many to how many.
func noteCount(counts []int, what string) string {
	if len(counts) == 0 {
		return ""
	}
	least, most := counts[0], counts[0]
	for _, n := range counts {
		least, most = min(least, n), max(most, n)
	}
	switch {
	case least < most:
		return fmt.Sprintf("n = %d to %d %s.", least, most, what)
	case len(counts) == 1:
		return fmt.Sprintf("n = %d %s.", most, what)
	}
	return fmt.Sprintf("n = %d %s each.", most, what)
}

// noteEdge says that values have no place on a logarithmic axis.
func noteEdge(values int) []string {
	if values == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d values of 0 or less stand at the edge of a log scale.", values)}
}
