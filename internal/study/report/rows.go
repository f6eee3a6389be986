package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

// gaps returns the table of missing runs, nil if no run is missing.
func (s *source) gaps() *table.Table {
	if len(s.missing) == 0 {
		return nil
	}
	t := &table.Table{Title: "What is missing", Header: []string{"algorithm", "runs here", "wanted"}, Right: []bool{false, true, true}}
	if s.plan != nil && len(s.plan.Axes) > 0 {
		t.Header, t.Right = append([]string{"point"}, t.Header...), append([]bool{false}, t.Right...)
	}
	for i, g := range s.missing {
		if i == maxGaps {
			t.Notes = append(t.Notes, fmt.Sprintf("and %d more", len(s.missing)-maxGaps))
			break
		}
		row := []string{g.Label, fmt.Sprint(g.Of - g.Runs), fmt.Sprint(g.Of)}
		if len(t.Header) > len(row) {
			row = append([]string{s.plan.Describe(g.At)}, row...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// rows returns the table of algorithms.
func (s *source) rows(reg *registry.Registry) table.Table {
	t := table.Table{Title: "The algorithms", Header: []string{"row", "algorithm", "elects", "parameters", "about"}}
	entries := s.entries()
	for _, e := range entries {
		row := []string{e.Label, e.Name, "", params(e.Params), ""}
		if a, known := reg.Find(e.Name); known {
			row[2], row[4] = string(a.Goal), a.About
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// entries returns the rows of the scenario, or the rows of the lines if the scenario cannot be
// loaded.
func (s *source) entries() []scenarios.Entry {
	if s.scenario != nil {
		return s.scenario.Algorithms
	}
	var out []scenarios.Entry
	for i := range s.lines {
		if l := &s.lines[i]; !slices.ContainsFunc(out, func(e scenarios.Entry) bool { return e.Label == l.Label }) {
			out = append(out, scenarios.Entry{Name: l.Name, Label: l.Label})
		}
	}
	slices.SortFunc(out, func(a, b scenarios.Entry) int { return cmp.Compare(a.Label, b.Label) })
	return out
}

// params writes parameters, sorted by name.
func params(of map[string]string) string {
	var out []string
	for name, value := range of {
		out = append(out, name+" = "+value)
	}
	if len(out) == 0 {
		return "defaults"
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
