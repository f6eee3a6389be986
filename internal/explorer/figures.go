package explorer

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"bellwether/emulator/story"
	"bellwether/internal/plural"
	"bellwether/internal/runs"
	"bellwether/protocol"
)

// A Figure is what a search found.
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

// Figures runs the searches of a grid, one on each core, and returns the results in the
// order of the grid. If ctx ends, the searches end as interrupted. done, which may be nil, is
// called for each figure, by one goroutine at a time.
func Figures(ctx context.Context, find story.Finder, grid []Options, done func(Figure)) ([]Figure, error) {
	out, faults := make([]Figure, len(grid)), make([]error, len(grid))
	var telling sync.Mutex
	runs.Each(context.WithoutCancel(ctx), runtime.GOMAXPROCS(0), len(grid), func(i int) {
		o := grid[i]
		o.Workers = 1 // the searches share the processors
		r, err := Explore(ctx, find, o, nil)
		out[i], faults[i] = Figure{grid[i], r}, err
		if done != nil && err == nil {
			telling.Lock()
			done(out[i])
			telling.Unlock()
		}
	})
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
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
		return "no fault in all runs of up to " + plural.Of(r.Depth, "step") + r.from()
	case Convicted:
		return "convicted: " + r.Fault
	}
	return string(r.Verdict)
}
