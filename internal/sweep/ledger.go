package sweep

import (
	"fmt"
	"slices"

	"bellwether/internal/plan"
	"bellwether/internal/results"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A task is one run still to be made.
type task struct {
	spot, row int
	index     int // of the run: its seed is the scenario's plus index
}

// A spot is a point with its runs.
type spot struct {
	plan.Point
	asked   int                    // runs wanted of each row, so far
	pending int                    // tasks of these runs that have not ended
	runs    [][]*measure.RunResult // by row, by index; nil if not made yet
}

func (s *spot) seed(index int) uint64 { return s.Scenario.Seed + uint64(index) }

// The ledger records which runs are made and which are still to be made.
type ledger struct {
	plan  *plan.Plan
	same  results.Readings
	spots []spot
	made  map[results.Task]made // by task without its build
	done  int                   // runs made
	asked int                   // runs wanted so far, those made included
}

// newLedger returns a ledger with the stored lines. A line that is no run of the plan is an
// error.
func newLedger(p *plan.Plan, points []plan.Point, lines []results.Line, same results.Readings) (*ledger, error) {
	l := &ledger{plan: p, same: same, spots: make([]spot, len(points)), made: map[results.Task]made{}}
	place := map[string]int{}
	for i, point := range points {
		l.spots[i] = spot{Point: point, runs: make([][]*measure.RunResult, len(point.Scenario.Algorithms))}
		place[results.Place(point.At)] = i
	}
	for n := range lines {
		line := &lines[n]
		i, known := place[results.Place(line.Axes.Values())]
		if !known {
			return nil, fmt.Errorf("%s:%d: no point of the plan has these axes", results.SweepLines, n+1)
		}
		if why := l.enter(&l.spots[i], line); why != "" {
			return nil, fmt.Errorf("%s:%d: %s", results.SweepLines, n+1, why)
		}
	}
	return l, nil
}

// enter puts a line in its place, or returns why it has none.
func (l *ledger) enter(s *spot, line *results.Line) string {
	if !l.same.Same(line.ScenarioSHA256, s.Digest) {
		return fmt.Sprintf("the scenario %s has changed since this run was made", line.Scenario)
	}
	for i := range line.Axes {
		if path := l.plan.Axes[i].Path; line.Axes[i].Path != path {
			return fmt.Sprintf("axis %d is %s, in the plan %s", i+1, line.Axes[i].Path, path)
		}
	}
	row := rowOf(s.Scenario.Algorithms, line.Label)
	if row < 0 {
		return fmt.Sprintf("the plan has no row %q", line.Label)
	}
	if now := s.Scenario.Algorithms[row].Row(); now != line.Row {
		return fmt.Sprintf("the row %s was %q and is %q", line.Label, line.Row, now)
	}
	index := line.Seed - s.Scenario.Seed
	if line.Seed < s.Scenario.Seed || index >= uint64(l.plan.Most()) {
		return fmt.Sprintf("the plan has no seed %d", line.Seed)
	}
	run := line.Result()
	if !s.put(row, int(index), &run) {
		return fmt.Sprintf("the run of %s with seed %d is here twice", line.Label, line.Seed)
	}
	l.done++
	l.made[l.task(s, row, int(index))] = made{line.Task(), &run}
	return ""
}

// made is a run that was made, for one point or several: where points differ only in what
// one row uses, the runs of another row are the same, and are made once.
type made struct {
	task results.Task
	run  *measure.RunResult
}

// task returns what identifies a run independently of its point. The build is left empty.
func (l *ledger) task(s *spot, row, index int) results.Task {
	return results.Task{Digest: s.Digest, Row: s.Scenario.Algorithms[row].Row(), Seed: s.seed(index)}
}

// put keeps a run, and reports whether it is new.
func (s *spot) put(row, index int, run *measure.RunResult) bool {
	for len(s.runs[row]) <= index {
		s.runs[row] = append(s.runs[row], nil)
	}
	if s.runs[row][index] != nil {
		return false
	}
	s.runs[row][index] = run
	return true
}

func (s *spot) has(row, index int) bool { return index < len(s.runs[row]) && s.runs[row][index] != nil }

func rowOf(entries []scenarios.Entry, label string) int {
	for i, e := range entries {
		if e.Label == label {
			return i
		}
	}
	return -1
}

// begin lists the first tasks: run by run over all points and rows. So an interrupted
// sweep has about as many runs of each point, and the progress so far predicts how long
// the rest takes.
func (l *ledger) begin() []task {
	var tasks []task
	for i := range l.spots {
		tasks = append(tasks, l.extend(i)...)
	}
	byIndex := make([][]task, l.plan.Most())
	for _, t := range tasks {
		byIndex[t.index] = append(byIndex[t.index], t)
	}
	tasks = tasks[:0]
	for _, same := range byIndex {
		tasks = append(tasks, same...)
	}
	return tasks
}

// only removes the tasks that are not part of this session, and counts the runs of the
// part alone.
func (l *ledger) only(tasks []task, part func(at []string, index int) bool) []task {
	if part == nil {
		return tasks
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool { return !part(l.spots[t.spot].At, t.index) })
	l.done = 0
	for i := range l.spots {
		s := &l.spots[i]
		for _, runs := range s.runs {
			for index, run := range runs {
				if run != nil && part(s.At, index) {
					l.done++
				}
			}
		}
	}
	l.asked = l.done + len(tasks)
	return tasks
}

// extend wants more runs at a point, until that gives tasks or the point has enough runs. It
// returns the tasks.
func (l *ledger) extend(i int) []task {
	s := &l.spots[i]
	for s.pending == 0 && !l.enough(s) {
		from := s.asked
		s.asked = min(s.asked+l.batch(), l.plan.Most())
		l.asked += (s.asked - from) * len(s.runs)
		var tasks []task
		for index := from; index < s.asked; index++ {
			for row := range s.runs {
				if !s.has(row, index) {
					tasks = append(tasks, task{i, row, index})
				}
			}
		}
		s.pending = len(tasks)
		if len(tasks) > 0 {
			return tasks
		}
	}
	return nil
}

func (l *ledger) batch() int {
	if l.plan.Adaptive() {
		return l.plan.Stop.Min
	}
	return l.plan.Runs
}

// enough reports whether a point needs no more runs. It considers only the runs wanted so
// far, so that neither the number of jobs nor an interruption changes it.
func (l *ledger) enough(s *spot) bool {
	switch {
	case s.asked == 0:
		return false
	case !l.plan.Adaptive() || s.asked >= l.plan.Stop.Max:
		return true
	}
	return l.precise(s)
}

// precise reports whether the intervals of all rows are narrow enough.
func (l *ledger) precise(s *spot) bool {
	for row := range s.runs {
		var runs []measure.RunResult
		for index := range s.asked {
			if s.has(row, index) {
				runs = append(runs, *s.runs[row][index])
			}
		}
		if !precise(runs, l.plan.Stop, s.Scenario.Seed) {
			return false
		}
	}
	return true
}

// imprecise names the points whose runs ended at their maximum; "" if there are none.
func (l *ledger) imprecise() string {
	n, first := 0, ""
	for i := range l.spots {
		if s := &l.spots[i]; l.plan.Adaptive() && !l.precise(s) {
			if n++; n == 1 {
				first = l.plan.Describe(s.At)
			}
		}
	}
	if n == 0 {
		return ""
	}
	stop := l.plan.Stop
	return fmt.Sprintf("at %d of %d points, %s the first, %d runs do not bring %s within %v",
		n, len(l.spots), first, stop.Max, stop.Metric, stop.HalfWidth)
}

// precise reports whether the interval of a row is narrow enough. A row without an
// interval is not precise.
func precise(runs []measure.RunResult, stop plan.Stop, seed uint64) bool {
	report, err := measure.SummariseMetrics([]string{stop.Metric}, "", seed, runs, nil)
	if err != nil || len(report.Algorithms) == 0 {
		return false
	}
	s := report.Algorithms[0].Metrics.Get(stop.Metric)
	if s == nil || s.Low == nil || s.High == nil {
		return false
	}
	return (*s.High-*s.Low)/2 <= float64(stop.HalfWidth)*max(s.Mean, -s.Mean)
}

// line returns the line of a run at a point.
func (l *ledger) line(t task, m made) *results.Line {
	s := &l.spots[t.spot]
	line := results.NewLine(m.task, s.Scenario.Name, m.run)
	line.Plan = l.plan.Name
	for i, value := range s.At {
		line.Axes = append(line.Axes, results.Setting{Path: l.plan.Axes[i].Path, Value: value})
	}
	return line
}
