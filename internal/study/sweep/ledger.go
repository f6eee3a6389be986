package sweep

import (
	"fmt"
	"slices"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
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
	asked   int       // runs wanted of each row, so far
	pending int       // tasks of these runs that have not ended
	runs    [][]where // by row, by index
	// values has the values of the metric that decides when a point has enough runs, by row,
	// by index; only for a plan with stop.
	values [][]measure.Value
	alike  []int // by row: its index in ledger.alike
}

// where is where the line of a run is on the shelf, plus one; 0: the run is not made yet.
type where int64

// elsewhere is a run whose line is in another directory.
const elsewhere where = -1

func (s *spot) seed(index int) uint64 { return s.Scenario.Seed + uint64(index) }

// The ledger records which runs are made and which are still to be made. Of a run it holds where
// its line is: eight bytes.
type ledger struct {
	plan  *plan.Plan
	same  results.Readings
	spots []spot
	// alike are the rows whose runs are the same. If points differ only in a setting that one
	// row uses, the runs of another row are the same, and are made once.
	alike [][]place
	shelf shelf
	done  int // runs made
	asked int // runs wanted so far, those made included
	// broken is the reason why results cannot be kept or read.
	broken error

	byPoint map[string]int // spots by results.PointKey
}

// A place is a row at a point.
type place struct{ spot, row int }

// newLedger returns a ledger without runs.
func newLedger(p *plan.Plan, points []plan.Point) *ledger {
	l := &ledger{plan: p, spots: make([]spot, len(points)), byPoint: map[string]int{}}
	number, bare := map[results.Task]int{}, bareDigests(points)
	for i, point := range points {
		rows := len(point.Scenario.Algorithms)
		l.spots[i] = spot{Point: point, runs: make([][]where, rows), values: make([][]measure.Value, rows), alike: make([]int, rows)}
		l.byPoint[results.PointKey(point.At)] = i
		for row, e := range point.Scenario.Algorithms {
			name := results.Task{Digest: point.Digest, Row: e.Row()}
			if bare != nil && !routes(point.Scenario, e) {
				name.Digest = bare[i]
			}
			n, known := number[name]
			if !known {
				n = len(l.alike)
				number[name], l.alike = n, append(l.alike, nil)
			}
			l.spots[i].alike[row] = n
			l.alike[n] = append(l.alike[n], place{i, row})
		}
	}
	return l
}

// enterAll enters stored lines, which become the shelf. A line that is not a run of the plan
// is an error.
func (l *ledger) enterAll(lines []results.Line, same results.Readings) error {
	l.same, l.shelf = same, &held{lines}
	for n := range lines {
		if err := l.enter(results.Place{Number: n + 1, Offset: int64(n)}, &lines[n]); err != nil {
			return err
		}
	}
	return nil
}

// enter puts a line in its place; the error says why it has no place.
func (l *ledger) enter(at results.Place, line *results.Line) error {
	i, known := l.byPoint[results.PointKey(line.Axes.Values())]
	if !known {
		return fmt.Errorf("%s:%d: no point of the plan has these axes", results.SweepLines, at.Number)
	}
	if why := l.enterAt(&l.spots[i], line, at.Offset); why != "" {
		return fmt.Errorf("%s:%d: %s", results.SweepLines, at.Number, why)
	}
	return nil
}

func (l *ledger) enterAt(s *spot, line *results.Line, offset int64) string {
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
	if !l.put(s, line, run{row, int(index), offset}) {
		return fmt.Sprintf("the run of %s with seed %d is here twice", line.Label, line.Seed)
	}
	l.done++
	return ""
}

// points returns the points of the plan.
func (l *ledger) points() []plan.Point {
	out := make([]plan.Point, len(l.spots))
	for i := range l.spots {
		out[i] = l.spots[i].Point
	}
	return out
}

// task returns what a task's run depends on, besides the build.
func (l *ledger) task(t task) results.Task {
	s := &l.spots[t.spot]
	return results.Task{Digest: s.Digest, Row: s.Scenario.Algorithms[t.row].Row(), Seed: s.seed(t.index)}
}

// twin returns where the line of the same run at another point is, 0 if it does not exist.
func (l *ledger) twin(t task) where {
	s := &l.spots[t.spot]
	for _, other := range l.alike[s.alike[t.row]] {
		at := &l.spots[other.spot]
		index := s.seed(t.index) - at.Scenario.Seed
		if other == (place{t.spot, t.row}) || index >= uint64(len(at.runs[other.row])) {
			continue
		}
		if there := at.runs[other.row][index]; there > 0 {
			return there
		}
	}
	return 0
}

// A run is one of a row: its index, and where its line is.
type run struct {
	row, index int
	offset     int64
}

// put keeps where the line of a run is, and reports whether the run is new.
func (l *ledger) put(s *spot, line *results.Line, r run) bool {
	for len(s.runs[r.row]) <= r.index {
		s.runs[r.row] = append(s.runs[r.row], 0)
	}
	if s.runs[r.row][r.index] > 0 {
		return false
	}
	s.runs[r.row][r.index] = where(r.offset + 1)
	if l.plan.Adaptive() {
		for len(s.values[r.row]) <= r.index {
			s.values[r.row] = append(s.values[r.row], measure.Value{})
		}
		s.values[r.row][r.index] = line.Metrics.Get(l.plan.Stop.Metric)
	}
	return true
}

func (s *spot) has(row, index int) bool { return index < len(s.runs[row]) && s.runs[row][index] != 0 }

// read returns the line of a run that is made.
func (l *ledger) read(at where) (*results.Line, error) { return l.shelf.Line(int64(at) - 1) }

// readRow returns the runs among the first of a row that are made.
func (l *ledger) readRow(s *spot, row int, runs int) ([]measure.RunResult, error) {
	var out []measure.RunResult
	for _, at := range s.runs[row][:min(runs, len(s.runs[row]))] {
		if at <= 0 {
			continue
		}
		line, err := l.read(at)
		if err != nil {
			return nil, err
		}
		out = append(out, line.Result())
	}
	return out, nil
}

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
func (l *ledger) only(tasks []task, part func(task) bool) []task {
	if part == nil {
		return tasks
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool { return !part(t) })
	l.done = 0
	for i := range l.spots {
		s := &l.spots[i]
		for row, runs := range s.runs {
			for index, at := range runs {
				if at > 0 && part(task{i, row, index}) {
					l.done++
				}
			}
		}
	}
	l.asked = l.done + len(tasks)
	return tasks
}

// extend raises the number of wanted runs at a point, until this gives tasks or the point has
// enough runs. It returns the tasks.
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
			if !s.has(row, index) {
				continue
			}
			r := measure.RunResult{Label: s.Scenario.Algorithms[row].Label, Seed: s.seed(index)}
			r.Metrics.Set(l.plan.Stop.Metric, s.values[row][index])
			runs = append(runs, r)
		}
		if !precise(runs, l.plan.Stop, s.Scenario.Seed) {
			return false
		}
	}
	return true
}

// imprecise names the points that reached their maximum of runs; "" if no point did.
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

// set sets the plan and the point of a line.
func (l *ledger) set(line *results.Line, s *spot) {
	if line.ScenarioSHA256 != s.Digest { // the same run of a point that differs in what the row does not use
		line.ScenarioSHA256 = s.Digest
		line.ID = line.Task().ID()
	}
	line.Scenario, line.Plan, line.Axes = s.Scenario.Name, l.plan.Name, nil
	for i, value := range s.At {
		line.Axes = append(line.Axes, results.Setting{Path: l.plan.Axes[i].Path, Value: value})
	}
}
