package reproduce

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"bellwether/internal/footprint"
	"bellwether/internal/memory"
	"bellwether/internal/runs"
	"bellwether/scenarios"
)

// Options say what to reproduce.
type Options struct {
	Figure  int                          // 5, 8, 9 or 10; 0: all
	Merge   Merge                        // default ByExchange
	List    List                         // default ByHello
	Access  Access                       // default Ideal
	Quick   bool                         // shorter runs, fewer of them and fewer sizes
	Runs    int                          // for a point; default the paper's 10, quick 3
	Jobs    int                          // runs at a time
	Out     string                       // a directory that keeps runs, for another time; none if empty
	Version string                       // of the program: runs of another one are refused
	Free    func() (memory.Amount, bool) // memory that runs may take; nil, or false: nobody knows
	Warn    func(string)                 // told where memory allows fewer runs at a time
	// Progress is told after each run; may be nil.
	Progress func(done, all int)
}

// A Merge is how nodes notice that components have merged.
type Merge string

// The two readings of the paper that are compared.
const (
	// ByExchange: the ends of a new link tell each other their leaders, as the paper
	// has components merge, whatever the signalling.
	ByExchange Merge = "exchange"
	// ByBeacon: so in unicast only. Election-Bcast keeps no neighbour list (§VI), and
	// without one a merge shows by the beacons that cross it.
	ByBeacon Merge = "beacon"
)

// Merges lists the readings.
func Merges() []Merge { return []Merge{ByExchange, ByBeacon} }

// linkExchanges is the algorithm's parameter.
func (m Merge) linkExchanges() int {
	if m == ByExchange {
		return 1
	}
	return 0
}

// A Study is what came of it.
type Study struct {
	Merge   Merge
	List    List
	Access  Access
	Version string
	Figures []Figure
	Nodes   []int
	Runs    int
	Quick   bool
	Values  map[Point]map[Metric]Value
}

// quickNodes are the sizes of a quick study: both ends and the middle of what rises
// and falls.
var quickNodes = []int{20, 60, 120}

const (
	paperRuns = 10
	quickRuns = 3
)

// task is one run.
type task struct {
	figure Figure
	series Series
	nodes  int
	merge  Merge
	list   List
	access Access
	seed   uint64
}

func (t task) point() Point { return Point{t.figure.Number, t.series.Label, t.nodes} }

// String says what the run is of.
func (t task) String() string {
	return fmt.Sprintf("Fig. %d, %s, N = %d, %s", t.figure.Number, t.series.Label, t.nodes, reading(t.merge, t.list, t.access))
}

// place is what the run depends on.
func (t task) place() place {
	return place{fmt.Sprintf("%x", sha256.Sum256([]byte(t.text()))), t.seed}
}

// Unknown is what an option names and there is not.
type Unknown string

func (u Unknown) Error() string { return "no such " + string(u) }

// What options may name in vain: a figure that is not reproduced, a reading, a medium.
const (
	ErrFigure = Unknown("figure")
	ErrMerge  = Unknown("way to notice merges")
	ErrList   = Unknown("neighbour list")
	ErrAccess = Unknown("medium")
)

// plan lists the runs of a study, the longest figures last.
func plan(o Options) (*Study, []task, error) {
	o.Merge, o.List, o.Access = cmp.Or(o.Merge, ByExchange), cmp.Or(o.List, ByHello), cmp.Or(o.Access, Ideal)
	if err := (Reading{o.Merge, o.List}).check(); err != nil {
		return nil, nil, err
	}
	if !slices.Contains(Accesses(), o.Access) {
		return nil, nil, fmt.Errorf("%w %q: there are %s and %s", ErrAccess, string(o.Access), Ideal, Contended)
	}
	s := &Study{Merge: o.Merge, List: o.List, Access: o.Access, Version: o.Version, Nodes: Nodes, Runs: paperRuns, Quick: o.Quick, Values: map[Point]map[Metric]Value{}}
	if o.Quick {
		s.Nodes, s.Runs = quickNodes, quickRuns
	}
	if o.Runs > 0 {
		s.Runs = o.Runs
	}
	numbers := []int{o.Figure}
	if o.Figure == 0 {
		numbers = []int{5, 8, 9, 10}
	}
	for _, number := range numbers {
		f, err := figure(number, o.Quick)
		if err != nil {
			return nil, nil, err
		}
		s.Figures = append(s.Figures, f)
	}
	var tasks []task
	for i := range s.Runs { // run by run, so that an interrupted study has some of each point
		for _, f := range s.Figures {
			for _, series := range f.Series {
				for _, n := range s.Nodes {
					tasks = append(tasks, task{f, series, n, o.Merge, o.List, o.Access, uint64(i) + 1})
				}
			}
		}
	}
	return s, tasks, nil
}

// Run reproduces. Interrupted, it gives what is finished with ctx's error.
func Run(ctx context.Context, o Options) (*Study, error) {
	s, tasks, err := plan(o)
	if err != nil {
		return nil, err
	}
	if o.Jobs, err = fit(tasks, o); err != nil {
		return nil, err
	}
	o.Merge, o.List, o.Access, o.Runs = s.Merge, s.List, s.Access, s.Runs // as filled in
	kept, err := openKept(o)
	if err != nil {
		return nil, err
	}
	if o.Out != "" { // so that a study that is killed can be told of, too
		s.gather(tasks, kept.results(tasks))
		if err := s.saveNumbers(o.Out); err != nil {
			return nil, errors.Join(err, kept.Close())
		}
	}
	err = execute(ctx, tasks, o, kept)
	s.gather(tasks, kept.results(tasks))
	return s, errors.Join(err, kept.Close())
}

// fit takes fewer runs at a time where memory asks for it, and refuses worlds that are too
// large for it: of each series, that of the most nodes.
func fit(tasks []task, o Options) (jobs int, err error) {
	p := footprint.Plan{Jobs: max(1, o.Jobs), Free: o.Free, Warn: o.Warn}
	for _, t := range tasks {
		if t.seed != 1 || t.nodes != slices.Max(Nodes) {
			continue
		}
		world, err := scenarios.Read("VKT04", []byte(t.text()), scenarios.Options{})
		if err != nil {
			return 0, err
		}
		p.Scenarios = append(p.Scenarios, world)
	}
	return p.Fit()
}

// execute runs what is not kept yet.
func execute(ctx context.Context, tasks []task, o Options, k *kept) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	done := 0
	finished := func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		if o.Progress != nil {
			o.Progress(done, len(tasks))
		}
	}
	runs.Each(ctx, o.Jobs, len(tasks), func(i int) {
		t := tasks[i]
		if _, known := k.find(t); known {
			finished()
			return
		}
		r, err := t.run(ctx)
		if err == nil {
			err = k.add(t, r)
		}
		if err != nil {
			cancel(err)
			return
		}
		finished()
	})
	return context.Cause(ctx)
}

// gather sums the runs of each point up.
func (s *Study) gather(tasks []task, results []map[Metric]float64) {
	runs := map[Point]map[Metric][]float64{}
	for i, t := range tasks {
		for m, x := range results[i] {
			if runs[t.point()] == nil {
				runs[t.point()] = map[Metric][]float64{}
			}
			if !math.IsNaN(x) {
				runs[t.point()][m] = append(runs[t.point()][m], x)
			}
		}
	}
	for p, metrics := range runs {
		s.Values[p] = map[Metric]Value{}
		for m, values := range metrics {
			s.Values[p][m] = valueOf(values)
		}
	}
}
