// Package verify repeats runs of a directory of results and compares them with the stored
// ones.
//
// It assumes that the directory is whole (package results), and needs nothing else. A seed
// decides which runs are repeated, so that two people repeat the same ones. A run is the
// same if its line is the same, byte for byte: the hash of its trace, its counts and every
// metric. A difference is reported with the three things on which a run depends: program,
// scenario and processor. If all repeated runs are the same, the program is recorded in
// the index and may add runs from then on. Package verify never changes a line.
//
// Cost: the runs.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"bellwether/internal/base/build"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/memory"
	"bellwether/internal/base/parallel"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Job says what to verify.
type Job struct {
	Algorithms *registry.Registry // of this program; nil: the built-in ones
	Dir        string
	Sample     int    // number of runs to repeat; at least 1
	All        bool   // repeat all of them
	Seed       uint64 // of the sample
	Jobs       int    // runs at a time; at least 1
	Program    build.Program
	Free       func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown

	// Start starts the program of a row, or refuses to: see scenarios.Options.Program.
	Start func(scenarios.Entry, string) (scenarios.Program, error)

	Stdout   io.Writer
	Warn     func(string)
	Progress func(campaign.Progress)
}

// ErrDiffers marks runs that differ from the stored ones.
var ErrDiffers = errors.New("not what is kept")

// maxJobs bounds the runs in memory at one time.
const maxJobs = 4096

// Do verifies a directory. Its error is ErrDiffers if a run differs, and
// campaign.ErrInterrupted if the context ended before the runs did.
func (j *Job) Do(ctx context.Context) error {
	switch {
	case j.Jobs < 1 || j.Jobs > maxJobs:
		return fmt.Errorf("--jobs must be at least 1 and at most %d, got %d", maxJobs, j.Jobs)
	case j.Sample < 1:
		return fmt.Errorf("--sample must be at least 1, got %d; all runs: --all", j.Sample)
	}
	v, err := j.open(ctx)
	if err != nil {
		return err
	}
	if err := v.fit(); err != nil {
		return err
	}
	v.work(ctx)
	return v.tell(ctx)
}

// fit lowers the number of jobs if memory does not suffice, and refuses worlds that are
// too large for it.
func (v *verification) fit() error {
	p := footprint.Plan{Jobs: min(v.Jobs, len(v.checks)), Free: v.Free, Warn: v.Warn}
	for i := range v.checks {
		if at := v.checks[i].point; at != nil && !slices.Contains(p.Scenarios, at.Scenario) {
			p.Scenarios = append(p.Scenarios, at.Scenario)
		}
	}
	var err error
	v.Jobs, err = p.Fit()
	return err
}

// A check is one run to repeat, and its result.
type check struct {
	line  *results.Line
	point *plan.Point
	row   int
	done  bool
	why   string // why it differs, "" if it does not
}

// verification is the state of a job.
type verification struct {
	*Job
	plan    *plan.Plan
	stored  *results.Stored
	checks  []check
	changed []string // files of the scenario
	other   string   // how the scenario differs, "" if it does not
	bound   string   // why results depend on the processor
	points  map[string]*plan.Point
}

// open reads the directory and chooses the runs.
func (j *Job) open(ctx context.Context) (*verification, error) {
	v := &verification{Job: j}
	var err error
	if v.plan, v.stored, err = sweep.Stored(j.Dir, j.Algorithms, func(text string) { j.Warn("warning: " + text) }); err != nil {
		return nil, err
	}
	v.plan.Own.Program = j.Start
	switch {
	case v.stored.Index == nil:
		return nil, fmt.Errorf("%s is of an earlier bellwether: its lines do not say what their runs depend on; "+
			"run its scenario anew, into another directory", j.Dir)
	case len(v.stored.Lines) == 0:
		return nil, fmt.Errorf("%s has no finished run", j.Dir)
	}
	points, err := v.plan.Points(ctx)
	if errors.Is(err, context.Canceled) {
		return nil, fmt.Errorf("%w: no run was made again yet", campaign.ErrInterrupted)
	}
	v.changed = v.stored.Changed()
	switch {
	case err != nil && v.changed != nil:
		return nil, fmt.Errorf("%w: the scenario was changed: %s: %w", ErrDiffers, strings.Join(v.changed, "; "), err)
	case err != nil:
		return nil, err
	}
	v.choose(points)
	return v, nil
}

// choose draws the sample and finds the point and row of each run.
func (v *verification) choose(points []plan.Point) {
	v.points = map[string]*plan.Point{}
	for i := range points {
		v.points[results.PointKey(points[i].At)] = &points[i]
		if v.bound == "" {
			v.bound = points[i].Scenario.ProcessorBound()
		}
	}
	chosen := make([]int, len(v.stored.Lines))
	for i := range chosen {
		chosen[i] = i
	}
	if !v.All && v.Sample < len(chosen) {
		// Lines stand in the order in which runs ended. Sorted by id, the choice does not
		// depend on that.
		slices.SortFunc(chosen, func(a, b int) int { return strings.Compare(v.key(a), v.key(b)) })
		drawn := rand.New(rand.NewPCG(v.Seed, forSample))
		drawn.Shuffle(len(chosen), func(a, b int) { chosen[a], chosen[b] = chosen[b], chosen[a] })
		changed := slices.DeleteFunc(slices.Clone(chosen[v.Sample:]), func(i int) bool { return v.stored.Lines[i].Broken() == "" })
		chosen = append(chosen[:v.Sample:v.Sample], changed...) // lines that are known to be changed are always verified
	}
	for _, i := range chosen {
		c := check{line: &v.stored.Lines[i]}
		c.point = v.at(c.line)
		v.place(&c)
		v.checks = append(v.checks, c)
	}
}

// at returns the point of a line; nil if the plan does not have it.
func (v *verification) at(l *results.Line) *plan.Point {
	return v.points[results.PointKey(l.Axes.Values())]
}

// readings lists the scenarios that have another hash in this program than in their lines,
// each once; false if a line made by this program has another hash, or none.
func (v *verification) readings() (found results.Readings, clear bool) {
	for i := range v.stored.Lines {
		l := &v.stored.Lines[i]
		p := v.at(l)
		switch {
		case p == nil:
			return nil, false
		case slices.Concat(found, v.stored.Readings).Same(l.ScenarioSHA256, p.Digest):
		case l.Build == v.Program.Build.Name(),
			slices.ContainsFunc(found, func(r results.Reading) bool { return r.Was == l.ScenarioSHA256 }): // and has another hash here
			return nil, false
		default:
			found = append(found, results.Reading{Was: l.ScenarioSHA256, Is: p.Digest})
		}
	}
	return found, true
}

// forSample separates the draws of samples from every other purpose.
const forSample = 0x73616d70 // "samp"

func (v *verification) key(i int) string {
	l := &v.stored.Lines[i]
	return l.ID + results.PointKey(l.Axes.Values())
}

// place finds the row of a check, or says why it cannot be repeated. A changed line that fits
// nowhere does not show that plan or scenario differ.
func (v *verification) place(c *check) {
	why, other := v.misfit(c)
	if broken := c.line.Broken(); broken != "" && (why != "" || other != "" || c.line.Task().ID() != c.line.ID) {
		c.why = "the line was changed: " + broken
		return
	}
	c.why = why
	if other != "" {
		v.other = other
	}
}

// programChanged is why all runs of a row's program differ: one line says it.
const programChanged = "the program of this row, or its command, has changed"

// misfit finds the row of a check. why says why no row fits, and other how the scenario
// differs.
func (v *verification) misfit(c *check) (why, other string) {
	if c.point == nil {
		return "the plan has no such point", "the plan was changed"
	}
	rows := c.point.Scenario.Algorithms
	c.row = slices.IndexFunc(rows, func(e entry) bool { return e.Label == c.line.Label && e.Row() == c.line.Row })
	switch {
	case c.row < 0 && slices.ContainsFunc(rows, func(e entry) bool { return e.Label == c.line.Label && len(e.Command) > 0 }):
		return programChanged, "its program " + c.line.Label + " is not the one that ran"
	case c.row < 0:
		return "the scenario has no such row: " + c.line.Row, "it was changed"
	case v.stored.Readings.Same(c.point.Digest, c.line.ScenarioSHA256):
		return "", ""
	case c.line.Build == v.Program.Build.Name():
		return fmt.Sprintf("the scenario was %.12s…, is %.12s…", c.line.ScenarioSHA256, c.point.Digest), "it was changed"
	}
	return "", "it was changed, or this program reads it otherwise" // only the run can tell
}

// work repeats the runs.
func (v *verification) work(ctx context.Context) {
	var mutex sync.Mutex
	news := campaign.Progress{Scenario: v.plan.Name, Total: len(v.checks)}
	tell := func(ended int) {
		mutex.Lock()
		defer mutex.Unlock()
		news.Done += ended
		news.Fraction = float64(news.Done) / float64(news.Total)
		if v.Progress != nil {
			v.Progress(news)
		}
	}
	tell(0)
	parallel.Each(ctx, v.Jobs, len(v.checks), func(i int) {
		v.again(ctx, &v.checks[i])
		if v.checks[i].done {
			tell(1)
		}
	})
}

// again repeats one run and compares it.
func (v *verification) again(ctx context.Context, c *check) {
	if c.why != "" {
		c.done = true
		return
	}
	s := c.point.Scenario
	run, failure := campaign.One(ctx, s, s.Algorithms[c.row], c.line.Seed, v.Algorithms)
	if failure != nil {
		c.done = ctx.Err() == nil || !errors.Is(failure.Err, context.Canceled)
		c.why = "it fails: " + errs.Plain(failure.Err)
		return
	}
	c.done = true
	now := results.NewLine(c.line.Task(), c.line.Scenario, &run)
	now.Plan, now.Axes = c.line.Plan, c.line.Axes
	switch {
	case !now.Gives(c.line, v.Program.Build.Name()):
		c.why = difference(c.line, now)
	case c.line.Broken() != "":
		c.why = c.line.Broken() + ", which is what the run gives"
	}
}

// difference returns how two lines of one run differ.
func difference(then, now *results.Line) string {
	traces := ""
	if then.TraceSHA256 != "" && then.TraceSHA256 != now.TraceSHA256 {
		traces = fmt.Sprintf("the trace was %.12s…, is %.12s…", then.TraceSHA256, now.TraceSHA256)
	}
	if traces != "" && then.Truth != nil {
		return traces
	}
	var parts []string
	for _, c := range []struct {
		name      string
		then, now uint64
	}{
		{"transmissions", then.Transmissions, now.Transmissions},
		{"deliveries", then.Deliveries, now.Deliveries},
	} {
		if c.then != c.now {
			parts = append(parts, fmt.Sprintf("%s was %d, is %d", c.name, c.then, c.now))
		}
	}
	if traces != "" { // of another form
		if len(parts) == 0 {
			parts = []string{"transmissions and deliveries are the same"}
		}
		return traces + " in another form; " + strings.Join(parts, ", ")
	}
	for _, k := range measure.Keys() {
		a, b := then.Metrics.Get(k.Name), now.Metrics.Get(k.Name)
		if !then.Lacks(k.Name) && (a.Known != b.Known || a.X != b.X) {
			parts = append(parts, fmt.Sprintf("%s was %s, is %s", k.Name, number(a), number(b)))
		}
	}
	const shown = 3
	switch {
	case len(parts) > shown:
		parts = append(parts[:shown], fmt.Sprintf("and %d more", len(parts)-shown))
	case len(parts) == 0:
		parts = []string{"what stands beside the metrics"}
	}
	trace := "the trace is the same, but not what was measured: "
	if then.TraceSHA256 == "" {
		trace = ""
	}
	return trace + strings.Join(parts, ", ")
}

func number(v measure.Value) string {
	if !v.Known {
		return "none"
	}
	return fmt.Sprint(v.X)
}
