package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
)

// A Merge joins directories of one plan: shards, or parts that were made in any other way.
type Merge struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Dirs       []string
	Out        string // the directory that gets all runs; it may have some
	Warn       func(string)
}

// A Merged is the result of a merge.
type Merged struct {
	Name  string
	Runs  int // in the directory now
	Added int
	Twice int // runs that several directories had
	Asked int // runs that the plan wants so far
	// Missing is the number of runs that the plan wants now and that no directory has.
	Missing  int
	Adaptive bool // precision decides the number of runs: after these the plan may want more
}

// ErrDiffers means that two directories have different lines of one run.
var ErrDiffers = errors.New("two directories have the same run with other results")

// Do joins the directories. The lines are in the order of the plan (see inOrder), so that the
// same runs give the same file, for any distribution over directories and any order of merges.
func (m *Merge) Do(ctx context.Context) (*Merged, error) {
	if len(m.Dirs) == 0 {
		return nil, errors.New("which directories are to be put together?")
	}
	if shard, err := results.ShardOf(m.Out); err != nil || shard != "" {
		return nil, cmp.Or(err, fmt.Errorf("%s is shard %s of the sweep: all runs go into a directory of their own; choose another --out", m.Out, shard))
	}
	agreed, err := m.agreed(ctx)
	if err != nil {
		return nil, err
	}
	j, p, points := agreed.job, agreed.plan, agreed.points
	s := &sources{ledger: newLedger(p, points), several: map[where]bool{}}
	defer s.close()
	if j.Program, err = s.enterAll(distinct(m.Dirs)); err != nil {
		return nil, err
	}
	out := newLedger(p, points)
	content, err := j.content(p, points, out)
	if err != nil {
		return nil, err
	}
	d, err := results.Open(m.Out, content, m.Warn)
	if err != nil {
		return nil, err
	}
	out.shelf = d
	err = d.Admit()
	if err == nil {
		err = s.agreeWith(out)
	}
	if err == nil {
		err = d.Settle()
	}
	if err == nil {
		err = s.into(ctx, out)
	}
	if err == nil {
		err = out.sorted(d)
	}
	merged := &Merged{Name: p.Name, Runs: out.done, Added: out.done - d.Kept, Twice: len(s.several), Adaptive: p.Adaptive()}
	merged.Missing = len(out.begin())
	merged.Asked = out.asked
	return merged, errors.Join(err, d.Close())
}

// sources are the directories, as the shelf of a ledger: a line is at its place in the file of its
// directory.
type sources struct {
	*ledger
	files   []*os.File
	several map[where]bool // runs that several directories have
}

// maxFile bounds a file of results within sources, in bytes; the bits above say which file.
const maxFile = 1 << 44

// enterAll enters the lines of directories, and returns the program that made them.
func (s *sources) enterAll(dirs []string) (program build.Program, err error) {
	bound := boundOf(s.points())
	for i, dir := range dirs {
		index, err := s.enter(dir)
		if err != nil {
			return program, err
		}
		first := index.Programs[0].Program
		if i == 0 {
			program = first
		}
		if first.Build.Name() != program.Build.Name() {
			return program, fmt.Errorf("%s was made by bellwether %s, and %s by %s: runs of two programs are not put together", dirs[0], program.Build.Name(), dir, first.Build.Name())
		}
		if bound != "" && !first.Machine.SameProcessor(program.Machine) {
			return program, fmt.Errorf("%s was made on %v, and %s on %v, and %s", dirs[0], program.Machine, dir, first.Machine, bound)
		}
	}
	return program, nil
}

// enter enters the lines of a directory.
func (s *sources) enter(dir string) (*results.Index, error) {
	n := int64(len(s.files))
	file, err := os.Open(filepath.Join(dir, results.SweepLines))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s.files = append(s.files, file)
	s.shelf = s
	return results.Each(dir, func(same results.Readings, at results.Place, line *results.Line) error {
		if at.Offset >= maxFile {
			return fmt.Errorf("%s has more than %d bytes", dir, int64(maxFile))
		}
		s.same = same
		if was := s.find(line); was > 0 {
			s.several[was] = true
			there, err := s.read(was)
			if err == nil && !agree(there, line) {
				err = fmt.Errorf("%w: %s, seed %d, in %s and in %s: bellwether verify --all says which is wrong", ErrDiffers, line.Label, line.Seed, filepath.Dir(s.files[int64(was-1)/maxFile].Name()), dir)
			}
			return err
		}
		return s.ledger.enter(results.Place{Number: at.Number, Offset: n*maxFile + at.Offset}, line)
	})
}

// agree reports whether two lines of one run have the same results. A directory that went on under
// another name of its plan has lines of both names.
func agree(a, b *results.Line) bool {
	if a.SHA256 == b.SHA256 {
		return true
	}
	named := *b
	named.Plan = a.Plan
	return a.Gives(&named, a.Build)
}

// find returns where the run of a line is, 0 if it is not made.
func (l *ledger) find(line *results.Line) where {
	i, known := l.byPoint[results.PointKey(line.Axes.Values())]
	if !known {
		return 0
	}
	s := &l.spots[i]
	row, index := rowOf(s.Scenario.Algorithms, line.Label), line.Seed-s.Scenario.Seed
	if row < 0 || index >= uint64(len(s.runs[row])) {
		return 0
	}
	return s.runs[row][index]
}

// Line returns a line of a directory.
func (s *sources) Line(at int64) (*results.Line, error) {
	return results.LineAt(s.files[at/maxFile], at%maxFile)
}

// Add panics: sources are read-only.
func (s *sources) Add(*results.Line) (int64, error) {
	panic("sweep: a line for directories that are only read")
}

func (s *sources) close() {
	for _, f := range s.files {
		if f != nil {
			f.Close() // it was only read
		}
	}
}

// agreeWith returns an error if out has other results of a run.
func (s *sources) agreeWith(out *ledger) error {
	return s.inOrder(func(t task, at where) error {
		runs := out.spots[t.spot].runs[t.row]
		if t.index >= len(runs) || runs[t.index] <= 0 {
			return nil
		}
		line, err := s.read(at)
		if err != nil {
			return err
		}
		there, err := out.read(runs[t.index])
		if err == nil && !agree(there, line) {
			err = fmt.Errorf("%w: %s, seed %d", ErrDiffers, line.Label, line.Seed)
		}
		return err
	})
}

// into adds the runs that out does not have.
func (s *sources) into(ctx context.Context, out *ledger) error {
	return s.inOrder(func(t task, at where) error { return errors.Join(ctx.Err(), s.add(out, t, at)) })
}

// inOrder calls visit with all runs that have a line here, in the order of the plan: the order
// in which one process with one job makes them, if no two points share runs. The order
// consists of rounds; a plan without stop has one. The first round goes over all points run by
// run, each further round point by point.
func (l *ledger) inOrder(visit func(task, where) error) error {
	batch, most := l.batch(), 0
	for i := range l.spots {
		for _, runs := range l.spots[i].runs {
			most = max(most, len(runs))
		}
	}
	over := func(i, index int) error {
		for row, runs := range l.spots[i].runs {
			if index >= len(runs) || runs[index] <= 0 {
				continue
			}
			if err := visit(task{i, row, index}, runs[index]); err != nil {
				return err
			}
		}
		return nil
	}
	for index := range min(batch, most) {
		for i := range l.spots {
			if err := over(i, index); err != nil {
				return err
			}
		}
	}
	for from := batch; from < most; from += batch {
		for i := range l.spots {
			for index := from; index < min(from+batch, most); index++ {
				if err := over(i, index); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// sorted writes the lines of a directory anew if they are not in the order of the plan,
// because a merge added runs that come before the ones already there.
func (l *ledger) sorted(d *results.Dir) error {
	var order []int64
	last, sorted := int64(-1), true
	err := l.inOrder(func(_ task, at where) error {
		offset := int64(at) - 1
		sorted, last = sorted && offset > last, offset
		order = append(order, offset)
		return nil
	})
	if err != nil || sorted {
		return err
	}
	return d.Reorder(order)
}

// add adds a run, unless it is there and the same.
func (s *sources) add(out *ledger, t task, at where) error {
	line, err := s.read(at)
	if err != nil {
		return err
	}
	if out.find(line) > 0 {
		return nil // see agreeWith
	}
	offset, err := out.shelf.Add(line)
	if err != nil {
		return err
	}
	out.put(&out.spots[t.spot], line, run{t.row, t.index, offset})
	out.done++
	return nil
}
