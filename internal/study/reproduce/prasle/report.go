package prasle

import (
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
	return table.WriteTables(w, format, s.verdicts(), s.table(), openChoices())
}

func (s *Study) verdicts() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("What the paper says of the seconds to convergence, and what is found (%d runs a point)", s.Runs),
		Header: []string{"claim"},
		Notes: []string{"a claim is yes if all its comparisons are, no if one is, else open; each is corrected for the number of comparisons in a column (Holm) and of claims. " +
			"The published have no intervals, which are taken as none. That a column is picked among several is not corrected for"},
	}
	words := make([][]string, len(claims))
	for _, r := range readings {
		t.Header = append(t.Header, r.Name)
		var compared [][]stats.Compared
		for _, c := range claims {
			compared = append(compared, c.found(func(p point) stats.Measured { return s.values[r.Name][p] }))
		}
		for i, list := range stats.Judge(compared) {
			words[i] = append(words[i], said(list))
		}
	}
	for i, c := range claims {
		t.Rows = append(t.Rows, append([]string{c.says}, words[i]...))
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
			v := s.values[r.Name][p]
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
	}
}
