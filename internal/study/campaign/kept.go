package campaign

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// kept is a directory that keeps the runs of a scenario as they end, together with the runs of
// earlier campaigns.
type kept struct {
	scenario *scenarios.Scenario
	dir      *results.Dir
	build    string
	digest   string // of the scenario

	mutex sync.Mutex
	lines map[place]*results.Line // the runs that were there when the directory was opened
	added int                     // runs that this campaign has added
}

// A place identifies a run within its scenario.
type place struct {
	label string
	seed  uint64
}

// A keeping describes where and how runs are kept.
type keeping struct {
	Dir     string
	NoCopy  bool // leaves the files of the scenario where they are
	Program build.Program
	Warn    func(string)
}

// open opens the directory for a scenario. If runs are missing, the program must be one that
// may add them. Until settle the directory is as it was.
func (o keeping) open(s *scenarios.Scenario) (*kept, error) {
	content := results.Content{
		Kind: results.Run, Name: s.Name, NoCopy: o.NoCopy, Program: o.Program, Bound: s.ProcessorBound(),
		Documents: []results.File{{Name: ScenarioFile, Data: s.YAML()}},
		Made:      []string{TableFile, positionsFile, ResultsFile},
	}
	for _, e := range s.Algorithms {
		content.Rows = append(content.Rows, e.Label)
	}
	held := newHolder(s)
	content.Holds = func(same results.Readings) func(results.Place, *results.Line) error {
		held.same = same
		return held.enter
	}
	for _, f := range s.Files() {
		f.As = f.Name // the scenario as run names the file so
		content.Files = append(content.Files, results.File(f))
	}
	d, err := results.Open(o.Dir, content, o.Warn)
	if err != nil {
		return nil, err
	}
	k := &kept{scenario: s, dir: d, build: o.Program.Build.Name(), digest: held.digest, lines: held.lines}
	if len(k.lines) < s.Runs*len(s.Algorithms) {
		err = d.Admit()
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return k, nil
}

// settle makes the directory ready for runs.
func (k *kept) settle() error { return k.dir.Settle() }

// holder enters the runs of a directory into lines.
type holder struct {
	scenario *scenarios.Scenario
	digest   string
	rows     map[string]string // by label
	same     results.Readings
	lines    map[place]*results.Line
}

func newHolder(s *scenarios.Scenario) *holder {
	h := &holder{scenario: s, digest: s.Digest(), rows: map[string]string{}, lines: map[place]*results.Line{}}
	for _, e := range s.Algorithms {
		h.rows[e.Label] = e.Row()
	}
	return h
}

// enter adds a line; the error says why it is not a run of the scenario.
func (h *holder) enter(where results.Place, l *results.Line) error {
	row, known := h.rows[l.Label]
	at, why := place{l.Label, l.Seed}, ""
	switch {
	case !h.same.Same(l.ScenarioSHA256, h.digest):
		why = fmt.Sprintf("the scenario %s has changed since this run was made", l.Scenario)
	case !known:
		why = fmt.Sprintf("the scenario has no row %q", l.Label)
	case row != l.Row:
		why = fmt.Sprintf("the row %s was %q and is %q", l.Label, l.Row, row)
	case l.Seed < h.scenario.Seed || l.Seed-h.scenario.Seed >= uint64(h.scenario.Runs):
		why = fmt.Sprintf("the scenario has no run with seed %d", l.Seed)
	case h.lines[at] != nil:
		why = fmt.Sprintf("the run of %s with seed %d is here twice", l.Label, l.Seed)
	}
	if why != "" {
		return fmt.Errorf("%s:%d: %s", RunsFile, where.Number, why)
	}
	h.lines[at] = l
	return nil
}

// find returns a run of an earlier campaign.
func (k *kept) find(t task) (measure.RunResult, bool) {
	if k == nil {
		return measure.RunResult{}, false
	}
	line, known := k.lines[place{t.entry.Label, t.seed}]
	if !known {
		return measure.RunResult{}, false
	}
	return line.Result(), true
}

// errDiffers means that a run was made again and differs from the one that is kept.
var errDiffers = errors.New(`the run differs from the one that is kept; "bellwether verify" says more`)

// add keeps a run, and returns it as it is read back, so that a report does not depend on
// whether runs were made now or earlier. If the run is kept already and was made again
// for its trace, it must be the same.
func (k *kept) add(t task, run measure.RunResult) (measure.RunResult, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	former, known := k.lines[place{t.entry.Label, t.seed}]
	if known {
		if line := results.NewLine(former.Task(), former.Scenario, &run); !line.Gives(former, k.build) {
			return run, errDiffers
		}
		return former.Result(), nil
	}
	line := results.NewLine(results.Task{Digest: k.digest, Row: t.entry.Row(), Seed: t.seed, Build: k.build}, k.scenario.Name, &run)
	if _, err := k.dir.Add(line); err != nil {
		return run, err
	}
	k.added++
	back, err := line.Reread()
	if err != nil {
		return run, err
	}
	result := back.Result()
	result.WallS = run.WallS // the only part that is not kept
	return result, nil
}

// result keeps the result of a task. If the task is the first, it writes the positions
// before that, so that a kept first run has them. The error means that runs cannot be kept.
func (k *kept) result(t task, one *result, first *positions) (err error) {
	if t.first {
		err = k.places(first.sorted())
	}
	if err == nil {
		one.run, err = k.add(t, one.run)
	}
	if errors.Is(err, errDiffers) {
		one.err, err = err, nil
	}
	return err
}

// broken returns the error that no more runs can be kept.
func (k *kept) broken(err error) error {
	return fmt.Errorf("%w; %d runs are kept in %s, the same command goes on from there", err, len(k.lines)+k.added, k.dir.Path)
}

// places writes where nodes began.
func (k *kept) places(list []position) error {
	file, err := durable.Create(durable.OS{}, filepath.Join(k.dir.Path, positionsFile), results.Readable)
	if err == nil {
		if err = geoJSON(file, list, k.scenario.NodeNames()); err == nil {
			err = file.Commit()
		} else {
			file.Drop()
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", results.ErrWrite, positionsFile, err)
	}
	return nil
}

func (k *kept) close() error {
	if k == nil {
		return nil
	}
	return k.dir.Close()
}
