// Package prasle repeats the experiment of Conard and Ebnenasir, "A Practical Self-Stabilizing
// Leader Election for Networks of Resource-Constrained IoT Devices" (EDCC 2021, Table I), on an
// emulated testbed: FIT IoT-LAB's M3 nodes, which all hear each other, with the neighbourhoods
// of a ring, a line, a mesh and a clique. It decides for each claim whether it holds here, point
// by point, by the rules of package reproduce (stats.Judge).
//
// It assumes that no frame is lost but by collisions, and that all begin at one instant. What the
// paper leaves open is a reading, or stands in openChoices with its range. A run is a second of
// virtual time for each of 30; the whole study takes a minute of processor time.
package prasle

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/internal/base/stats"
)

// Options of a study.
type Options struct {
	Runs, Jobs int
	Progress   func(done, all int) // nil: none
}

// A point is a topology and a number of nodes.
type point struct {
	topology string
	nodes    int
}

// A Study has the seconds to convergence by reading and point.
type Study struct {
	Runs   int
	values map[string]map[point]stats.Measured
}

// Run makes a study. Results do not depend on Jobs.
func Run(ctx context.Context, o Options) (*Study, error) {
	type task struct {
		r    reading
		t    topology
		n    int
		runs []float64
		err  error
	}
	var all []*task
	for _, r := range readings {
		for _, t := range topologies {
			for _, n := range sizes {
				all = append(all, &task{r: r, t: t, n: n})
			}
		}
	}
	jobs := o.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	queue, done := make(chan *task), make(chan *task)
	var working sync.WaitGroup
	for range jobs {
		working.Go(func() {
			for one := range queue {
				for seed := 1; seed <= o.Runs && one.err == nil; seed++ {
					var took float64
					took, one.err = one.r.run(ctx, one.t, one.n, uint64(seed))
					one.runs = append(one.runs, took)
				}
				done <- one
			}
		})
	}
	go func() {
		for _, one := range all {
			queue <- one
		}
		close(queue)
		working.Wait()
		close(done)
	}()
	made := 0
	var failed error
	for one := range done {
		made++
		if one.err != nil && failed == nil {
			failed = fmt.Errorf("%s, %s of %d: %w", one.r.Name, one.t.name, one.n, one.err)
		}
		if o.Progress != nil {
			o.Progress(made, len(all))
		}
	}
	if failed != nil {
		return nil, failed
	}
	s := &Study{Runs: o.Runs, values: map[string]map[point]stats.Measured{}}
	for _, one := range all {
		if s.values[one.r.Name] == nil {
			s.values[one.r.Name] = map[point]stats.Measured{}
		}
		s.values[one.r.Name][point{one.t.name, one.n}] = measured(one.runs)
	}
	return s, nil
}

// measured is a mean with half its 95 % interval (Student).
func measured(runs []float64) stats.Measured {
	m := stats.Measured{Mean: stat.Mean(runs, nil), Runs: len(runs)}
	if n := float64(len(runs)); n > 1 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
		m.Half = t * stat.StdErr(stat.StdDev(runs, nil), n)
	}
	return m
}

// theirs is the published value of a point, without an interval.
func theirs(p point) stats.Measured {
	for i, n := range sizes {
		if n == p.nodes {
			return stats.Measured{Mean: published[p.topology][i], Runs: paperRuns}
		}
	}
	return stats.Measured{}
}

// paperRuns are the runs behind a published mean: the master of the authors' program makes ten.
const paperRuns = 10

// slope is by how much a value grows for each node, from the least size to the largest.
func slope(at func(n int) stats.Measured) stats.Measured {
	first, last := sizes[0], sizes[len(sizes)-1]
	low, high := at(first), at(last)
	by := float64(last - first)
	return stats.Measured{Mean: (high.Mean - low.Mean) / by, Half: math.Hypot(low.Half, high.Half) / by, Runs: low.Runs}
}
