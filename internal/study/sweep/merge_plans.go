package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
)

// A planned is the plan of a directory.
type planned struct {
	dir    string
	job    *Job
	plan   *plan.Plan
	text   string // plan, scenario and hashes of files: equal for directories of one plan
	points []plan.Point
}

// agreed returns the plan whose runs are joined. The plans of the directories may differ by
// growth, as the plan of one directory may. It takes the plan that has all points, rows and
// runs of the others, for any order of the directories. The directory Out counts if it has
// results.
func (m *Merge) agreed(ctx context.Context) (*planned, error) {
	dirs := m.Dirs
	if results.Indexed(m.Out) {
		dirs = append(append([]string{}, dirs...), m.Out)
	}
	var all []*planned
	known := map[string]bool{}
	for _, dir := range dirs {
		p, err := m.planOf(dir)
		if err != nil {
			return nil, err
		}
		if len(all) > 0 && p.plan.Name != all[0].plan.Name {
			return nil, fmt.Errorf("%s is of the plan %s, and %s of the plan %s: runs of two plans are not put together", all[0].dir, all[0].plan.Name, dir, p.plan.Name)
		}
		if known[p.text] {
			continue
		}
		known[p.text], all = true, append(all, p)
		if p.points, err = p.plan.Points(ctx); err != nil {
			return nil, err
		}
	}
	return widest(all)
}

// planOf reads the plan of a directory.
func (m *Merge) planOf(dir string) (*planned, error) {
	j := &Job{Algorithms: m.Algorithms, Plan: dir, Dir: m.Out, Warn: m.Warn}
	p, err := j.load()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, results.PlanFile))
	if err != nil {
		return nil, fmt.Errorf("%s is no directory of a sweep: %w", dir, err)
	}
	scenario, err := source(p)
	if err != nil {
		return nil, err
	}
	sums, err := results.FileSums(dir)
	return &planned{dir: dir, job: j, plan: p, text: fmt.Sprintf("%q %q %q", text, scenario.Data, sums)}, err
}

// widest returns the plan that contains all others.
func widest(all []*planned) (*planned, error) {
	var refused error
	for _, p := range all {
		has := true
		for _, other := range all {
			why := p.lacks(other)
			if why == nil && p.plan.Stop != other.plan.Stop && other.lacks(p) == nil {
				why = errors.New("their stop differs")
				refused = p.apart(other, why)
			}
			if why != nil && refused == nil && other.lacks(p) != nil {
				refused = p.apart(other, why)
			}
			has = has && why == nil
		}
		if has {
			return p, nil
		}
	}
	return nil, refused
}

func (p *planned) apart(other *planned, why error) error {
	return fmt.Errorf("%s and %s are of two versions of the plan %s, neither of which has all of the other: %w", p.dir, other.dir, p.plan.Name, why)
}

// lacks returns an error that names what another plan has and this one does not; nil if it has
// everything.
func (p *planned) lacks(other *planned) error {
	if len(p.plan.Axes) != len(other.plan.Axes) {
		return fmt.Errorf("they have %d and %d axes", len(p.plan.Axes), len(other.plan.Axes))
	}
	for i := range p.plan.Axes {
		if one, two := p.plan.Axes[i].Path, other.plan.Axes[i].Path; one != two {
			return fmt.Errorf("axis %d is %s and %s", i+1, one, two)
		}
	}
	if one, two := p.plan.Most(), other.plan.Most(); one < two {
		return fmt.Errorf("they have up to %d and %d runs", one, two)
	}
	mine := make(map[string]*plan.Point, len(p.points))
	for i := range p.points {
		mine[results.PointKey(p.points[i].At)] = &p.points[i]
	}
	for i := range other.points {
		theirs := &other.points[i]
		here := mine[results.PointKey(theirs.At)]
		if here == nil {
			return fmt.Errorf("%s has no point %s", p.dir, other.plan.Describe(theirs.At))
		}
		if here.Digest != theirs.Digest {
			return errors.New("the scenario, or what is set over it, differs")
		}
		for _, e := range theirs.Scenario.Algorithms {
			switch row := rowOf(here.Scenario.Algorithms, e.Label); {
			case row < 0:
				return fmt.Errorf("%s has no row %s", p.dir, e.Label)
			case here.Scenario.Algorithms[row].Row() != e.Row():
				return fmt.Errorf("the row %s is %q and %q", e.Label, here.Scenario.Algorithms[row].Row(), e.Row())
			}
		}
	}
	return nil
}

// distinct removes repeated directories.
func distinct(dirs []string) []string {
	var out []string
	var met []os.FileInfo
next:
	for _, dir := range dirs {
		if stat, err := os.Stat(dir); err == nil {
			for _, was := range met {
				if os.SameFile(was, stat) {
					continue next
				}
			}
			met = append(met, stat)
		}
		out = append(out, dir)
	}
	return out
}
