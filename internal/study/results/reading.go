package results

import "slices"

// A Reading is a pair of hashes of one scenario. Two programs compute different hashes because
// one knows keys or defaults that the other does not know, but they make the same runs.
type Reading struct {
	Was string `json:"was"` // the SHA-256 in the lines
	Is  string `json:"is"`  // the SHA-256 that the verified program computes
}

// Readings are all pairs of an index.
type Readings []Reading

// readings returns the pairs of all programs.
func (i *Index) readings() (all Readings) {
	for _, p := range i.Programs {
		if p.Verified != nil {
			all = append(all, p.Verified.Scenarios...)
		}
	}
	return all
}

// Same reports whether two hashes are of one scenario.
func (r Readings) Same(a, b string) bool {
	known := []string{a}
	for i := 0; i < len(known); i++ {
		if known[i] == b {
			return true
		}
		for _, pair := range r {
			for _, next := range [][2]string{{pair.Was, pair.Is}, {pair.Is, pair.Was}} {
				if next[0] == known[i] && !slices.Contains(known, next[1]) {
					known = append(known, next[1])
				}
			}
		}
	}
	return false
}
