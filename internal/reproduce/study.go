package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"bellwether/internal/build"
	"bellwether/internal/campaign"
	"bellwether/internal/memory"
	"bellwether/internal/plan"
	"bellwether/internal/results"
	"bellwether/internal/sweep"
)

// Options say what to reproduce.
type Options struct {
	Figures []int                        // of 5, 8, 9 and 10; none: all
	Merge   Merge                        // default ByExchange
	List    List                         // default ByHello
	Access  Access                       // default Ideal
	Quick   bool                         // shorter runs, fewer of them and fewer sizes
	Runs    int                          // for a point; default the paper's 10, quick 3
	Jobs    int                          // runs at a time; default 1
	Out     string                       // a directory that keeps runs, and what is made of them; none if empty
	Program build.Program                // which adds no runs to those of another one
	Free    func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown
	Warn    func(string)                 // may be nil
	// Progress is called now and then; may be nil.
	Progress func(campaign.Progress)
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

// sizes are the numbers of nodes.
func (o *Options) sizes() []int {
	if o.Quick {
		return quickNodes
	}
	return Nodes
}

// fill puts in what is left open, and refuses what there is not.
func (o *Options) fill() error {
	o.Merge, o.List, o.Access = cmp.Or(o.Merge, ByExchange), cmp.Or(o.List, ByHello), cmp.Or(o.Access, Ideal)
	if err := (Reading{o.Merge, o.List}).check(); err != nil {
		return err
	}
	if !slices.Contains(Accesses(), o.Access) {
		return fmt.Errorf("%w %q: there are %s and %s", ErrAccess, string(o.Access), Ideal, Contended)
	}
	for _, number := range o.Figures {
		if _, err := figure(number, o.Quick); err != nil {
			return err
		}
	}
	if len(o.Figures) == 0 {
		o.Figures = numbered(Figures())
	}
	o.Figures = slices.Compact(slices.Sorted(slices.Values(o.Figures)))
	if o.Runs == 0 {
		o.Runs = paperRuns
		if o.Quick {
			o.Runs = quickRuns
		}
	}
	o.Jobs = max(1, o.Jobs)
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	return nil
}

// study is what the options ask for, without a value yet.
func (o *Options) study() *Study {
	s := &Study{Merge: o.Merge, List: o.List, Access: o.Access, Version: o.Program.Build.Name(), Nodes: o.sizes(), Runs: o.Runs, Quick: o.Quick,
		Values: map[Point]map[Metric]Value{}}
	for _, f := range Figures() {
		if !slices.Contains(o.Figures, f.Number) {
			continue
		}
		if o.Quick {
			f = f.quick()
		}
		s.Figures = append(s.Figures, f)
	}
	return s
}

// Run reproduces. Interrupted, or if runs fail, it gives what is finished with the error of
// [sweep.Job.Do]; nil where it did not begin. In Out it writes what is made of all runs there.
func Run(ctx context.Context, o Options) (*Study, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	all, err := o.grown()
	if err != nil {
		return nil, err
	}
	p, err := all.plan()
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, w := range worlds(o.Quick) {
		wanted[w.name] = w.shown(o.Figures)
	}
	var lines []results.Line
	job := sweep.Job{Given: p, Dir: o.Out, Jobs: o.Jobs, Program: o.Program, Free: o.Free, Progress: o.Progress, Warn: o.Warn, Made: made(),
		Part: func(at []string, index int) bool { return wanted[at[0]] && index < o.Runs },
		Told: func(l *results.Line) { lines = append(lines, *l) }}
	err = job.Do(ctx)
	if len(lines) == 0 {
		return nil, err
	}
	if o.Out != "" {
		kept := all.study()
		kept.gather(lines)
		stopped := errors.Is(err, campaign.ErrInterrupted)
		err = errors.Join(err, kept.tell(o.Out))
		if !stopped { // pictures take seconds, for which nobody waits who has pressed Ctrl-C
			err = errors.Join(err, kept.illustrate(&o))
		}
	}
	s := o.study()
	s.gather(lines)
	return s, err
}

// ErrDirectory is a directory that keeps something else; nothing in it is touched.
var ErrDirectory = errors.New("begin in another directory")

// grown is the study of which the directory has runs, with what is asked for: more figures,
// or more runs. A directory that keeps another study, or anything else, is refused.
func (o Options) grown() (Options, error) {
	if o.Out == "" {
		return o, nil
	}
	if !results.Indexed(o.Out) {
		return o, foreign(o.Out)
	}
	switch was, is, err := keptIn(o.Out); {
	case err != nil:
		return o, err
	case !is:
		return o, fmt.Errorf("%s keeps the results of a run or a sweep: %w", o.Out, ErrDirectory)
	case was.name() != o.name():
		return o, fmt.Errorf("%s keeps another study, %s; this one is %s: %w", o.Out, was.name(), o.name(), ErrDirectory)
	default:
		o.Figures = slices.Compact(slices.Sorted(slices.Values(append(was.Figures, o.Figures...))))
		o.Runs = max(was.Runs, o.Runs)
		return o, nil
	}
}

// keptIn gives the study of a directory of results; false if it is of something else.
func keptIn(dir string) (Options, bool, error) {
	p, err := plan.Load(filepath.Join(dir, results.PlanFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Options{}, false, nil
	}
	if err != nil {
		return Options{}, false, err
	}
	o, is := studied(p)
	return o, is, nil
}

// foreign refuses a directory that holds anything.
func foreign(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if e.Name() != "lock" { // of a study that ended before it began
			return fmt.Errorf("%s holds %s, and no study that can go on: %w", dir, e.Name(), ErrDirectory)
		}
	}
	return err
}

// gather sums up the runs of each point.
func (s *Study) gather(lines []results.Line) {
	of := map[string][]line{}
	for _, w := range worlds(s.Quick) {
		of[w.name] = w.of
	}
	// Lines stand in the order in which runs ended, on which no last digit may depend.
	slices.SortStableFunc(lines, func(a, b results.Line) int { return cmp.Compare(a.Seed, b.Seed) })
	figures := numbered(s.Figures)
	runs := map[Point]map[Metric][]float64{}
	for i := range lines {
		at := lines[i].Axes.Values()
		if lines[i].Seed > uint64(s.Runs) || len(at) != 2 {
			continue
		}
		nodes, err := strconv.Atoi(at[1])
		if err != nil {
			continue // of no reproduction
		}
		for _, l := range of[at[0]] {
			if !slices.Contains(figures, l.figure) {
				continue
			}
			p := Point{l.figure, l.series, nodes}
			if runs[p] == nil {
				runs[p] = map[Metric][]float64{}
			}
			for m, key := range keyOf {
				if v := lines[i].Metrics.Get(key); v.Known {
					runs[p][m] = append(runs[p][m], v.X)
				}
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

// numbered are the numbers of figures.
func numbered(figures []Figure) (numbers []int) {
	for _, f := range figures {
		numbers = append(numbers, f.Number)
	}
	return numbers
}
