package prasle

import (
	"encoding/json"
	"fmt"
	"io"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
)

// claims are what is compared with the paper.
var claims = []struct {
	says  string
	found func(at func(point) stats.Measured) []stats.Compared
}{
	{"is the published at each point", func(at func(point) stats.Measured) (out []stats.Compared) {
		each(func(p point) { out = append(out, stats.Equivalent(at(p), theirs(p))) })
		return out
	}},
	{"is within 25 % of the published at each point", func(at func(point) stats.Measured) (out []stats.Compared) {
		each(func(p point) { out = append(out, stats.Within(at(p), theirs(p))) })
		return out
	}},
	{"grows per node as published, within 25 %", func(at func(point) stats.Measured) (out []stats.Compared) {
		for _, t := range topologies {
			out = append(out, stats.Within(slope(func(n int) stats.Measured { return at(point{t.name, n}) }),
				slope(func(n int) stats.Measured { return theirs(point{t.name, n}) })))
		}
		return out
	}},
	{"ring and line take longer than mesh and clique from 20 nodes on", func(at func(point) stats.Measured) (out []stats.Compared) {
		for _, n := range sizes[1:] {
			for _, long := range []string{"ring", "line"} {
				for _, short := range []string{"mesh", "clique"} {
					out = append(out, stats.Above(at(point{long, n}), at(point{short, n})))
				}
			}
		}
		return out
	}},
}

// each calls a function for every point.
func each(do func(point)) {
	for _, t := range topologies {
		for _, n := range sizes {
			do(point{t.name, n})
		}
	}
}

// Write prints the verdicts, the values, and what the paper leaves open.
func (s *Study) Write(w io.Writer, format table.Format) error {
	if len(s.settings) > 1 {
		return table.WriteTables(w, format, s.unknowns(), openChoices())
	}
	return table.WriteTables(w, format, s.verdicts(), s.table(), openChoices())
}

// A judged is a claim under a column.
type judged struct {
	column
	claim    string
	verdicts []stats.Verdict
}

// judge judges all claims under some columns, corrected for the number of comparisons in all of them.
func (s *Study) judge(columns ...column) (out []judged) {
	var compared [][]stats.Compared
	for _, of := range columns {
		for _, c := range claims {
			compared = append(compared, c.found(func(p point) stats.Measured { return s.values[of][p] }))
			out = append(out, judged{column: of, claim: c.says})
		}
	}
	for i, list := range stats.Judge(compared) {
		out[i].verdicts = list
	}
	return out
}

func (s *Study) verdicts() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("What the paper says of the seconds to convergence, and what is found (%d runs a point)", s.Runs),
		Header: []string{"claim"},
		Notes: []string{"a claim is yes if all its comparisons are, no if one is, else open; each is corrected for the number of comparisons in a column (Holm) and of claims. " +
			"The published have no intervals, which are taken as none. That a column is picked among several is not corrected for"},
	}
	for _, c := range claims {
		t.Rows = append(t.Rows, []string{c.says})
	}
	for _, r := range readings {
		t.Header = append(t.Header, r.Name)
		for i, one := range s.judge(column{assumed.Name, r.Name}) {
			t.Rows[i] = append(t.Rows[i], said(one.verdicts))
		}
	}
	return t
}

// unknowns is how each setting changes the verdicts.
func (s *Study) unknowns() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("What the paper leaves open, one at a time: what is found of its claims (%d runs a point)", s.Runs),
		Header: []string{"setting", "reading", "times the published"},
		Right:  []bool{false, false, true},
		Notes: []string{"corrected for the number of comparisons in the whole table, in which a reader may pick the best row",
			"times the published: the geometric mean over the 16 points"},
	}
	var columns []column
	for _, of := range s.settings {
		t.Notes = append(t.Notes, of.Name+": "+of.Why)
		for _, r := range readings {
			columns = append(columns, column{of.Name, r.Name})
		}
	}
	for _, c := range claims {
		t.Header, t.Right = append(t.Header, c.says), append(t.Right, false)
	}
	all := s.judge(columns...)
	for i, of := range columns {
		var ours, paper []stats.Measured
		each(func(p point) { ours, paper = append(ours, s.values[of][p]), append(paper, theirs(p)) })
		ratio, _ := stats.Ratio(ours, paper)
		row := []string{of.setting, of.reading, fmt.Sprintf("%.2f", ratio.Estimate)}
		for _, one := range all[i*len(claims) : (i+1)*len(claims)] {
			row = append(row, said(one.verdicts))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// said puts the verdict of a claim into words.
func said(list []stats.Verdict) string {
	yes, no := 0, 0
	for _, v := range list {
		switch v {
		case stats.Yes:
			yes++
		case stats.No:
			no++
		}
	}
	switch {
	case yes == len(list):
		return fmt.Sprintf("yes, %d of %d", yes, yes)
	case no == 0:
		return fmt.Sprintf("open: %d of %d yes, none no", yes, len(list))
	}
	return fmt.Sprintf("no: %d of %d yes, %d no", yes, len(list), no)
}

func (s *Study) table() table.Table {
	t := table.Table{
		Title:  "Table I: seconds to convergence, T = 0.1 s, K = the hops of the network",
		Header: []string{"network", "nodes", "paper"},
		Right:  []bool{false, true, true},
		Notes:  []string{"±: half of the 95 % interval over runs", fmt.Sprintf("a run in which a node has not converged counts as %.0f s", horizon.Seconds())},
	}
	for _, r := range readings {
		t.Header, t.Right = append(t.Header, r.Name), append(t.Right, true)
	}
	each(func(p point) {
		row := []string{p.topology, fmt.Sprint(p.nodes), fmt.Sprintf("%.2f", theirs(p).Mean)}
		for _, r := range readings {
			v := s.values[column{assumed.Name, r.Name}][p]
			row = append(row, fmt.Sprintf("%.2f ± %.2f", v.Mean, v.Half))
		}
		t.Rows = append(t.Rows, row)
	})
	return t
}

// openChoices are what the paper leaves open, with what is taken and what is possible.
func openChoices() table.Table {
	return table.Table{
		Title:  "What the paper leaves open, and what is taken",
		Header: []string{"what", "taken", "possible", "why"},
		Rows: [][]string{
			{"what convergence is", "two readings", "known to all, ended by all, the mean of either", "a line of 10 with K = 9 takes 0.9 s to end, more than the published 0.69 s"},
			{"sending", "two readings", "unicast, broadcast", "the paper says unicast; 40 nodes of a clique send 1560 frames in the first round"},
			{"when a pair is said", "two readings", "when better, each round", "the authors' program says it when better; the paper gives both forms"},
			{"the mesh", "a grid as square as its nodes allow", "any of that name", "not described in what is public"},
			{"bytes of a message", "15, and 23 of the header", "6 to 60", "the authors' program sends text with an IPv6 address, below 6LoWPAN and UDP"},
			{"begin", "all at once, each message within 50 ms", "0 to 50 ms", "a master tells the nodes one by one; their loop looks each 20 to 50 ms"},
			{"processing", "none", "0 to 50 ms a message", "the authors' loop handles one message each 20 ms or more"},
			{"losses", "collisions alone", "0 to 10 %", "radios in one hall"},
		},
		Notes: []string{"--study unknowns varies sending, convergence, mesh, bytes, begin and losses; how long a message is handled, it does not"},
	}
}

// WriteJSON writes the values and the verdicts as one JSON object.
func (s *Study) WriteJSON(w io.Writer) error {
	type value struct {
		Setting   string  `json:"setting"`
		Reading   string  `json:"reading"`
		Network   string  `json:"network"`
		Nodes     int     `json:"nodes"`
		Mean      float64 `json:"converged_s"`
		Half      float64 `json:"half_95_s"`
		Published float64 `json:"published_s"`
	}
	type verdict struct {
		Setting  string          `json:"setting"`
		Reading  string          `json:"reading"`
		Claim    string          `json:"claim"`
		Verdicts []stats.Verdict `json:"verdicts"`
	}
	var out struct {
		Paper    string    `json:"paper"`
		Runs     int       `json:"runs"`
		Values   []value   `json:"values"`
		Verdicts []verdict `json:"verdicts"`
	}
	out.Paper, out.Runs = "prasle", s.Runs
	var columns []column
	for _, of := range s.settings {
		for _, r := range readings {
			at := column{of.Name, r.Name}
			columns = append(columns, at)
			each(func(p point) {
				v := s.values[at][p]
				out.Values = append(out.Values, value{of.Name, r.Name, p.topology, p.nodes, v.Mean, v.Half, theirs(p).Mean})
			})
			if len(s.settings) == 1 { // each reading is a column of its own, as in the table
				for _, one := range s.judge(at) {
					out.Verdicts = append(out.Verdicts, verdict{one.setting, one.reading, one.claim, one.verdicts})
				}
			}
		}
	}
	if len(s.settings) > 1 {
		for _, one := range s.judge(columns...) {
			out.Verdicts = append(out.Verdicts, verdict{one.setting, one.reading, one.claim, one.verdicts})
		}
	}
	return json.NewEncoder(w).Encode(out)
}
