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
	"time"

	"bellwether/internal/base/build"
	"bellwether/internal/base/memory"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// Options describe what to reproduce.
type Options struct {
	Figures []int         // of 5, 8, 9 and 10; none: all
	Merge   Merge         // default ByExchange
	List    List          // default ByHello
	Access  Access        // default Ideal
	Child   time.Duration // CHILD-TIMEOUT; default ChildAssumed
	Setup   Setup         // in place of Merge, List, Access and Child: a configuration by name
	Quick   bool          // shorter runs, fewer of them and fewer sizes
	Runs    int           // for a point; default the paper's 10, quick 3
	Jobs    int           // runs at a time; default 1
	// Engine returns the engine that makes the runs: see sweep.Job; nil: Jobs goroutines.
	Engine func(context.Context) (tasks.Engine, error)
	// Shard is the part of the runs that is made, in a directory; the zero Shard: all. The
	// study of a part has no tables: package sweep merges the parts.
	Shard   tasks.Shard
	Out     string                       // a directory for runs, tables and pictures; "": none
	Program build.Program                // the program that makes the runs
	Free    func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown
	Warn    func(string)                 // may be nil
	// Progress is called now and then; may be nil.
	Progress func(campaign.Progress)
}

// A Merge says how nodes notice that components have merged.
type Merge string

// The two readings of the paper that are compared.
const (
	// ByExchange is the paper's rule for all signallings: the ends of a new link tell each
	// other their leaders.
	ByExchange Merge = "exchange"
	// ByBeacon applies that rule to the unicast signallings only. Election-Bcast keeps no
	// neighbour list (§VI); without one, nodes notice a merge by beacons of another leader.
	ByBeacon Merge = "beacon"
)

// merges lists the readings.
func merges() []Merge { return []Merge{ByExchange, ByBeacon} }

// linkExchanges returns the algorithm's parameter of that name.
func (m Merge) linkExchanges() int {
	if m == ByExchange {
		return 1
	}
	return 0
}

// A Study is the result of a reproduction.
type Study struct {
	Merge   Merge
	List    List
	Access  Access
	Child   time.Duration
	Setup   Setup
	Version string
	Figures []Figure
	Nodes   []int
	Runs    int
	Quick   bool
	Values  map[Point]map[Metric]value
}

// quickNodes are the sizes of a quick study: both ends and the middle, so that rises and
// falls are visible.
var quickNodes = []int{20, 60, 120}

const (
	paperRuns = 10
	quickRuns = 3
)

// unknown is an error: an option names something that does not exist.
type unknown string

func (u unknown) Error() string { return "no such " + string(u) }

// Errors for a figure that is not reproduced, a reading or a medium that does not exist.
const (
	errFigure = unknown("figure")
	errMerge  = unknown("way to notice merges")
	errList   = unknown("neighbour list")
	errAccess = unknown("medium")
	errChild  = unknown("CHILD-TIMEOUT")
	errSetup  = unknown("setup")
)

// sizes returns the numbers of nodes.
func (o *Options) sizes() []int {
	if o.Quick {
		return quickNodes
	}
	return sizesOfFigures
}

// fill sets defaults, and refuses unknown figures, readings and media.
func (o *Options) fill() error {
	if c, err := o.Setup.configuration(); err != nil {
		return err
	} else if o.Setup != "" {
		o.Merge, o.List, o.Access, o.Child = c.Merge, c.List, Ideal, ChildAssumed // Settings has the setup's own
	}
	o.Merge, o.List, o.Access = cmp.Or(o.Merge, ByExchange), cmp.Or(o.List, ByHello), cmp.Or(o.Access, Ideal)
	o.Child = cmp.Or(o.Child, ChildAssumed)
	if err := (Reading{o.Merge, o.List, o.Child}).check(); err != nil {
		return err
	}
	if !slices.Contains(accesses(), o.Access) {
		return fmt.Errorf("%w %q: there are %s and %s", errAccess, string(o.Access), Ideal, Contended)
	}
	for _, number := range o.Figures {
		if _, err := figureOf(number, o.Quick); err != nil {
			return err
		}
	}
	if len(o.Figures) == 0 {
		o.Figures = numbered(paperFigures())
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

// study returns the study of the options, without values.
func (o *Options) study() *Study {
	s := &Study{Merge: o.Merge, List: o.List, Access: o.Access, Child: o.Child, Setup: o.Setup, Version: o.Program.Build.Name(), Nodes: o.sizes(), Runs: o.Runs, Quick: o.Quick,
		Values: map[Point]map[Metric]value{}}
	for _, f := range paperFigures() {
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

// ErrShard means that a part of a study has no directory to be kept in.
var ErrShard = errors.New("a part of a study needs a directory, with --out, to be merged with the others")

// Run makes a study; of a part it returns nil. If it is interrupted, or if runs fail, it returns the finished part with
// the error of [sweep.Job.Do]; nil if no run is finished. In Out it writes tables and
// pictures of all runs of that directory.
func Run(ctx context.Context, o Options) (*Study, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	if !o.Shard.Whole() && o.Out == "" {
		return nil, ErrShard
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
		Engine: o.Engine, Shard: o.Shard,
		Part: func(at []string, index int) bool { return wanted[at[0]] && index < o.Runs },
		Told: func(l *results.Line) { lines = append(lines, *l) }}
	err = job.Do(ctx)
	if len(lines) == 0 || !o.Shard.Whole() {
		return nil, err
	}
	if o.Out != "" {
		kept := all.study()
		kept.gather(lines)
		stopped := errors.Is(err, campaign.ErrInterrupted)
		err = errors.Join(err, kept.tell(o.Out))
		if !stopped { // pictures take seconds, too long after an interrupt
			err = errors.Join(err, kept.illustrate(&o))
		}
	}
	s := o.study()
	s.gather(lines)
	return s, err
}

// ErrDirectory means that a directory keeps something else; nothing in it is changed.
var ErrDirectory = errors.New("begin in another directory")

// grown returns the options of the study in the directory, extended by the figures and runs
// of o. A directory that keeps another study, or anything else, is refused.
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

// keptIn returns the options of the study in a directory of results; false if it has other
// results.
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
		if e.Name() != "lock" { // left by a study that ended before its first run
			return fmt.Errorf("%s holds %s, and no study that can go on: %w", dir, e.Name(), ErrDirectory)
		}
	}
	return err
}

// gather summarises the runs of each point.
func (s *Study) gather(lines []results.Line) {
	of := map[string][]line{}
	for _, w := range worlds(s.Quick) {
		of[w.name] = w.of
	}
	// Lines are in the order in which runs ended, but rounding must not depend on that.
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
			continue // not a line of a reproduction
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
		s.Values[p] = map[Metric]value{}
		for m, values := range metrics {
			s.Values[p][m] = valueOf(values)
		}
	}
}

// numbered returns the numbers of figures.
func numbered(figures []Figure) (numbers []int) {
	for _, f := range figures {
		numbers = append(numbers, f.Number)
	}
	return numbers
}
