package ranking

import "strings"

// Groups say once what several metrics are of.
type Groups struct {
	kinds  []string
	titles map[string][]string
}

// Add says what a metric is of: its seeds and rows.
func (g *Groups) Add(title, of string) {
	if g.titles == nil {
		g.titles = map[string][]string{}
	}
	if g.titles[of] == nil {
		g.kinds = append(g.kinds, of)
	}
	g.titles[of] = append(g.titles[of], title)
}

// Lines are "title, title: what they are of", in the order in which they were added.
func (g *Groups) Lines() (out []string) {
	for _, kind := range g.kinds {
		out = append(out, strings.Join(g.titles[kind], ", ")+": "+kind)
	}
	return out
}
