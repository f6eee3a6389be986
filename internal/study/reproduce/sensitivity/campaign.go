package sensitivity

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
	"bellwether/internal/base/memory"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/reproduce"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// A trial is a configuration with a name.
type trial struct {
	Name          string                  `json:"name"`
	Configuration reproduce.Configuration `json:"configuration"`
}

// Options describe how a study is made.
type Options struct {
	Study   Kind
	Runs    int // at each point; default 2
	Jobs    int // runs at a time; default 1
	Out     string
	Program build.Program
	Free    func() (memory.Amount, bool)
	// Engine returns the engine that makes the runs: see sweep.Job; nil: Jobs goroutines.
	Engine func(context.Context) (tasks.Engine, error)
	// Shard is the part of the runs that is made, in a directory; the zero Shard: all. The
	// directories are merged by sweep.Merge.
	Shard tasks.Shard
	Warn  func(string)
	// Progress is called now and then; may be nil.
	Progress func(campaign.Progress)
}

// A Kind is a study.
type Kind string

// The studies.
const (
	ofUnknowns Kind = "unknowns" // the factorial study
	ofStages   Kind = "stages"   // GloMoSim step by step
	// ofCandidates runs the configurations again that the recorded factorial study finds nearest
	// to the published.
	ofCandidates Kind = "candidates"
)

// Kinds lists the studies.
func Kinds() []Kind { return []Kind{ofUnknowns, ofStages, ofCandidates} }

// ErrKind means that there is no such study.
var ErrKind = errors.New("no such study")

// trials lists the configurations of a study.
func (k Kind) trials() (list []trial, err error) {
	switch k {
	case ofStages:
		return stages(), nil
	case ofCandidates:
		s, err := Recorded(ofUnknowns)
		if err != nil {
			return nil, err
		}
		for _, c := range s.candidates() {
			list = append(list, trial{"c-" + c.name, c.c})
		}
		return list, nil
	}
	d := design()
	for p := range d.Points() {
		list = append(list, trial{fmt.Sprintf("p%02d", p), configured(d, p)})
	}
	return list, nil
}

// worlds lists the worlds of a study.
func (k Kind) worlds() []world {
	if k == ofStages {
		return stageWorlds()
	}
	return studyWorlds()
}

// defaultRuns is two, the least that separates effects from chance: 64 points then have 64
// degrees of freedom.
const defaultRuns = 2

// axis is the only axis of a study's plan: a trial in a world.
const axis = "point"

// between separates trial and world in the name of a point.
const between = "."

// Run makes a study; of a part it returns nil. If it is interrupted, or if runs fail, it returns what is finished
// with the error of [sweep.Job.Do]. A directory that keeps a study goes on with it.
func Run(ctx context.Context, o Options) (*Study, error) {
	if !slices.Contains(Kinds(), o.Study) {
		return nil, fmt.Errorf("%w %q: there are %v", ErrKind, string(o.Study), Kinds())
	}
	if !o.Shard.Whole() && o.Out == "" {
		return nil, reproduce.ErrShard
	}
	if o.Runs == 0 {
		o.Runs = defaultRuns
	}
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	trials, err := o.Study.trials()
	if err != nil {
		return nil, err
	}
	p, err := o.plan(trials)
	if err != nil {
		return nil, err
	}
	s := &Study{Kind: o.Study, Version: o.Program.Build.Name(), Trials: trials, Runs: o.Runs}
	job := sweep.Job{Given: p, Dir: o.Out, Jobs: max(1, o.Jobs), Program: o.Program, Free: o.Free, Progress: o.Progress, Warn: o.Warn,
		Made: []string{jsonFile, tableFile}, Engine: o.Engine, Shard: o.Shard,
		Told: func(l *results.Line) { s.add(l) }}
	err = job.Do(ctx)
	if len(s.Values) == 0 || !o.Shard.Whole() {
		return nil, err
	}
	s.order()
	if o.Out != "" {
		err = errors.Join(err, s.save(o.Out))
	}
	return s, err
}

// plan returns the plan of a study.
func (o *Options) plan(trials []trial) (*plan.Plan, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "schema: %d\nname: vkt04-%s\nabout: %q\nscenario: vkt04.yaml\nruns: %d\naxes:\n  %s:\n", plan.Form, o.Study, about[o.Study], o.Runs, axis)
	for _, w := range o.Study.worlds() {
		for _, t := range trials {
			if first(trials, t, w) != t.Name {
				continue // the same runs
			}
			fmt.Fprintf(&b, "    %s:\n", t.Name+between+w.name())
			for _, s := range append(t.Configuration.Settings(w.Figure, w.Series), reproduce.Size(w.Nodes)...) {
				fmt.Fprintf(&b, "      %q: %s\n", s.Path, s.Value)
			}
		}
	}
	p, err := plan.Read(filepath.Join(o.Out, "plan.yaml"), b.Bytes())
	if err != nil {
		return nil, err
	}
	p.Text = append(reproduce.Base(), fmt.Sprintf("seed: %d\n", o.Study.seed())...)
	return p, nil
}

// first returns the first trial with the same settings in a world: an unknown may have no
// effect there.
func first(trials []trial, t trial, w world) string {
	set := t.Configuration.Settings(w.Figure, w.Series)
	for _, other := range trials {
		if slices.Equal(other.Configuration.Settings(w.Figure, w.Series), set) {
			return other.Name
		}
	}
	return t.Name
}

// seed returns the seed of a study's first run. Candidates are judged by other runs than the
// ones that selected them.
func (k Kind) seed() uint64 {
	if k == ofCandidates {
		return 1001
	}
	return 1
}

var about = map[Kind]string{
	ofUnknowns:   "Which of the things that VKT04 leaves open moves which figure, and by how much?",
	ofCandidates: "Which configuration comes nearest to Figs. 5, 8 and 10a of VKT04?",
	ofStages:     "What does each step from our world towards GloMoSim's bring to the figures of VKT04?",
}

// add adds a run's numbers.
func (s *Study) add(l *results.Line) {
	at := l.Axes.Values()
	if len(at) != 1 || l.Seed >= s.Kind.seed()+uint64(s.Runs) {
		return
	}
	trial, world, _ := strings.Cut(at[0], between)
	for _, w := range s.Kind.worlds() {
		if w.name() != world {
			continue
		}
		for _, t := range s.Trials {
			if first(s.Trials, t, w) != trial {
				continue
			}
			for _, m := range w.Metrics {
				if v := l.Metrics.Get(m.Key()); v.Known {
					s.Values = append(s.Values, value{t.Name, world, m, l.Seed, v.X})
				}
			}
		}
	}
}

// Names of the files that a study writes beside its runs.
const (
	tableFile = "study.md"
	jsonFile  = "study.json"
)

// save writes the tables and the numbers of a study into its directory.
func (s *Study) save(dir string) error {
	var table, numbers bytes.Buffer
	if err := errors.Join(s.Write(&table, "markdown"), s.WriteJSON(&numbers)); err != nil {
		return err
	}
	return errors.Join(durable.Write(durable.OS{}, filepath.Join(dir, tableFile), results.Readable, table.Bytes()),
		durable.Write(durable.OS{}, filepath.Join(dir, jsonFile), results.Readable, numbers.Bytes()))
}
