package explorer

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/plural"
	"bellwether/plots"
	"bellwether/protocol"
)

// A Figure is what a search found, and how long it took.
type Figure struct {
	Of    Options
	Found Report
	Took  time.Duration // on the wall
}

// Grid gives the searches of a table of figures: in makes a world, in which each
// algorithm, with each value of the parameters that are a choice, is explored with
// each number of nodes. If in names parameters, they stand for the choices.
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

// variants are lists of parameters: the given ones, or each choice.
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

// Figures searches a grid over all cores, one search on each, and gives what was
// found in the order of the grid. Where ctx ends, searches end as interrupted.
// done is told of each figure, from one goroutine at a time.
func Figures(ctx context.Context, find story.Finder, grid []Options, done func(Figure)) ([]Figure, error) {
	out, faults := make([]Figure, len(grid)), make([]error, len(grid))
	var workers sync.WaitGroup
	var telling sync.Mutex
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(grid)) {
		workers.Go(func() {
			for i := range next {
				began := time.Now()
				r, err := Explore(ctx, find, grid[i], nil)
				out[i], faults[i] = Figure{grid[i], r, time.Since(began)}, err
				if done != nil && err == nil {
					telling.Lock()
					done(out[i])
					telling.Unlock()
				}
			}
		})
	}
	for i := range grid {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Table makes a table of figures of one grid.
func Table(figures []Figure) plots.Table {
	t := plots.Table{
		Header: []string{"algorithm", "nodes", "states", "steps", "time", "verdict"},
		Right:  []bool{false, true, true, true, true, false},
	}
	for _, f := range figures {
		t.Rows = append(t.Rows, []string{
			strings.Join(append([]string{f.Of.Algorithm}, f.Of.Params...), ", "), strconv.Itoa(f.Of.Nodes),
			strconv.Itoa(f.Found.States), strconv.Itoa(f.Found.steps()), seconds(f.Took), f.Found.words(),
		})
	}
	if len(figures) > 0 {
		o := figures[0].Of
		t.Title = fmt.Sprintf("Every run in a small world: %s, %s", o.Topology, o.rules())
		t.Notes = []string{
			"states: different ones of the whole world, times included; steps: of the longest way to one of them, or of the shortest run at fault",
			"time: on the wall, of one search on one core, all cores being at work; differs from machine to machine",
		}
	}
	return t
}

// steps are those of the run at fault, or of the deepest state.
func (r Report) steps() int {
	if r.Verdict == Convicted {
		return r.Steps
	}
	return r.Depth
}

// words are the verdict.
func (r Report) words() string {
	switch r.Verdict {
	case Bounded:
		return "no fault in all runs of up to " + plural.Of(r.Depth, "step")
	case Convicted:
		return "convicted: " + r.Fault
	}
	return string(r.Verdict)
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s" }
