package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"bellwether/internal/build"
	"bellwether/internal/campaign"
	"bellwether/internal/footprint"
	"bellwether/internal/memory"
	"bellwether/internal/plan"
	"bellwether/internal/registry"
	"bellwether/internal/results"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Job is a plan to run.
type Job struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Plan       string             // the file, or a directory of results that has one
	Given      *plan.Plan         // in place of Plan; nil: none
	Dir        string             // for the results; "": the directory that Plan is, and with Given none
	Jobs       int                // runs at a time; at least 1
	NoCopy     bool               // leaves the files of the scenario where they are
	Program    build.Program
	Free       func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown

	// Part reports whether a run is wanted in this session, by the values of the axes and the
	// number of the run from 0; nil: all are. The plan must have no stop.
	Part func(at []string, index int) bool
	// Told is called with each kept run, and with each new one as it ends; may be nil.
	Told func(*results.Line)
	Made []string // names of files that are written into Dir later, from the results

	// Progress is called at the beginning, every tellEvery, and at the end.
	Progress func(campaign.Progress)
	Warn     func(string)

	mostCopied int // bytes of files to copy; 0: results.MaxCopied

	one func(context.Context, *scenarios.Scenario, scenarios.Entry, uint64) (measure.RunResult, *campaign.Failure) // nil: campaign.One
}

// maxJobs bounds the runs in memory at one time: more than any machine has cores.
const maxJobs = 4096

// Do makes the runs that the directory lacks. Its error is campaign.ErrFailed if runs
// failed, campaign.ErrInterrupted if the context ended before the runs did, and
// results.ErrWrite if results could not be kept; all others are faults of the input.
func (j *Job) Do(ctx context.Context) error {
	if j.Jobs < 1 || j.Jobs > maxJobs {
		return fmt.Errorf("--jobs must be at least 1 and at most %d, got %d", maxJobs, j.Jobs)
	}
	p := j.Given
	if p == nil {
		var err error
		if p, err = j.load(); err != nil {
			return err
		}
	}
	points, err := p.Points(ctx)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: not yet begun", campaign.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	if j.Dir == "" {
		return j.run(ctx, new(results.Dir), p, points)
	}
	content, err := j.content(p, points)
	if err != nil {
		return err
	}
	if _, err := os.Stat(j.Dir); errors.Is(err, fs.ErrNotExist) {
		if err := j.fit(points); err != nil {
			return err // before anything is written
		}
	}
	d, err := results.Open(j.Dir, content, j.Warn)
	if err != nil {
		return err
	}
	err = j.run(ctx, d, p, points)
	return errors.Join(err, d.Close())
}

// run makes the missing runs.
func (j *Job) run(ctx context.Context, d *results.Dir, p *plan.Plan, points []plan.Point) error {
	l, err := newLedger(p, points, d.Lines, d.Readings)
	if err != nil {
		return err
	}
	tasks := l.only(l.begin(), j.Part)
	if len(tasks) == 0 {
		j.tell(d.Lines)
		j.Warn(fmt.Sprintf("%s: nothing to do: all %d runs are in %s", p.Name, l.done, j.Dir))
		return nil
	}
	if j.Dir != "" {
		if err := d.Admit(); err != nil {
			return err
		}
	}
	if j.Given == nil { // a plan of the program itself needs no warnings
		for _, warning := range warnings(p, points) {
			j.Warn("warning: " + warning)
		}
	}
	if err := j.fit(points); err != nil {
		return err
	}
	j.tell(d.Lines)
	s := &session{job: j, ledger: l, results: d, begun: time.Now(), before: l.done, twins: map[results.Task][]task{}}
	if j.one == nil {
		j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
			return campaign.One(ctx, s, e, seed, j.Algorithms)
		}
	}
	s.work(ctx, tasks)
	return j.outcome(ctx, s)
}

// tell calls Told with some runs.
func (j *Job) tell(lines []results.Line) {
	if j.Told == nil {
		return
	}
	for i := range lines {
		j.Told(&lines[i])
	}
}

// fit lowers the number of jobs if memory does not suffice, and refuses points that are
// too large for it.
func (j *Job) fit(points []plan.Point) error {
	p := footprint.Plan{Jobs: j.Jobs, Free: j.Free, Warn: j.Warn}
	for _, at := range points {
		if j.Part == nil || j.Part(at.At, 0) {
			p.Scenarios = append(p.Scenarios, at.Scenario)
		}
	}
	var err error
	j.Jobs, err = p.Fit()
	return err
}

// outcome returns the error of a session, and prints its warnings.
func (j *Job) outcome(ctx context.Context, s *session) error {
	if s.broken != nil {
		return fmt.Errorf("%w; %d runs are kept in %s, the same command goes on from there", s.broken, s.done, j.Dir)
	}
	var failed, interrupted error
	if len(s.failures) > 0 {
		failed = fmt.Errorf("%w\n%w", campaign.ErrFailed, errors.Join(s.failures...))
	}
	if ctx.Err() != nil && s.done+len(s.failures) < s.asked {
		interrupted = fmt.Errorf("%w: %d of %d runs; the same command goes on from there", campaign.ErrInterrupted, s.done, s.asked)
		if j.Dir == "" {
			interrupted = campaign.ErrInterrupted
		}
	}
	if err := errors.Join(failed, interrupted); err != nil {
		return err
	}
	if warning := s.imprecise(); warning != "" {
		j.Warn("warning: " + warning)
	}
	for _, text := range s.advice() {
		text = j.Algorithms.Program().Says(text)
		j.Warn("warning: " + text)
	}
	return nil
}

// warnings collects the warnings of all points, each text once.
func warnings(p *plan.Plan, points []plan.Point) []string {
	var texts []string
	count, first := map[string]int{}, map[string]string{}
	for _, point := range points {
		for _, w := range point.Scenario.Warnings() {
			text := w.String()
			if count[text] == 0 {
				texts, first[text] = append(texts, text), p.Describe(point.At)
			}
			count[text]++
		}
	}
	for i, text := range texts {
		switch n := count[text]; {
		case len(points) == 1 || n == len(points):
		case n == 1:
			texts[i] += " (at " + first[text] + ")"
		default:
			texts[i] += fmt.Sprintf(" (at %s and %d other points)", first[text], n-1)
		}
	}
	return texts
}

// A session is the work of one process on a plan.
type session struct {
	*ledger
	job      *Job
	results  *results.Dir
	begun    time.Time
	before   int // runs done when it began
	told     time.Time
	last     int                     // runs done when progress was last told
	twins    map[results.Task][]task // by run under way: the other tasks that wait for the same run
	failures []error
	broken   error // why results cannot be kept
}

// ended is the result of a task.
type ended struct {
	task
	run     measure.RunResult
	failure *campaign.Failure
}

// work makes the runs of tasks, and of the tasks that follow from them, on one goroutine
// for each job. One other goroutine keeps the ledger.
func (s *session) work(ctx context.Context, tasks []task) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	todo, done := make(chan task), make(chan ended)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer close(todo)
	for range s.job.Jobs {
		wait.Go(func() {
			for t := range todo {
				at := &s.spots[t.spot] // only the point is read here, and nothing writes it
				run, failure := s.job.one(ctx, at.Scenario, at.Scenario.Algorithms[t.row], at.seed(t.index))
				done <- ended{t, run, failure}
			}
		})
	}
	s.tell()
	cut := ctx.Done()
	for busy := 0; len(tasks) > 0 || busy > 0; {
		if len(tasks) > 0 && ctx.Err() == nil {
			if more, known := s.known(tasks[0]); known {
				tasks = append(tasks[1:], more...)
				if s.broken != nil {
					stop()
				}
				continue
			}
		}
		var give chan task
		var next task
		if len(tasks) > 0 && ctx.Err() == nil {
			give, next = todo, tasks[0]
		} else if busy == 0 {
			break
		}
		select {
		case give <- next:
			tasks = tasks[1:]
			s.twins[s.name(next)] = nil
			busy++
		case e := <-done:
			busy--
			tasks = append(tasks, s.endAll(e)...)
			if s.broken != nil {
				stop()
			}
		case <-cut:
			tasks, cut = nil, nil
		}
	}
	if s.last != s.done {
		s.told = time.Time{}
		s.tell()
	}
}

// name returns what identifies a task's run, without the build.
func (s *session) name(t task) results.Task { return s.task(&s.spots[t.spot], t.row, t.index) }

// known reports whether the run of a task was made for another point, or is under
// way for one. It returns the tasks that follow.
func (s *session) known(t task) (more []task, known bool) {
	name := s.name(t)
	if m, is := s.made[name]; is {
		return s.end(ended{task: t, run: *m.run}), true
	}
	if twins, is := s.twins[name]; is {
		s.twins[name] = append(twins, t)
		return nil, true
	}
	return nil, false
}

// endAll ends a task and all that waited for the same run.
func (s *session) endAll(e ended) []task {
	name := s.name(e.task)
	twins := s.twins[name]
	delete(s.twins, name)
	more := s.end(e)
	for _, t := range twins {
		more = append(more, s.end(ended{t, e.run, e.failure})...)
	}
	return more
}

// end enters the result of a task, and returns the tasks that follow.
func (s *session) end(e ended) []task {
	switch {
	case e.failure != nil && errors.Is(e.failure.Err, context.Canceled):
		return nil
	case e.failure != nil:
		s.failures = append(s.failures, e.failure)
	case s.broken != nil:
		return nil
	default:
		name := s.name(e.task)
		m, known := s.made[name]
		if !known {
			m = made{name, &e.run}
			m.task.Build = s.job.Program.Build.Name()
		}
		line := s.line(e.task, m)
		if s.job.Dir != "" {
			if s.broken = s.results.Add(line); s.broken != nil {
				return nil
			}
		}
		s.job.tell([]results.Line{*line})
		s.made[name] = m
		s.spots[e.spot].put(e.row, e.index, m.run)
		s.done++
	}
	s.tell()
	s.spots[e.spot].pending--
	return s.extend(e.spot)
}

// tellEvery is how often progress is reported.
const tellEvery = 100 * time.Millisecond

func (s *session) tell() {
	if s.job.Progress == nil || time.Since(s.told) < tellEvery {
		return
	}
	s.told, s.last = time.Now(), s.done
	news := campaign.Progress{Scenario: s.plan.Name, Done: s.done, Total: s.asked, Fraction: float64(s.done) / float64(max(s.asked, 1))}
	if made := s.done - s.before; made > 0 {
		news.Left = time.Since(s.begun) / time.Duration(made) * time.Duration(s.asked-s.done)
	}
	s.job.Progress(news)
}
