package explorer

import (
	"context"
	"runtime"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/base/parallel"
	"bellwether/internal/sim/async"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// search is one search in progress. What the workers read does not change while they work.
// It is one type because expansion, judgement, checkpoints and reports all ask the table of
// states and the options.
type search struct {
	Options
	find       story.Finder
	algorithm  protocol.Algorithm
	quorum     int
	idle       time.Duration
	properties []check.Property
	always     []property
	eventually []property
	fields     []string // the numbers that properties name
	roots      []root

	states  []state
	begun   int               // the roots before this one were begun
	joins   map[[2]int32]bool // pairs of roots, by number: a run of the first met a state of the second
	given   int               // states from a checkpoint
	faulty  *root             // of the run with a fault
	visited *visited
	edges   []edge // to states that were known already
	kept    map[int32]*run
	room    int // how many runs may be kept

	probing int // most deliveries of a probe; 0: no probes
	again   []again
	next    int // the state to expand next: those before are expanded
	report  Report
}

// A state is the last step to it, with the state before.
type state struct {
	parent int32 // of a root: -1 - its number
	depth  int32
	choice async.Choice
	root   int32 // the number of the root that it was found from first
	sleep  ways  // its sleep set: deliveries that need not be taken, because another order of steps leads to their states
}

// An edge is a delivery that leads from one state to another.
type edge struct {
	from, to int32
	choice   async.Choice
}

// again is a state to expand once more, by deliveries that were in its sleep set.
type again struct {
	state int32
	only  ways
}

// Progress is called from time to time, with the numbers of states found and expanded,
// and the depth of the states that are being expanded.
type Progress func(found, expanded, depth int)

// Explore searches until all states are expanded, a fault is found, a bound is reached or
// ctx ends. In each case the report covers all that it has seen. progress may be nil.
func Explore(ctx context.Context, find story.Finder, o Options, progress Progress) (Report, error) {
	s, err := newSearch(find, o)
	if err != nil {
		return Report{}, err
	}
	err = s.resume()
	if err == nil {
		err = s.beginRoots()
	}
	if err == nil {
		err = s.expandLevels(ctx, progress)
	}
	if err != nil {
		return Report{}, err
	}
	if s.report.Verdict != Convicted && s.report.Verdict != Interrupted {
		s.endless()
	}
	if s.report.Verdict == Holds && s.report.Ends == 0 {
		s.convict(int32(len(s.states)-1), child{fault: "no run comes to an end", leaf: true, whole: true})
	}
	if s.report.Verdict == Holds || s.report.Verdict == Bounded {
		s.sample()
	}
	s.report.States += len(s.states)
	s.report.extent(s)
	return s.report, nil
}

func newSearch(find story.Finder, o Options) (*search, error) {
	o.fill()
	if err := o.validate(find); err != nil {
		return nil, err
	}
	a, known := find(o.Algorithm) // found once: a lookup costs as much as a few steps
	if len(o.Services) > 0 {
		a = tapped(a)
	}
	s := &search{
		Options: o, algorithm: a, quorum: a.QuorumOf(o.Nodes), properties: o.invariants(),
		find:    func(string) (protocol.Algorithm, bool) { return a, known },
		visited: newVisited(), kept: map[int32]*run{}, joins: map[[2]int32]bool{}, probing: mostDeliveries, report: Report{Verdict: Holds},
	}
	var err error
	if s.always, err = s.parseProperties(o.Always); err != nil {
		return nil, err
	}
	if s.eventually, err = s.parseProperties(o.Eventually); err != nil {
		return nil, err
	}
	if s.roots, err = o.roots(s.find); err != nil {
		return nil, err
	}
	switch config := s.roots[0].setup.Config(); {
	case o.Idle > 0:
		s.idle = o.Idle
	case o.Idle == 0:
		s.idle = config.Detection.Timeout() + config.Detection.Interval
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	s.report.describe(s)
	return s, nil
}

// runBytes is what a run of one node takes, about: a machine, timers, what invariants
// remember. Measured at vasudevan, the largest, by the heap of 10^4 runs.
const runBytes = 2500

// beginRoots adds the first states of the roots that were not begun before a checkpoint.
func (s *search) beginRoots() error {
	var buffer []byte
	s.room = int(s.Memory / int64(runBytes*s.Nodes))
	for ; s.begun < len(s.roots); s.begun++ {
		i := s.begun
		r := s.begin(&s.roots[i])
		var err error
		if r.guard(func() { err = s.showsFields(r) }); err == nil {
			err = s.roots[i].check(r)
		}
		if err != nil {
			return err
		}
		first := child{run: r}
		r.guard(func() {
			first.key, first.over = s.key(r, &buffer), s.over(r)
			if first.fault = s.fault(r, async.Choice{}); first.fault == "" {
				(&expansion{search: s}).probe(r, &first)
			}
		})
		first.breaks(r)
		if s.enter(int32(-1-i), first); s.report.Verdict == Bounded {
			return nil
		}
		if s.report.Verdict == Convicted {
			s.begun++
			return nil
		}
	}
	return nil
}

// batch is how many states are expanded before their successors are merged: enough to
// keep the workers busy, few enough to bound what waits.
const batch = 512

// expandLevels expands states in the order in which they were found, level by level, until
// nothing is left, a fault is found, a bound is reached or ctx ends.
func (s *search) expandLevels(ctx context.Context, progress Progress) error {
	saved := time.Now()
	for s.report.Verdict == Holds {
		if ctx.Err() != nil {
			s.report.Verdict = Interrupted
			break
		}
		if time.Since(saved) > checkpointEvery {
			if err := s.save(); err != nil {
				return err
			}
			saved = time.Now()
		}
		work := s.reopened()
		for ; s.next < len(s.states) && len(work) < batch && int(s.states[s.next].depth) < s.Depth; s.next++ {
			work = append(work, again{state: int32(s.next)})
		}
		if len(work) == 0 {
			if s.next < len(s.states) || len(s.again) > 0 {
				s.report.Verdict = Bounded
			}
			break
		}
		if s.report.Depth = int(s.states[max(s.next-1, 0)].depth); progress != nil {
			progress(len(s.states), s.next, s.report.Depth)
		}
		found := s.expandAll(ctx, work)
		if ctx.Err() != nil {
			s.again = append(s.again, work...) // the unfinished batch counts as not begun: a search that goes on finds the same
			continue
		}
		s.merge(work, found)
	}
	switch s.report.Verdict {
	case Bounded, Interrupted:
		err := s.save()
		s.report.Depth = s.complete()
		return err
	}
	return nil
}

// reopened takes the states that are to be expanded again. States at the bound of steps stay
// in the list: a search that goes on with a smaller bound may have them.
func (s *search) reopened() (work []again) {
	var deep []again
	for _, a := range s.again {
		if int(s.states[a.state].depth) < s.Depth {
			work = append(work, a)
		} else {
			deep = append(deep, a)
		}
	}
	s.again = deep
	return work
}

// complete is the number of steps up to which all runs of the roots that were begun are
// judged: all states of fewer steps are expanded.
func (s *search) complete() int {
	depth := s.Depth
	if s.next < len(s.states) {
		depth = min(depth, int(s.states[s.next].depth))
	}
	for _, a := range s.again {
		depth = min(depth, int(s.states[a.state].depth))
	}
	return depth
}

// snapshotBytes is more than the canonical form of most states takes.
const snapshotBytes = 2 << 10

// expandAll expands states on all workers, all of them unless ctx ends. The results are in
// the order of the states.
func (s *search) expandAll(ctx context.Context, work []again) [][]child {
	out := make([][]child, len(work))
	here := make([]*run, len(work))
	for i, w := range work {
		here[i] = s.kept[w.state]
		delete(s.kept, w.state)
	}
	workers := s.Workers
	if work[0].state < watchedFirst {
		workers = 1
	}
	parallel.Each(ctx, workers, len(work), func(i int) {
		e := expansion{search: s, buffer: make([]byte, 0, snapshotBytes)}
		out[i] = e.expand(work[i], here[i])
		here[i] = nil
	})
	return out
}

// merge adds what the workers found, in order, so that the result does not depend on their
// number.
func (s *search) merge(work []again, found [][]child) {
	for i, w := range work {
		for _, c := range found[i] {
			if s.enter(w.state, c); s.report.Verdict != Holds {
				s.again = append(s.again, work[i:]...) // for a search that goes on
				return
			}
		}
	}
}

// enter judges what a step from a state leads to, and adds it if it is new and there is room.
func (s *search) enter(from int32, c child) {
	to, known := s.visited.find(c.key)
	if known && c.run != nil { // found twice in one batch, so that no worker compared the two
		(&expansion{search: s}).alike(c.run, to, &c)
	}
	switch {
	case c.fault != "":
		s.convict(from, c)
	case known:
		s.meet(from, to, c)
	case len(s.states) >= s.States:
		s.report.Verdict = Bounded
	default:
		s.add(from, c)
	}
}

// add adds a new state.
func (s *search) add(parent int32, c child) {
	at := int32(len(s.states))
	next := state{parent: parent, choice: c.choice, sleep: c.sleep, root: s.rootOf(parent)}
	if parent >= 0 {
		next.depth = s.states[parent].depth + 1
	}
	s.states = append(s.states, next)
	s.visited.add(c.key, at)
	if c.over {
		s.report.Ends++
	}
	if c.run != nil && len(s.kept) < s.room {
		s.kept[at] = c.run
	}
}

// meet notes a step to a state that is known. A delivery stays in its sleep set only if every
// way to the state has it there.
func (s *search) meet(from, to int32, c child) {
	known := &s.states[to]
	if root := s.rootOf(from); root != known.root {
		s.joins[[2]int32{root, known.root}] = true
	}
	if from < 0 {
		return // a root that is the same as another
	}
	if way(c.choice) != 0 {
		s.edges = append(s.edges, edge{from, to, c.choice})
	}
	taken := known.sleep &^ c.sleep
	known.sleep &= c.sleep
	if taken != 0 && int(to) < s.next {
		s.again = append(s.again, again{to, taken})
	}
}

// watch returns new invariants for a run.
func (s *search) watch() []check.Invariant {
	var out []check.Invariant
	for _, p := range s.properties {
		out = append(out, p.New())
	}
	return out
}
