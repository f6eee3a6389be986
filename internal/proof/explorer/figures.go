package explorer

import (
	"strconv"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/protocol"
)

// A Figure is what a search found, without the story of a fault and what was covered.
type Figure struct {
	Of    Options
	Found Report
}

// Grid returns the searches of a table of figures. Each algorithm is explored in the
// world of in, with each number of nodes and each value of the parameters that are a
// choice. If in has parameters, they replace the choices.
func Grid(algorithms []protocol.Algorithm, in Options, nodes []int) []Options {
	var out []Options
	for _, a := range algorithms {
		for _, params := range variants(a, in.Params) {
			for _, n := range nodes {
				o := in
				o.Algorithm, o.Params, o.Nodes = a.Name, params, n
				out = append(out, o)
			}
		}
	}
	return out
}

// variants returns lists of parameters: only the given one, or one for each choice.
func variants(a protocol.Algorithm, given []string) [][]string {
	if len(given) > 0 {
		return [][]string{given}
	}
	out := [][]string{nil}
	for _, p := range a.Params {
		if p.Type != protocol.TypeChoice {
			continue
		}
		var each [][]string
		for _, before := range out {
			for _, choice := range p.Choices {
				each = append(each, append(before[:len(before):len(before)], p.Name+"="+choice))
			}
		}
		out = each
	}
	return out
}

// Row is the figure in a table: algorithm and parameters, nodes, different states of the
// whole world, ends of runs, steps of the longest way to a state or of the shortest run
// with a fault, and the verdict.
func (f Figure) Row() []string {
	return []string{
		strings.Join(append([]string{f.Of.Algorithm}, f.Of.Params...), ", "), strconv.Itoa(f.Of.Nodes),
		strconv.Itoa(f.Found.States), strconv.Itoa(f.Found.Ends), strconv.Itoa(f.Found.steps()), f.Found.words(),
	}
}

// World is what all searches of one grid share.
func (o Options) World() string { return o.Topology + ", " + o.rules() }

// steps are the steps of the run with the fault, or to the deepest state.
func (r Report) steps() int {
	if r.Verdict == Convicted {
		return r.Steps
	}
	return r.Depth
}

// words is the verdict in words.
func (r Report) words() string {
	switch r.Verdict {
	case Bounded:
		return "no fault in all runs of up to " + wording.Count(r.Depth, "step") + r.from()
	case Convicted:
		return "convicted: " + r.Fault
	}
	return string(r.Verdict)
}
