// Package prasle repeats the experiment of Conard and Ebnenasir, "A Practical Self-Stabilizing
// Leader Election for Networks of Resource-Constrained IoT Devices" (EDCC 2021, Table I), on an
// emulated testbed: FIT IoT-LAB's M3 nodes, which all hear each other, with the neighbourhoods
// of a ring, a line, a mesh and a clique. It decides for each claim whether it holds here, point
// by point, by the rules of package reproduce (stats.Judge).
//
// It assumes that no frame is lost but by collisions, and that all begin at one instant. What the
// paper leaves open is a reading, a setting (one of the ends of its range), or stands in openChoices with its
// range. A run is 30 s of virtual time; the whole study takes a minute of processor time, with all settings six.
//
// It is no sweep of a plan as that of VKT04 is, since who is the least is drawn for each run, and no key of a
// scenario draws that. Its directory has a line of each run, too, with the hash of its trace.
package prasle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/internal/base/stats"
	"bellwether/internal/study/tasks"
)

// Options of a study.
type Options struct {
	Runs, Jobs int
	Unknowns   bool                // vary what the paper leaves open
	Out        string              // a directory for the runs; "": none
	Shard      tasks.Shard         // the part of the runs that is made; the zero Shard: all
	Build      string              // of this program
	Progress   func(done, all int) // nil: none
}

// A point is a topology and a number of nodes.
type point struct {
	topology string
	nodes    int
}

// A column is a reading under a setting.
type column struct{ setting, reading string }

// A Study has the seconds to convergence by column and point.
type Study struct {
	Runs     int
	settings []setting
	values   map[column]map[point]stats.Measured
}

// ErrShard means that a part of a study has no directory to be kept in.
var ErrShard = errors.New("a part of a study needs a directory, --out")

// Run makes the runs of a study that its directory lacks. Results do not depend on Jobs. Of a part it returns
// nil. If it is interrupted, the same again goes on from there.
func Run(ctx context.Context, o Options) (_ *Study, err error) {
	if !o.Shard.Whole() && o.Out == "" {
		return nil, ErrShard
	}
	s := &Study{Runs: o.Runs, settings: settings[:1], values: map[column]map[point]stats.Measured{}}
	if o.Unknowns {
		s.settings = settings
	}
	k, err := open(o.Out, o.Build)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	if err := s.make(ctx, k, o); err != nil || !o.Shard.Whole() {
		return nil, err
	}
	s.gather(k)
	return s, nil
}

// all calls a function for each run of the study.
func (s *Study) all(do func(setting, reading, topology, task)) {
	for _, of := range s.settings {
		for _, r := range readings {
			for _, t := range topologies {
				for _, n := range sizes {
					for seed := 1; seed <= s.Runs; seed++ {
						do(of, r, t, task{of.Name, r.Name, t.name, n, uint64(seed)})
					}
				}
			}
		}
	}
}

// make makes the runs that are missing.
func (s *Study) make(ctx context.Context, k *kept, o Options) error {
	var todo []func() (run, error)
	s.all(func(of setting, r reading, t topology, at task) {
		if _, has := k.made[at]; has || !o.Shard.Has(at.String()) {
			return
		}
		todo = append(todo, func() (run, error) {
			took, hash, err := r.run(ctx, of, t, at)
			if err != nil {
				err = fmt.Errorf("%v: %w", at, err)
			}
			return run{at, took, hash, o.Build}, err
		})
	})
	next, done, made := atomic.Int64{}, make(chan error), 0
	jobs := max(1, min(o.Jobs, len(todo)))
	for range jobs {
		go func() {
			var err error
			for err == nil {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					break
				}
				var one run
				if one, err = todo[i](); err == nil {
					err = k.add(one)
				}
				if err == nil {
					done <- nil
				}
			}
			done <- cmp.Or(err, errIdle)
		}()
	}
	var failed error
	for jobs > 0 {
		switch err := <-done; {
		case err == nil:
			made++
			if o.Progress != nil {
				o.Progress(made, len(todo))
			}
		case errors.Is(err, errIdle):
			jobs--
		default:
			jobs--
			failed = cmp.Or(failed, err)
			next.Store(int64(len(todo))) // the others end
		}
	}
	return failed
}

// errIdle ends a goroutine without an error.
var errIdle = errors.New("nothing is left to do")

// gather takes the means of runs by column and point.
func (s *Study) gather(k *kept) {
	runs := map[column]map[point][]float64{}
	s.all(func(of setting, r reading, t topology, at task) {
		c := column{of.Name, r.Name}
		if runs[c] == nil {
			runs[c], s.values[c] = map[point][]float64{}, map[point]stats.Measured{}
		}
		p := point{t.name, at.Nodes}
		runs[c][p] = append(runs[c][p], k.made[at].Converged)
		s.values[c][p] = measured(runs[c][p])
	})
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
